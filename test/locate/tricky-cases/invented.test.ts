import { beforeAll, describe, expect, it } from 'vitest'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { createGeoWorld } from '../../support/locate/geo-world.ts'
import { addInventedTowns } from './towns.ts'

const DAY = '2026-06-01'

let ask: (address: string, as_of?: string) => Promise<string>

beforeAll(async () => {
  const world = await createGeoWorld()
  await addInventedTowns(world)
  await world.load()
  const { locate } = createLocator({ database: world.database })
  ask = async (address, as_of = DAY) => {
    const found = await locate({ address }, { as_of })
    if (!found.matched) return found.reason
    const names = found.divisions
      .filter(({ tier }) => tier !== 'county' && tier !== 'place')
      .map(({ division_id }) => division_id.split('/').at(-1))
    return `${found.state} ${names.join(' ')}`
  }
})

describe('an address in a district with a letter', () => {
  it.each([
    ['Minnesota 10A', '101 Forest Ave, Mora, MN 55051', 'mn sldl:10a sldu:10'],
    ['Minnesota 10B', '100 Forest Ave, Mora, MN 55051', 'mn sldl:10b sldu:10'],
    ['South Dakota 26A', '122 Main St, Mission, SD 57555', 'sd sldl:26a sldu:26'],
    ['South Dakota 26B', '123 Main St, Mission, SD 57555', 'sd sldl:26b sldu:26'],
    ['the Senate of Alaska', '123 Main St, Juneau, AK 99801', 'ak cd:1 sldl:4 sldu:b'],
    ['Idaho, whose seats A and B are one district', '123 S Main St, Moscow, ID 83843', 'id sldl:6 sldu:6'],
  ])('is found: %s', async (_name, address, expected) => {
    expect(await ask(address)).toBe(expected)
  })

  it.each([
    ['2022-11-30', '101 Main St, New Town, ND 58763', 'nd sldl:4 sldu:4'],
    ['2022-12-01', '101 Main St, New Town, ND 58763', 'nd sldl:4a sldu:4'],
    ['2022-12-01', '100 Main St, New Town, ND 58763', 'nd sldl:4b sldu:4'],
  ])('is found in the map of %s: %s', async (day, address, expected) => {
    expect(await ask(address, day)).toBe(expected)
  })
})

describe('an address in a district with a name', () => {
  it.each([
    [
      'a name with several counties',
      '123 Broadway, Taunton, MA 02780',
      'ma sldl:3rd_bristol sldu:3rd_bristol_and_plymouth',
    ],
    [
      'a base and a floterial district',
      '123 Bow Center Rd, Bow, NH 03304',
      'nh sldl:merrimack_10 sldl:merrimack_27 sldu:16',
    ],
    [
      'the other base district',
      '122 Bow Center Rd, Bow, NH 03304',
      'nh sldl:merrimack_11 sldl:merrimack_27 sldu:16',
    ],
    ['an urbanization', 'URB LAS GLADIOLAS 150 CALLE A, PONCE PR 00731', 'pr cd:1 sldl:24 sldu:5'],
    [
      'an urbanization on its own line',
      'Urb Las Gladiolas\n150 Calle A\nPonce PR 00731',
      'pr cd:1 sldl:24 sldu:5',
    ],
  ])('is found: %s', async (_name, address, expected) => {
    expect(await ask(address)).toBe(expected)
  })
})

