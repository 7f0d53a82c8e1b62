import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../../locate/match/candidate.ts'
import { rankCandidates } from '../../../locate/match/rank.ts'
import { point, readingsOf, side } from './candidates.ts'

/** The names and segments of the candidates that count, best first. */
const found = (text: string, candidates: readonly Candidate[]) =>
  rankCandidates(readingsOf(text), candidates).map(({ level, candidate: { street, tlid, side: at } }) =>
    [level, street.predir, street.key, street.suffix, street.sufdir, tlid, at]
      .filter((part) => part !== null)
      .join(' '),
  )
const level = (text: string, candidates: readonly Candidate[]) =>
  rankCandidates(readingsOf(text), candidates)[0]?.level ?? null

describe('a house number in a range', () => {
  const even = side({ street: 'Main St', numbers: ['100', '198'], side: 'R', parity: 'E' })
  const odd = side({ street: 'Main St', numbers: ['101', '199'], side: 'L', parity: 'O' })

  it.each([
    ['100', 'range MAIN ST 1 R'],
    ['150', 'range MAIN ST 1 R'],
    ['198', 'range MAIN ST 1 R'],
    ['101', 'range MAIN ST 1 L'],
    ['199', 'range MAIN ST 1 L'],
    ['150 1/2', 'range MAIN ST 1 R'],
    ['150A', 'range MAIN ST 1 R'],
    ['150-152', 'range MAIN ST 1 R'],
  ])('lies on the side of its parity, ends included: %s', (number, wanted) => {
    expect(found(`${number} Main St, Reno, NV 89501`, [odd, even])).toEqual([wanted])
  })

  it('lies on the left if the even side is the left one', () => {
    const left = side({ street: 'Main St', numbers: ['100', '198'], side: 'L', parity: 'E' })
    const right = side({ street: 'Main St', numbers: ['101', '199'], side: 'R', parity: 'O' })
    expect(found('120 Main St, Reno, NV 89501', [left, right])).toEqual(['range MAIN ST 1 L'])
  })

  it('lies in a range that falls along the line', () => {
    const falling = side({ street: 'Main St', numbers: ['1099', '915'], parity: 'O' })
    expect(falling).toMatchObject({ low: 915, high: 1099, descends: true })
    expect(found('1001 Main St, Reno, NV 89501', [falling])).toEqual(['range MAIN ST 1 R'])
    expect(level('1002 Main St, Reno, NV 89501', [falling])).toBe('street')
  })

  it.each([
    ['34-12 36th St, Reno, NV 89501', ['34-01', '34-99'], 'B', 'range'],
    ['3412 36th St, Reno, NV 89501', ['34-02', '34-98'], 'E', 'range'],
    ['34-12 36th St, Reno, NV 89501', ['3400', '3498'], 'E', 'range'],
    ['34-12 36th St, Reno, NV 89501', ['35-02', '35-98'], 'E', 'street'],
    ['34-12 36th St, Reno, NV 89501', ['2', '98'], 'E', 'street'],
    ['98-500 36th St, Reno, NV 89501', ['98-400', '98-598'], 'E', 'range'],
    ['N65W24838 36th St, Reno, NV 89501', ['N65W24800', 'N65W24898'], 'E', 'range'],
    ['N65W24838 36th St, Reno, NV 89501', ['N66W24800', 'N66W24898'], 'E', 'street'],
    ['24838 36th St, Reno, NV 89501', ['N65W24800', 'N65W24898'], 'E', 'street'],
    ['120-124 36th St, Reno, NV 89501', ['100', '198'], 'E', 'range'],
  ] as const)(
    'is compared after its prefix: %s in %j with parity %s gives %s',
    (text, numbers, parity, wanted) => {
      expect(level(text, [side({ street: '36th St', numbers, parity })])).toBe(wanted)
    },
  )

  it('is found on streets of a grid, whose names are numbers', () => {
    const grid = ['E 200 S', 'W 200 S', 'E 200 N', 'E 300 S'].map((street, tlid) =>
      side({ street, tlid, numbers: ['301', '399'], parity: 'O' }),
    )
    expect(found('345 E 200 S, Reno, NV 89501', grid)).toEqual(['range E 200 S 0 R'])
    expect(found('345 East 200 South Reno NV 89501', grid)).toEqual(['range E 200 S 0 R'])
  })

  it('is found under both names of a segment', () => {
    const names = [side({ street: 'Main St', tlid: 7 }), side({ street: 'US Hwy 50', tlid: 7 })]
    expect(found('120 Main St, Reno, NV 89501', names)).toEqual(['range MAIN ST 7 R'])
    expect(found('120 US Highway 50, Reno, NV 89501', names)).toEqual(['range US HWY 50 7 R'])
  })

  it('is preferred as a point, and the range still counts', () => {
    const both = [side({ street: 'Main St' }), point('120', { street: 'Main St' })]
    expect(found('120 Main St, Reno, NV 89501', both)).toEqual(['point MAIN ST', 'range MAIN ST 1 R'])
  })

  it('prefers the point with its letter', () => {
    const points = ['120', '120B', '120 1/2'].map((number, x) =>
      point(number, { street: 'Main St', line: [x, 0] }),
    )
    expect(rankCandidates(readingsOf('120B Main St, Reno, NV'), points)[0]!.candidate.line).toEqual([1, 0])
    expect(rankCandidates(readingsOf('120 1/2 Main St, Reno, NV'), points)[0]!.candidate.line).toEqual([2, 0])
  })
})

