import { hash } from 'node:crypto'
import { parseInstant } from '../../schemas/http/instant.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { problem } from '../http/problem.ts'

/**
 * Opaque keyset cursors. A cursor is the place after the last row, never an offset. So pages cost the same at
 * any depth, and a deleted row does not shift others. A cursor is bound to its filters and carries the
 * watermark that its first page pinned.
 */
const VERSION = 1

type Kind = 'integer' | 'place' | 'text' | 'instant' | 'seq' | 'day'
const MAX_SEQ = 2n ** 63n - 1n
const MAX_PLACE = 2 ** 31 - 1
/** Accepts only values that the column can store, so that an invented cursor is refused instead of tried. */
const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  integer: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  place: (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_PLACE,
  text: (value) =>
    typeof value === 'string' && value.length <= 500 && !value.includes('\0') && value.isWellFormed(),
  instant: isInstant,
  seq: (value) => typeof value === 'string' && /^\d{1,19}$/.test(value) && BigInt(value) <= MAX_SEQ,
  day: (value) => value === '-infinity' || (typeof value === 'string' && dayOf(value) === value),
}

/** The orders that collections have, each with the kinds of its tuple; the last is always the unique tie-break. */
export const orders = {
  id: ['integer'],
  identifier_desc: ['day', 'integer'],
  changes: ['instant', 'seq', 'integer'],
  history: ['day', 'seq', 'text'],
  position: ['place', 'text'],
  part_changes: ['instant', 'seq', 'text'],
  rank: ['place', 'text'],
  id_desc: ['integer'],
  updated_at: ['instant', 'seq', 'integer'],
  updated_at_desc: ['instant', 'seq', 'integer'],
  introduced_on: ['day', 'integer'],
  introduced_on_desc: ['day', 'integer'],
  latest_action_on: ['day', 'integer'],
  latest_action_on_desc: ['day', 'integer'],
  publication_date: ['day', 'integer'],
  publication_date_desc: ['day', 'integer'],
  effective_on: ['day', 'integer'],
  effective_on_desc: ['day', 'integer'],
  comments_close_on: ['day', 'integer'],
  comments_close_on_desc: ['day', 'integer'],
  /** The count of words that gave the weights, then score, day and id of the row. */
  word_score: ['place', 'place', 'day', 'integer'],
  /** The same for bills and regulations in one list, each with its count. */
  word_scores: ['place', 'place', 'place', 'day', 'integer'],
  /** Matches in texts, which come after the others. */
  text_score: ['place', 'place', 'day', 'integer'],
} as const satisfies Record<string, readonly Kind[]>
export type Order = keyof typeof orders

export type Cursor = {
  readonly epoch: number
  readonly order: Order
  readonly watermark: string
  readonly after: readonly (string | number)[]
}

/** Ties a cursor to everything that chooses its rows: the path and every filter. */
export const filterHash = (filters: unknown): string =>
  hash('sha256', canonicalJson(filters), 'base64url').slice(0, 12)

export function encodeCursor(cursor: Cursor, filters: string): string {
  const content = [VERSION, cursor.epoch, cursor.order, filters, cursor.watermark, ...cursor.after]
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

/** Throws 400 `cursor_invalid` for what is not a cursor, `cursor_mismatch` for one of a request with other filters. */
export function decodeCursor(text: string, filters: string, allowed: readonly Order[]): Cursor {
  const content = parse(text)
  if (!Array.isArray(content)) throw invalid()
  const [version, epoch, order, bound_to, watermark, ...after] = content as unknown[]
  if (version !== VERSION || !Number.isSafeInteger(epoch) || !isOrder(order) || !isInstant(watermark))
    throw invalid()
  const tuple: readonly Kind[] = orders[order]
  if (after.length !== tuple.length || !tuple.every((kind, index) => kinds[kind](after[index])))
    throw invalid()
  if (bound_to !== filters || !allowed.includes(order)) {
    throw problem(400, 'cursor_mismatch', 'The cursor belongs to a request with other parameters.', {
      errors: [
        {
          parameter: 'cursor',
          detail: 'Repeat the parameters of the first page, or start without a cursor.',
        },
      ],
    })
  }
  return { epoch: epoch as number, order, watermark, after: after as (string | number)[] }
}

function parse(text: string): unknown {
  if (!/^[\w-]{1,2000}$/.test(text)) throw invalid()
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw invalid()
  }
}

const isOrder = (word: unknown): word is Order => typeof word === 'string' && Object.hasOwn(orders, word)

/** Accepts only the form that we write. */
function isInstant(value: unknown): value is string {
  return typeof value === 'string' && parseInstant(value) === value
}

function invalid() {
  return problem(400, 'cursor_invalid', 'This service did not create the cursor.', {
    errors: [{ parameter: 'cursor', detail: 'Pass next_cursor of the previous page unchanged.' }],
  })
}