describe('a street of two states', () => {
  it.each([
    ['the side in Virginia', '101 State St, Bristol, VA 24201', 'va sldl:44 sldu:7'],
    ['the side in Tennessee', '100 State St, Bristol, TN 37620', 'tn sldl:3 sldu:3'],
    ['a ZIP code instead of a state', '100 State St, 37620', 'tn sldl:3 sldu:3'],
    ['no state and no ZIP code', '100 State St, Bristol', 'address_incomplete'],
    ['a number of the other state', '100 State St, Bristol, VA 24201', 'split_district'],
    ['a number of the other state, without a ZIP code', '101 State St, Bristol, TN', 'split_district'],
    ['the side in Kansas', '4501 State Line Rd, Kansas City, KS 66103', 'ks sldl:32 sldu:6'],
    ['the side in Missouri', '4500 State Line Rd, Kansas City, MO', 'mo sldl:24 sldu:7'],
    ['a city in two states: Texas', '123 Pine St, Texarkana, TX', 'tx sldl:1 sldu:1'],
    ['a city in two states: Arkansas', '123 Pine Street Texarkana AR', 'ar sldl:100 sldu:3'],
    ['a street named like a state', '1 Virginia St, Charleston, WV', 'wv sldl:54 sldu:17'],
    [
      'a street named like a state, without commas',
      '1 virginia st charleston wv 25302',
      'wv sldl:54 sldu:17',
    ],
  ])('is found or refused: %s', async (_name, address, expected) => {
    expect(await ask(address)).toBe(expected)
  })
})

describe('the city of a post office', () => {
  it.each([
    ['that is another place on the map', '122 Mohican Rd, Woodbridge, VA 22192', 'va sldl:25 sldu:33'],
    ['of an address outside of all places', '122 Outside Ln, Woodbridge, VA 22192', 'va sldl:25 sldu:33'],
    ['in another state than the house', '122 Army Pentagon, Washington, DC 20310', 'no_coverage'],
    ['of the Pentagon, with its state', '122 Army Pentagon, Arlington, VA 20310', 'va sldl:2 sldu:40'],
    ['of the Pentagon, by its ZIP code alone', '122 Army Pentagon, 20310', 'va sldl:2 sldu:40'],
  ])('does not hide the district: one %s', async (_name, address, expected) => {
    expect(await ask(address)).toBe(expected)
  })
})

describe('an unusual house number', () => {
  it.each([
    ['Queens', '34-12 36th St, New York, NY 11106', 'ny sldl:36 sldu:59'],
    ['Queens without a hyphen', '3412 36th St, New York, NY 11106', 'ny sldl:36 sldu:59'],
    ['Queens, under the name of its post office', '34-12 36 Street, Astoria NY 11106', 'ny sldl:36 sldu:59'],
    ['the next block of Queens', '35-12 36th St, New York, NY 11106', 'ny sldl:30 sldu:59'],
    ['the avenue of the same number', '34-12 36th Ave, New York, NY 11106', 'ny sldl:30 sldu:59'],
    ['Salt Lake City', '345 E 200 S, Salt Lake City, UT 84111', 'ut sldl:24 sldu:9'],
    ['the other side of the grid', '345 W 200 S, Salt Lake City, UT 84111', 'ut sldl:23 sldu:9'],
    ['the axes of the grid exchanged', '345 S 200 E, Salt Lake City, UT 84111', 'ut sldl:23 sldu:9'],
    ['Waukesha', 'N65W24838 Main St, Sussex, WI 53089', 'wi sldl:22 sldu:8'],
    ['Waukesha in two words', 'N65 W24838 Main St, Sussex, WI 53089', 'wi sldl:22 sldu:8'],
    ['the next row of Waukesha', 'N64W24838 Main St, Sussex, WI 53089', 'wi sldl:24 sldu:8'],
    ['the odd side of a line', '101 Center St, Reno, NV 89501', 'nv sldl:24 sldu:13'],
    ['the even side of a line', '198 Center St, Reno, NV 89501', 'nv sldl:30 sldu:13'],
    ['the last number of a range', '198 Virginia St, Reno, NV 89501', 'nv sldl:24 sldu:13'],
    ['the first number of the next range', '200 Virginia St, Reno, NV 89501', 'nv sldl:30 sldu:13'],
    ['a number between two ranges', '199 Virginia St, Reno, NV 89501', 'split_district'],
    ['the first number of a descending range', '1099 Wells Ave, Reno, NV 89501', 'nv sldl:24 sldu:13'],
    ['the last number of a descending range', '915 Wells Ave, Reno, NV 89501', 'nv sldl:24 sldu:13'],
    ['the first number of the next descending range', '913 Wells Ave, Reno, NV 89501', 'nv sldl:30 sldu:13'],
  ])('is found in its range: %s', async (_name, address, expected) => {
    expect(await ask(address)).toBe(expected)
  })
})

