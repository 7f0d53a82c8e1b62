import { stringify } from 'csv-stringify/sync'
import type { ShownScore } from './scores.ts'

const HEAD = [
  'id',
  'legislator_id',
  'name',
  'printed_name',
  'party',
  'chamber',
  'district',
  'points',
  'possible',
  'score',
  'printed',
  'rank',
  'reason',
  'items',
] as const

/**
 * Scores as CSV (RFC 4180). `items` has the item, the mark, and points of possible points, so that each row adds up. A text
 * that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function scoresCsv(scores: readonly ShownScore[]): string {
  return stringify([[...HEAD], ...scores.map(rowOf)], { escape_formulas: true, record_delimiter: 'windows' })
}

function rowOf(one: ShownScore): (string | number | null)[] {
  const { legislator } = one
  return [
    one.id,
    legislator?.id ?? null,
    legislator?.name ?? one.name,
    one.name,
    legislator?.party ?? null,
    one.chamber,
    legislator?.district ?? null,
    one.points,
    one.possible,
    one.score,
    one.printed,
    one.rank,
    one.reason,
    one.items
      .map(({ item_id, mark, points, possible }) => `${item_id} ${mark} ${points}/${possible}`)
      .join('; '),
  ]
}