describe('the name of a street', () => {
  it('is another one in another direction', () => {
    const streets = ['5th Ave N', '5th Ave NE', '5th Ave S'].map((street, tlid) => side({ street, tlid }))
    expect(found('120 5th Ave NE, Reno, NV 89501', streets)).toEqual(['range 5TH AVE NE 1 R'])
    expect(found('120 5th Ave W, Reno, NV 89501', streets)).toEqual([])
  })

  it('means every direction if the address has none', () => {
    const streets = ['N Main St', 'S Main St'].map((street, tlid) => side({ street, tlid }))
    expect(found('120 Main St, Reno, NV 89501', streets)).toHaveLength(2)
    expect(found('120 Main St, Reno, NV 89501', [...streets, side({ street: 'Main St', tlid: 9 })])).toEqual([
      'range MAIN ST 9 R',
    ])
    const far = side({ street: 'Main St', tlid: 9, numbers: ['500', '598'] })
    expect(found('120 Main St, Reno, NV 89501', [...streets, far])).toHaveLength(2)
  })

  it('may lack its direction on the map, but not if the map has it too', () => {
    const bare = side({ street: 'Main St', tlid: 1 })
    const north = side({ street: 'N Main St', tlid: 2, numbers: ['500', '598'] })
    expect(found('120 N Main St, Reno, NV 89501', [bare])).toEqual(['range MAIN ST 1 R'])
    expect(found('120 N Main St, Reno, NV 89501', [bare, north])).toEqual(['street N MAIN ST 2 R'])
  })

  it('may have its direction at the other end', () => {
    const [before, after] = [side({ street: 'N Main St', tlid: 1 }), side({ street: 'Main St N', tlid: 2 })]
    expect(found('120 Main St N, Reno, NV 89501', [before])).toEqual(['range N MAIN ST 1 R'])
    expect(found('120 Main St N, Reno, NV 89501', [before, after])).toEqual(['range MAIN ST N 2 R'])
  })

  it('means every suffix if the address has none', () => {
    const streets = ['Oak St', 'Oak Ave'].map((street, tlid) => side({ street, tlid }))
    expect(found('120 Oak, Reno, NV 89501', streets)).toHaveLength(2)
    expect(found('120 Oak St, Reno, NV 89501', streets)).toEqual(['range OAK ST 0 R'])
  })

  it('may have another suffix, but not if the map has its own too', () => {
    const ave = side({ street: 'Oak Ave', tlid: 1 })
    const street = side({ street: 'Oak St', tlid: 2, numbers: ['500', '598'] })
    expect(found('120 Oak St, Reno, NV 89501', [ave])).toEqual(['range OAK AVE 1 R'])
    expect(found('120 Oak St, Reno, NV 89501', [ave, street])).toEqual(['street OAK ST 2 R'])
  })

  it('may be misspelled, but not if the map has the name as it is written', () => {
    const kilbourn = side({ street: 'Kilbourn Ave', tlid: 1 })
    expect(found('120 Kilbourne Ave, Reno, NV 89501', [kilbourn])).toEqual(['range KILBOURN AVE 1 R'])
    expect(found('120 Kilbourne St, Reno, NV 89501', [kilbourn])).toEqual([])
    const willow = side({ street: 'Willow St', tlid: 1, numbers: ['500', '598'] })
    const willows = side({ street: 'Willows St', tlid: 2 })
    expect(found('120 Willow St, Reno, NV 89501', [willow, willows])).toEqual(['street WILLOW ST 1 R'])
  })

  it('is never misspelled if it has a number', () => {
    expect(
      found('120 21st St, Reno, NV 89501', [side({ street: '1st St' }), side({ street: '22nd St' })]),
    ).toEqual([])
  })

  it('means every kind of road with that number, but not if its own exists', () => {
    const roads = ['State Hwy 12', 'US Hwy 12'].map((street, tlid) => side({ street, tlid }))
    expect(found('120 Highway 12, Reno, NV 89501', roads)).toHaveLength(2)
    expect(found('120 State Route 12, Reno, NV 89501', roads)).toEqual(['range STATE HWY 12 0 R'])
  })
})

