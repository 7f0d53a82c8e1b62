import type { GeoWorld } from '../../support/locate/geo-world.ts'
import { addMap, addTown, eastward, type Middle, northward } from './invented-towns.ts'

const ODD_NORTH = { side: 'L', from: '101', to: '199', parity: 'O' } as const
const EVEN_SOUTH = { side: 'R', from: '100', to: '198', parity: 'E' } as const
const both = (street: string) => [
  { street, ...ODD_NORTH },
  { street, ...EVEN_SOUTH },
]

/** Towns with the names and codes of real districts, and lines and numbers that are invented. */
export async function addInventedTowns(world: GeoWorld): Promise<void> {
  await districtsWithLetters(world)
  await districtsWithNames(world)
  await streetsOfTwoStates(world)
  await unusualNumbers(world)
  await streetsBeyondTheirPlace(world)
  await shapesThatOverlap(world)
}

async function districtsWithLetters(world: GeoWorld): Promise<void> {
  await addTown(world, {
    ...{ state: 'mn', place: 'Mora', zip5: '55051', county: 'kanabec', middle: [-93.3, 45.87] },
    districts: { 'sldu:10': 'all', 'sldl:10a': 'north', 'sldl:10b': 'south' },
    ranges: both('Forest Ave'),
  })
  await addTown(world, {
    ...{ state: 'sd', place: 'Mission', zip5: '57555', county: 'todd', middle: [-100.66, 43.3] },
    districts: { 'sldu:26': 'all', 'sldl:26a': 'south', 'sldl:26b': 'north' },
    ranges: both('Main St'),
  })
  const whole = { release: 'nd-2013', valid_from: '2012-12-01', valid_to: '2022-12-01' }
  const split = { release: 'nd-2022', valid_from: '2022-12-01' }
  const middle: Middle = [-102.4, 47.98]
  await addMap(world, { state: 'nd', middle, districts: { 'sldu:4': 'all', 'sldl:4': 'all' }, map: whole })
  await addTown(world, {
    ...{ state: 'nd', place: 'New Town', zip5: '58763', county: 'mountrail', middle },
    districts: { 'sldu:4': 'all', 'sldl:4a': 'north', 'sldl:4b': 'south' },
    map: split,
    ranges: both('Main St'),
  })
  await addTown(world, {
    ...{ state: 'ak', place: 'Juneau', zip5: '99801', county: 'juneau', middle: [-134.42, 58.3] },
    districts: { 'sldu:b': 'all', 'sldl:4': 'all', 'cd:1': 'all' },
    ranges: both('Main St'),
  })
  await addTown(world, {
    ...{ state: 'id', place: 'Moscow', zip5: '83843', county: 'latah', middle: [-117, 46.73] },
    districts: { 'sldu:6': 'all', 'sldl:6': 'all' },
    ranges: both('S Main St'),
  })
}

async function districtsWithNames(world: GeoWorld): Promise<void> {
  await addTown(world, {
    ...{ state: 'ma', place: 'Taunton', zip5: '02780', county: 'bristol', middle: [-71.09, 41.9] },
    districts: { 'sldu:3rd_bristol_and_plymouth': 'all', 'sldl:3rd_bristol': 'all' },
    ranges: both('Broadway'),
  })
  // Two base districts, and one that lies over both.
  await addTown(world, {
    ...{ state: 'nh', place: 'Bow', zip5: '03304', county: 'merrimack', middle: [-71.54, 43.13] },
    districts: {
      'sldu:16': 'all',
      'sldl:merrimack_10': 'north',
      'sldl:merrimack_11': 'south',
      'sldl:merrimack_27': 'all',
    },
    ranges: both('Bow Center Rd'),
  })
  await addTown(world, {
    ...{ state: 'pr', place: 'Ponce', zip5: '00731', county: 'ponce', middle: [-66.61, 18.01] },
    districts: { 'sldu:5': 'all', 'sldl:24': 'all', 'cd:1': 'all' },
    ranges: both('Calle A'),
  })
}

