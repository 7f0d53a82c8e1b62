import { expect } from 'vitest'
import type { TestApi } from './test-api.ts'

export type WalkedItem = { id: number; updated_at: string; deleted?: true }
export type Walked = { items: WalkedItem[]; sync_through: Set<string>; pages: number }

/** Reads a collection to its end, or from a cursor on. `between` may change data between pages. */
export async function walkPages(
  api: TestApi,
  url: string,
  between: (page: number) => Promise<void> = async () => {},
  from: string | null = null,
): Promise<Walked> {
  const walked: Walked = { items: [], sync_through: new Set(), pages: 0 }
  let cursor = from
  do {
    const answer = await api.get(cursor === null ? url : `${url}&cursor=${cursor}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const page = answer.json<{ data: WalkedItem[]; next_cursor: string | null }>()
    walked.items.push(...page.data)
    walked.sync_through.add(String(answer.headers['x-sync-through']))
    walked.pages += 1
    cursor = page.next_cursor
    expect(answer.headers.link === undefined).toBe(cursor === null)
    await between(walked.pages)
  } while (cursor !== null)
  return walked
}
