import { describe, expect, it } from 'vitest'
import { type BoundaryRow, inForce, withEnds } from '../../../../api/read-model/jurisdictions/boundaries.ts'

let ids = 0
const map = (validFrom: string | null, validTo: string | null = null, more: Partial<BoundaryRow> = {}) =>
  ({ id: ++ids, valid_from: validFrom, valid_to: validTo, is_simplified: null, ...more }) as BoundaryRow

const endsOf = (maps: readonly BoundaryRow[]) => withEnds(maps).map(({ valid_to }) => valid_to)

describe('the maps of a division', () => {
  it('are each in force until the next one starts or until their end date', () => {
    expect(endsOf([map(null), map('2013-01-03'), map('2023-01-03')])).toEqual([
      '2013-01-03',
      '2023-01-03',
      null,
    ])
    expect(endsOf([map('2017-01-03', '2019-01-03'), map('2025-01-03')])).toEqual(['2019-01-03', null])
    expect(endsOf([map('2017-01-03', '2030-01-01'), map('2025-01-03')])).toEqual(['2025-01-03', null])
  })

  it('start on their first day, and none is in force before the first', () => {
    const maps = withEnds([map('2013-01-03'), map('2025-01-13')])
    const on = (day: string) => inForce(maps, day)?.valid_from
    expect(on('2013-01-02')).toBeUndefined()
    expect(on('2025-01-12')).toBe('2013-01-03')
    expect(on('2025-01-13')).toBe('2025-01-13')
    expect(on('2099-01-01')).toBe('2025-01-13')
  })

  it('may leave days without a map between an end date and the next start', () => {
    const maps = withEnds([map('2017-01-03', '2019-01-03'), map('2025-01-03')])
    expect(inForce(maps, '2019-01-02')).toBeDefined()
    expect(inForce(maps, '2019-01-03')).toBeUndefined()
  })

  it('with equal dates give the detailed one first, then the one that was loaded last', () => {
    const [full, simple, later] = [map(null), map(null, null, { is_simplified: true }), map(null)]
    expect(inForce([full!, simple!], '2026-01-01')).toBe(full)
    expect(inForce([full!, simple!, later!], '2026-01-01')).toBe(later)
  })
})