describe('the place of an address', () => {
  it('may be wrong in its ZIP code or in its city, but not in both', () => {
    const main = side({ street: 'Main St' })
    expect(found('120 Main St, Reno, NV 89502', [main])).toHaveLength(1)
    expect(found('120 Main St, Sparks, NV 89501', [main])).toHaveLength(1)
    expect(found('120 Main St, Sparks, NV 89502', [main])).toEqual([])
    expect(found('120 Main St, NV', [main])).toEqual([])
  })

  it('is the ZIP code if the place has the street twice', () => {
    const streets = ['89501', '89502'].map((zip5, tlid) => side({ street: 'Main St', zip5, tlid }))
    expect(found('120 Main St, Reno, NV 89502', streets)).toEqual(['range MAIN ST 1 R'])
    expect(found('120 Main St, Reno, NV', streets)).toHaveLength(2)
    expect(found('120 Main St, Reno, NV 89599', streets)).toHaveLength(2)
  })

  it('need not be the city of the post office', () => {
    const streets = [
      side({ street: 'Main St', place: 'Sparks', tlid: 1 }),
      side({ street: 'Main St', place: null, tlid: 2, numbers: ['300', '398'] }),
    ]
    expect(found('120 Main St, Reno, NV 89501', streets)).toEqual(['range MAIN ST 1 R'])
    expect(found('320 Main St, Reno, NV 89501', streets)).toEqual(['range MAIN ST 2 R'])
  })

  it('is compared in one spelling', () => {
    const saint = side({ street: 'Main St', place: 'Saint Mary’s Hts', zip5: null })
    expect(found('120 Main St, St. Marys Heights, NV', [saint])).toHaveLength(1)
    expect(found('120 Main St, Saint Marys Heights, NV', [saint])).toHaveLength(1)
  })

  it('lies in the state that the address names', () => {
    const both = [
      side({ street: 'State St', state: 'va', tlid: 1 }),
      side({ street: 'State St', state: 'tn', tlid: 2 }),
    ]
    expect(found('120 State St, Reno, TN', both)).toEqual(['range STATE ST 2 R'])
    expect(found('120 State St 89501', both)).toHaveLength(2)
  })
})

describe('a number without a range', () => {
  const sides = [
    side({ street: 'Main St', tlid: 1 }),
    side({ street: 'Main St', tlid: 2, numbers: null }),
    side({ street: 'Main St', tlid: 3, zip5: '89502' }),
    side({ street: 'Main Ave', tlid: 4 }),
  ]

  it('means every side of the street in its place', () => {
    const ranked = rankCandidates(readingsOf('720 Main St, Reno, NV 89501'), sides)
    expect(ranked.map(({ candidate }) => candidate.tlid).toSorted()).toEqual([1, 2, 3])
    expect(ranked[0]).toMatchObject({ level: 'street', confidence: 60, number: null })
  })

  it('is not guessed if the name is misspelled', () => {
    expect(found('720 Mainn St, Reno, NV 89501', sides)).toEqual([])
  })

  it('gives an order that does not depend on the rows', () => {
    const one = rankCandidates(readingsOf('720 Main St, Reno, NV 89501'), sides)
    expect(rankCandidates(readingsOf('720 Main St, Reno, NV 89501'), sides.toReversed())).toEqual(one)
  })
})
