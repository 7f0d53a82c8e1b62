import { describe, expect, it } from 'vitest'
import { numberOf, seriesOf } from '../../../ingest/freshness/identifier-series.ts'
import { normalizeIdentifier } from '../../../ingest/identity/bill-identifiers.ts'

const division = (state: string) => `ocd-division/country:us/state:${state}`

describe('the gap report on bill numbers of a session', () => {
  it('groups numbers by the text before them', () => {
    expect(seriesOf(division('pa'), ['HB1', 'HB2', 'SB1', 'HR1'])).toEqual([
      { prefix: 'HB', present: 2, lowest: 1, highest: 2, missing: 0, first_missing: [] },
      { prefix: 'HR', present: 1, lowest: 1, highest: 1, missing: 0, first_missing: [] },
      { prefix: 'SB', present: 1, lowest: 1, highest: 1, missing: 0, first_missing: [] },
    ])
  })

  it('lists as missing all numbers between the first and the highest (I18)', () => {
    expect(seriesOf(division('pa'), ['HB3', 'HB7', 'HB8', 'HB7A'])).toEqual([
      { prefix: 'HB', present: 3, lowest: 3, highest: 8, missing: 5, first_missing: [1, 2, 4, 5, 6] },
    ])
  })

  it('starts at the first number of the chamber, such as 1000 in Washington', () => {
    const [hb] = seriesOf(division('wa'), ['HB1001', 'HB1000', 'HB1003'])
    expect(hb).toMatchObject({ lowest: 1000, highest: 1003, missing: 1, first_missing: [1002] })
  })

  it('lists at most ten missing numbers, however wide a gap is', () => {
    const [hb] = seriesOf(division('pa'), ['HB1', 'HB900000'])
    expect(hb).toMatchObject({ missing: 899_998 })
    expect(hb?.first_missing).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it.each([
    ['co', 'HB05-1234', 'HB05-', 1234],
    ['ca', 'SBX1 4', 'SBX1', 4],
    ['dc', 'B25-0001', 'B25-', 1],
    ['mp', 'HB 24-1', 'HB24-', 1],
    ['gu', 'B 100-38', 'B…-38', 100],
    ['ny', 'A8019A', 'A', 8019],
  ])('reads numbers as the place prints them: %s %s', (place, printed, prefix, number) => {
    const kind = place === 'dc' ? 'district' : ['gu', 'mp'].includes(place) ? 'territory' : 'state'
    const jurisdiction = `ocd-division/country:us/${kind}:${place}`
    const found = numberOf(place, normalizeIdentifier(place, printed))
    expect(found && { ...found, prefix: found.prefix.trim() }, jurisdiction).toEqual({ prefix, number })
  })

  it('ignores text without a number, dates and ids', () => {
    expect(numberOf(division('pa'), 'RULES')).toBeNull()
    expect(seriesOf(division('pa'), ['HB20260302120000', 'RULES'])).toEqual([])
  })
})