async function streetsOfTwoStates(world: GeoWorld): Promise<void> {
  // State St: its northern side is in Virginia, its southern one in Tennessee.
  const bristol: Middle = [-82.18, 36.595]
  const state = (state: string, zip5: string, county: string) => ({ state, place: 'Bristol', zip5, county })
  await addTown(world, {
    ...{ ...state('va', '24201', 'bristol'), middle: bristol },
    districts: { 'sldu:7': 'north', 'sldl:44': 'north' },
    ranges: [{ street: 'State St', ...ODD_NORTH }],
  })
  await addTown(world, {
    ...{ ...state('tn', '37620', 'sullivan'), middle: bristol },
    districts: { 'sldu:3': 'south', 'sldl:3': 'south' },
    ranges: [{ street: 'State St', ...EVEN_SOUTH }],
  })
  // State Line Rd: both cities have all its numbers, and one name.
  const kansas: Middle = [-94.61, 39.05]
  await addTown(world, {
    ...{ state: 'ks', place: 'Kansas City', zip5: '66103', county: 'wyandotte', middle: kansas },
    districts: { 'sldu:6': 'west', 'sldl:32': 'west' },
    ranges: [
      { street: 'State Line Rd', side: 'L', from: '4501', to: '4599', parity: 'O', line: northward(kansas) },
    ],
  })
  await addTown(world, {
    ...{ state: 'mo', place: 'Kansas City', zip5: '64111', county: 'jackson', middle: kansas },
    districts: { 'sldu:7': 'east', 'sldl:24': 'east' },
    ranges: [
      { street: 'State Line Rd', side: 'R', from: '4500', to: '4598', parity: 'E', line: northward(kansas) },
    ],
  })
  await addTown(world, {
    ...{ state: 'tx', place: 'Texarkana', zip5: '75501', county: 'bowie', middle: [-94.05, 33.43] },
    districts: { 'sldu:1': 'all', 'sldl:1': 'all' },
    ranges: both('Pine St'),
  })
  await addTown(world, {
    ...{ state: 'ar', place: 'Texarkana', zip5: '71854', county: 'miller', middle: [-93.9, 33.43] },
    districts: { 'sldu:3': 'all', 'sldl:100': 'all' },
    ranges: both('Pine St'),
  })
  // The post office is Woodbridge, and the map has another place, or none.
  const woodbridge: Middle = [-77.27, 38.66]
  await addTown(world, {
    ...{ state: 'va', place: 'Lake Ridge', zip5: '22192', county: 'prince_william', middle: woodbridge },
    districts: { 'sldu:33': 'all', 'sldl:25': 'all' },
    ranges: [{ street: 'Mohican Rd' }, { street: 'Outside Ln', place: null }],
  })
  // ZIP codes of Washington, D.C., on the Virginian side of the river.
  await addTown(world, {
    ...{ state: 'va', place: 'Arlington', zip5: '20310', county: 'arlington', middle: [-77.056, 38.871] },
    districts: { 'sldu:40': 'all', 'sldl:2': 'all' },
    ranges: [{ street: 'Army Pentagon' }],
  })
  await addTown(world, {
    ...{ state: 'wv', place: 'Charleston', zip5: '25302', county: 'kanawha', middle: [-81.63, 38.36] },
    districts: { 'sldu:17': 'all', 'sldl:54': 'all' },
    ranges: [
      { street: 'Virginia St', from: '2', to: '98' },
      { street: 'Virginia St', side: 'L', from: '1', to: '99', parity: 'O' },
    ],
  })
}

