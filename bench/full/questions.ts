import type { Database } from '../../runtime/postgres/postgres.ts'

export type Question = {
  readonly kind: 'list' | 'detail' | 'changes'
  readonly path: string
  readonly id?: number
}
export type Answer = { readonly status: number; readonly sync_through: string; readonly text: string }

const DIFFERENT = 400

/** Requests lists, details and pages of changes in turn, spread over all rows. */
export async function createQuestions(database: Database, readSchema: string): Promise<Question[]> {
  const { rows } = await database.query<{ id: number; jurisdiction: string; at: string }>(
    `SELECT id, jurisdiction, to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
       FROM ${readSchema}.bills WHERE present AND NOT deleted ORDER BY random() LIMIT $1`,
    [DIFFERENT],
  )
  return rows.flatMap(({ id, jurisdiction, at }): Question[] => [
    { kind: 'list', path: `/v1/bills?limit=50&jurisdiction=${encodeURIComponent(jurisdiction)}` },
    { kind: 'detail', path: `/v1/bills/${id}`, id },
    { kind: 'changes', path: `/v1/bills?limit=200&include=deleted&updated_since=${encodeURIComponent(at)}` },
  ])
}

type Item = { readonly id: number; readonly updated_at: string }

/** Finds a fault in an answer: rows of two read schemas in one answer would break the order or repeat a row. */
export function faultOf(question: Question, { status, text, sync_through }: Answer): string | undefined {
  if (status !== 200) return `answered ${status}: ${text.slice(0, 200)}`
  const body = JSON.parse(text) as { id?: number; data?: readonly Item[] }
  if (question.kind === 'detail') return body.id === question.id ? undefined : `shows ${body.id}`
  const items = body.data ?? []
  if (items.length === 0) return 'shows nothing'
  if (new Set(items.map(({ id }) => id)).size < items.length) return 'shows a bill twice'
  const isUnordered = items.some((item, index) => {
    const before = items[index - 1]
    if (before === undefined) return false
    return question.kind === 'list' ? before.id >= item.id : before.updated_at > item.updated_at
  })
  if (isUnordered) return 'is out of order'
  if (question.kind === 'changes' && items.some(({ updated_at }) => updated_at >= sync_through)) {
    return `shows what is not below its watermark ${sync_through}`
  }
  return undefined
}
