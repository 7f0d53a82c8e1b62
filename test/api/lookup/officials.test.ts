import { beforeAll, describe, expect, it } from 'vitest'
import { createLookupWorld, emitOfficial, type LookupWorld } from '../../support/api/lookup-world.ts'
import { foundIn, notFound } from '../../support/fakes/known-places.ts'

const UPPER = { chamber: 'upper', type: 'upper' } as const
const COUNCIL = { chamber: 'legislature', type: 'legislature' } as const

/** The divisions that the locator finds, by the address. */
const located = {
  lincoln: foundIn('ne', ['sldu:28']),
  washington: foundIn('dc', ['cd:1', 'ward:2']),
  ponce: foundIn('pr', ['cd:1', 'sldl:25', 'sldu:5']),
  gilford: foundIn('nh', ['sldl:belknap_10', 'sldl:belknap_6', 'sldu:7']),
  moscow: foundIn('id', ['sldl:6', 'sldu:6']),
  boston: foundIn('ma', ['sldl:3rd_suffolk', 'sldu:berkshire_hampden_franklin_and_hampshire']),
  empty: foundIn('mn', ['sldl:10a', 'sldu:10']),
}

let world: LookupWorld

beforeAll(async () => {
  world = await createLookupWorld((input) =>
    'address' in input ? located[input.address as keyof typeof located] : notFound('not_found'),
  )
  const { story } = world
  const add = (name: string, ...roles: Parameters<typeof emitOfficial>[2]) => emitOfficial(story, name, roles)
  add('Nebraskan', { in: 'ne', division: 'ne/sldu:28', district: '28', ...COUNCIL })
  add('Ward Member', { in: 'dc', division: 'dc/ward:2', district: 'Ward 2', ...COUNCIL })
  add('Chairman', { in: 'dc', division: 'dc', district: 'Chairman', ...COUNCIL })
  add('At Large', { in: 'dc', division: 'dc', district: 'At-Large', ...COUNCIL })
  add('Ponce Senator', { in: 'pr', division: 'pr/sldu:5', district: 'V', ...UPPER })
  add('Island Senator', { in: 'pr', division: 'pr/sldu:at-large', district: 'At-Large', ...UPPER })
  add('Ponce Member', { in: 'pr', division: 'pr/sldl:25', district: '25' })
  add('Island Member', { in: 'pr', division: 'pr/sldl:at-large', district: 'At-Large' })
  add('Floterial', { in: 'nh', division: 'nh/sldl:belknap_10', district: 'Belknap 10' })
  add('Base One', { in: 'nh', division: 'nh/sldl:belknap_6', district: 'Belknap 6' })
  add('Base Two', { in: 'nh', division: 'nh/sldl:belknap_6', district: 'Belknap 6' })
  add('Seat B', { in: 'id', division: 'id/sldl:6', district: '6B' })
  add('Seat A', { in: 'id', division: 'id/sldl:6', district: '6A' })
  add('Senator of Four Counties', {
    in: 'ma',
    division: 'ma/sldu:berkshire_hampden_franklin_and_hampshire',
    district: 'Berkshire, Hampden, Franklin and Hampshire',
    ...UPPER,
  })
  await world.projected.apply(story.take())
})

const answerTo = async (address: string) => (await world.get(`address=${address}`)).json()

describe('the officials of an address', () => {
  it('have no person for a vacant seat, but its district is named', async () => {
    expect(await answerTo('empty')).toEqual({
      matched: true,
      geographies: { matched: true, state: 'Minnesota', upper_district: '10', lower_district: '10A' },
      representatives: [],
    })
  })

  it.each([
    ['lincoln', '28', null, ['Nebraskan upper 28']],
    [
      'washington',
      'Ward 2',
      null,
      ['Ward Member upper Ward 2', 'At Large upper At-Large', 'Chairman upper Chairman'],
    ],
    [
      'ponce',
      '5',
      '25',
      [
        'Ponce Senator upper V',
        'Island Senator upper At-Large',
        'Ponce Member lower 25',
        'Island Member lower At-Large',
      ],
    ],
    [
      'gilford',
      '7',
      'Belknap 6; Belknap 10',
      ['Base One lower Belknap 6', 'Base Two lower Belknap 6', 'Floterial lower Belknap 10'],
    ],
    ['moscow', '6', '6', ['Seat A lower 6A', 'Seat B lower 6B']],
    [
      'boston',
      'Berkshire, Hampden, Franklin and Hampshire',
      '3rd Suffolk',
      ['Senator of Four Counties upper Berkshire, Hampden, Franklin and Hampshire'],
    ],
  ])('are those of the chambers and seats of %s', async (address, upper, lower, seats) => {
    const { geographies, representatives } = await answerTo(address)
    expect(geographies).toMatchObject({ upper_district: upper, lower_district: lower })
    expect(
      representatives.map((each: Record<string, string>) => `${each.name} ${each.chamber} ${each.district}`),
    ).toEqual(seats)
  })
})
