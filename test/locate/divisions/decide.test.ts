import { describe, expect, it } from 'vitest'
import { chamberTiers } from '../../../locate/divisions/chambers.ts'
import { type Containing, decideDivisions } from '../../../locate/divisions/decide.ts'
import { type MapPeriod, mapsInForce, nextStart } from '../../../locate/divisions/maps.ts'

const period = (parts: Partial<MapPeriod>): MapPeriod => ({
  map: 'map-1',
  tier: 'sldu',
  valid_from: null,
  valid_to: null,
  is_simplified: false,
  newest_id: 1,
  ...parts,
})
const within = (division: string, parts: Partial<Containing> = {}): Containing => ({
  division_id: division,
  tier: 'sldu',
  map: 'map-1',
  valid_from: null,
  valid_to: null,
  by: 'shape',
  distance_m: null,
  is_simplified: false,
  is_on_line: false,
  ...parts,
})
const chambers = new Map([['sldu', period({})]])
const decide = (candidates: readonly (readonly Containing[])[], { overlap = false } = {}) =>
  decideDivisions(candidates, chambers, { may_overlap: () => overlap })

describe('the decision of the districts of an address', () => {
  it('is the district that contains every candidate', () => {
    expect(decide([[within('a')], [within('a', { by: 'face' })]])).toMatchObject({
      kind: 'same',
      divisions: [{ division_id: 'a' }],
    })
  })

  it.each([
    ['candidates lie in different districts', [[within('a')], [within('b')]]],
    ['a candidate lies in one district more', [[within('a')], [within('a'), within('b')]]],
    [
      'a candidate lies on the line of two',
      [[within('a', { is_on_line: true }), within('b', { is_on_line: true })]],
    ],
    ['shapes overlap by an error of the map', [[within('a'), within('b')]]],
    ['the line of a simplified shape is near', [[within('a', { is_simplified: true, distance_m: 499 })]]],
  ])('is refused if %s', (_, candidates) => {
    expect(decide(candidates)).toEqual({ kind: 'split' })
  })

  it.each([
    ['no district contains a candidate', [[within('a')], []]],
    ['only another map contains it', [[within('a', { map: 'map-0' })]]],
    ['only another edition of the map contains it', [[within('a', { valid_from: '2012-01-01' })]]],
    ['only another kind of district contains it', [[within('a', { tier: 'sldl' })]]],
    ['there is no candidate', []],
  ])('is that the address lies outside if %s', (_, candidates) => {
    expect(decide(candidates)).toEqual({ kind: 'outside' })
  })

  it('accepts a simplified shape far from its line, and a face at any distance', () => {
    const far = within('a', { is_simplified: true, distance_m: 501 })
    const face = within('a', { is_simplified: true, by: 'face', distance_m: 0 })
    expect(decide([[far], [face]]).kind).toBe('same')
  })

  it('keeps all districts of a chamber whose districts may overlap', () => {
    const both = [within('belknap_1'), within('belknap_8')]
    expect(decide([both, both.toReversed()], { overlap: true })).toMatchObject({
      divisions: [{ division_id: 'belknap_1' }, { division_id: 'belknap_8' }],
    })
  })

  it('keeps other divisions only if all candidates agree on them', () => {
    const county = (division: string) => within(division, { tier: 'county', map: 'counties' })
    const decision = decide([
      [within('a'), county('x')],
      [within('a'), county('y')],
    ])
    expect(decision).toMatchObject({ kind: 'same', divisions: [{ division_id: 'a' }] })
  })
})

describe('the map in force', () => {
  const old = period({ map: 'old', valid_from: '2013-01-01' })
  const recent = period({ map: 'recent', valid_from: '2023-01-10' })

  it('is the one that began last, from its first day on', () => {
    const on = (day: string) => mapsInForce([recent, old], day).get('sldu')?.map
    expect([
      on('2012-12-31'),
      on('2013-01-01'),
      on('2023-01-09'),
      on('2023-01-10'),
      on('2030-01-01'),
    ]).toEqual([undefined, 'old', 'old', 'recent', 'recent'])
  })

  it('ends on its last day, and an older one does not return', () => {
    const ended = { ...recent, valid_to: '2025-01-01' }
    expect(mapsInForce([old, ended], '2024-12-31').get('sldu')?.map).toBe('recent')
    expect(mapsInForce([old, ended], '2025-01-01').get('sldu')).toBeUndefined()
  })

  it('is the complete one of two that begin on one day, then the one loaded last', () => {
    const drawn = period({ map: 'drawn', newest_id: 9, is_simplified: true })
    const [first, second] = [period({ map: 'first', newest_id: 2 }), period({ map: 'second', newest_id: 3 })]
    expect(mapsInForce([first, second, drawn], '2026-01-01').get('sldu')?.map).toBe('second')
    expect(mapsInForce([drawn, second, first], '2026-01-01').get('sldu')?.map).toBe('second')
  })

  it('is computed for each kind of district', () => {
    const lower = period({ tier: 'sldl', map: 'lower' })
    expect([...mapsInForce([recent, lower], '2026-01-01').keys()].toSorted()).toEqual(['sldl', 'sldu'])
  })

  it('is followed by the next one of the chambers', () => {
    const later = period({ map: 'later', valid_from: '2027-01-01' })
    const county = period({ map: 'counties', tier: 'county', valid_from: '2026-06-01' })
    const tiers = new Set(['sldu'])
    expect(nextStart([old, later, recent, county], '2026-01-01', tiers)).toBe('2027-01-01')
    expect(nextStart([old, later], '2027-01-01', tiers)).toBeNull()
  })
})

describe('the chambers of a place', () => {
  it.each([
    ['mt', ['sldl', 'sldu']],
    ['ne', ['sldu']],
    ['dc', ['ward']],
    ['pr', ['sldl', 'sldu']],
  ])('have these kinds of districts in %s: %j', (state, tiers) => {
    expect([...chamberTiers(state)].toSorted()).toEqual(tiers)
  })
})
