import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ScoredRow } from '../../../../api/read-model/ranking/exact-ranking.ts'
import { mergePages } from '../../../../api/read-model/search/best-found.ts'

const someRow = fc.record({
  score: fc.integer({ min: 0, max: 5 }),
  day: fc.constantFrom('-infinity', '2024-12-31', '2025-01-01'),
  bytes: fc.integer({ min: 1, max: 50 }),
  is_bill: fc.boolean(),
})

const inOrder = (one: ScoredRow, other: ScoredRow): number =>
  other.score - one.score || (one.day < other.day ? 1 : one.day > other.day ? -1 : other.id - one.id)

it('the first rows of two merged pages are the first rows of both collections, however they are cut', () => {
  fc.assert(
    fc.property(
      fc.array(someRow, { maxLength: 40 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 200 }),
      (all, limit, bytes) => {
        const rows = all.map((row, id) => ({ ...row, id }) as unknown as ScoredRow & typeof row)
        const whole = rows.toSorted(inOrder).map(({ id }) => id)
        const pages = [true, false].map((isBill) => pageOf(rows.filter((row) => row.is_bill === isBill)))
        function pageOf(own: typeof rows) {
          let through = 0
          const page: typeof rows = []
          for (const row of own.toSorted(inOrder).slice(0, limit + 1)) {
            if (page.length >= 2 && through > bytes) break
            through += row.bytes
            page.push({ ...row, bytes_through: through })
          }
          return { rows: page, is_full: page.length < own.length }
        }
        const merged = mergePages(pages, { limit, bytes })
        const ids = merged.rows.map(({ id }) => id)
        expect(ids).toEqual(whole.slice(0, ids.length))
        expect(ids.length).toBeGreaterThanOrEqual(Math.min(2, whole.length))
        if (ids.length < whole.length) expect(merged.is_full).toBe(true)
      },
    ),
  )
})