describe('a street that lies partly in another place', () => {
  it.each([
    ['a number outside of the city', '322 Prater Way, Sparks, NV', 'nv sldl:31 sldu:15'],
    ['a number in the city', '122 Prater Way, Sparks, NV', 'nv sldl:27 sldu:15'],
    ['a number that has no range', '250 Prater Way, Sparks, NV', 'split_district'],
    ['a number on the side of the other place', '123 Border Rd, Sparks, NV', 'split_district'],
    ['the same with the ZIP code of the city', '123 Border Rd, Sparks, NV 89431', 'split_district'],
    ['the name and ZIP code of the other place', '123 Border Rd, Verdi, NV 89439', 'nv sldl:27 sldu:15'],
  ])('never leads to the wrong side: %s', async (_name, address, expected) => {
    expect(await ask(address)).toBe(expected)
  })
})

describe('an address where shapes of one chamber overlap', () => {
  it('lies in none of them', async () => {
    expect(await ask('122 Main St, Ames, IA 50010')).toBe('split_district')
    expect(await ask('122 Duff Ave, Ames, IA 50010')).toBe('ia sldl:50 sldu:25')
  })
})

describe('an address without a place on a street', () => {
  it.each([
    ['PO Box 84, Reno, NV 89501', 'po_box'],
    ['P.O. Box 84 Reno NV', 'po_box'],
    ['RR 3 Box 9, Mora, MN 55051', 'po_box'],
    ['PSC 3 Box 4, APO AE 09012', 'po_box'],
    ['Unit 2050 Box 4190, APO AP 96278', 'po_box'],
  ])('is refused: %s', async (address, expected) => {
    expect(await ask(address)).toBe(expected)
  })
})

/** One address, spelled in ways that must not change the answer. */
describe('a spelling of an address', () => {
  const expected = 'nv sldl:24 sldu:13'
  it.each([
    'APT 1B 101 Center St, Reno, NV 89501',
    '101 1/2 Center St, Reno, NV 89501',
    '101½ Center St, Reno, NV 89501',
    '101 Center St # 4, Reno, NV 89501',
    '101 Center St #4B, Reno NV 89501-1234',
    '101 center st reno nv 89501',
    '101 CENTER STREET RENO NEVADA',
    '  101\tCenter   St.,\n\nReno, NV\u00a089501 ',
    '１０１ Center St, Reno, NV 89501',
    '101 Center St, Reno, NV, USA',
    '101 Cènter St, Reno, NV 89501',
  ])('leads to the same districts: %j', async (address) => {
    expect(await ask(address)).toBe(expected)
  })

  it.each([
    "101 Center St'; DROP TABLE geo.address_range; --, Reno, NV 89501",
    `101 Center St, Reno, NV 89501${' '.repeat(4_096)}`,
    `${'Center St, '.repeat(400)}Reno, NV 89501`,
    '101 Center St\u0000, Reno, NV 89501',
    '101 %_%, Reno, NV 89501',
    '101 \\x27; SELECT pg_sleep(9), Reno, NV 89501',
    '🏠 101 Center St, Reno, NV 89501',
    '١٠١ Center St, Reno, NV 89501',
    '101'.repeat(1_300),
  ])('never leads to other districts, and never fails: %j', async (address) => {
    expect([expected, 'not_found', 'address_incomplete', 'no_coverage', 'split_district']).toContain(
      await ask(address),
    )
  })
})