async function unusualNumbers(world: GeoWorld): Promise<void> {
  const queens: Middle = [-73.93, 40.755]
  await addTown(world, {
    ...{ state: 'ny', place: 'New York', zip5: '11106', county: 'queens', middle: queens },
    districts: { 'sldu:59': 'all', 'sldl:36': 'north', 'sldl:30': 'south' },
    ranges: [
      { street: '36th St', from: '34-2', to: '34-98', line: eastward(queens, 0.01) },
      { street: '36th St', from: '35-2', to: '35-98', line: eastward(queens, -0.01) },
      { street: '36th Ave', from: '34-2', to: '34-98', line: eastward(queens, -0.02) },
    ],
  })
  const salt: Middle = [-111.88, 40.765]
  await addTown(world, {
    ...{ state: 'ut', place: 'Salt Lake City', zip5: '84111', county: 'salt_lake', middle: salt },
    districts: { 'sldu:9': 'all', 'sldl:24': 'north', 'sldl:23': 'south' },
    ranges: [
      { street: 'E 200 S', side: 'L', from: '301', to: '399', parity: 'O', line: eastward(salt, 0.01) },
      {
        street: 'W 200 S',
        side: 'L',
        from: '301',
        to: '399',
        parity: 'O',
        line: eastward(salt, -0.01, -0.02),
      },
      { street: 'S 200 E', side: 'L', from: '301', to: '399', parity: 'O', line: eastward(salt, -0.02) },
    ],
  })
  const waukesha: Middle = [-88.2, 43.13]
  await addTown(world, {
    ...{ state: 'wi', place: 'Sussex', zip5: '53089', county: 'waukesha', middle: waukesha },
    districts: { 'sldu:8': 'all', 'sldl:22': 'north', 'sldl:24': 'south' },
    ranges: [
      { street: 'Main St', from: 'N65W24800', to: 'N65W24898', line: eastward(waukesha, 0.01) },
      { street: 'Main St', from: 'N64W24800', to: 'N64W24898', line: eastward(waukesha, -0.01) },
    ],
  })
  // One street: both sides in different districts, then the ends of ranges on both sides of a line that crosses it.
  const reno: Middle = [-119.8, 39.53]
  await addTown(world, {
    ...{ state: 'nv', place: 'Reno', zip5: '89501', county: 'washoe', middle: reno },
    districts: { 'sldu:13': 'all', 'sldl:24': 'north', 'sldl:30': 'south' },
    ranges: [
      ...both('Center St'),
      { street: 'Virginia St', from: '100', to: '198', line: eastward(reno, 0.01) },
      { street: 'Virginia St', from: '200', to: '298', line: eastward(reno, -0.01) },
      { street: 'Wells Ave', side: 'L', from: '1099', to: '915', parity: 'O', line: eastward(reno, 0.01) },
      { street: 'Wells Ave', side: 'L', from: '913', to: '801', parity: 'O', line: eastward(reno, -0.01) },
    ],
  })
}

async function streetsBeyondTheirPlace(world: GeoWorld): Promise<void> {
  const sparks: Middle = [-119.6, 39.53]
  await addTown(world, {
    ...{ state: 'nv', place: 'Sparks', zip5: '89431', county: 'storey', middle: sparks },
    districts: { 'sldu:15': 'all', 'sldl:27': 'north', 'sldl:31': 'south' },
    ranges: [
      { street: 'Prater Way', line: eastward(sparks, 0.01) },
      // Outside of the city, and in its ZIP code.
      { street: 'Prater Way', from: '300', to: '398', place: null, line: eastward(sparks, -0.01) },
      { street: 'Border Rd', ...EVEN_SOUTH },
      { street: 'Border Rd', ...ODD_NORTH, place: 'Verdi', zip5: '89439' },
    ],
  })
}

async function shapesThatOverlap(world: GeoWorld): Promise<void> {
  const ames: Middle = [-93.62, 42.03]
  const district = { state: 'ia', map: { release: 'ia-sldl' } }
  await addMap(world, { ...district, middle: [ames[0], ames[1] - 0.0005], districts: { 'sldl:50': 'north' } })
  await addMap(world, { ...district, middle: [ames[0], ames[1] + 0.0005], districts: { 'sldl:51': 'south' } })
  await addTown(world, {
    ...{ state: 'ia', place: 'Ames', zip5: '50010', county: 'story', middle: ames },
    districts: { 'sldu:25': 'all' },
    ranges: [{ street: 'Main St' }, { street: 'Duff Ave', line: eastward(ames, 0.01) }],
  })
}
