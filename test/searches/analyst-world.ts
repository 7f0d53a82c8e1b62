import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { govinfoBillstatus } from '../../ingest/sources/govinfo-billstatus/index.ts'
import { openstatesScraper } from '../../ingest/sources/openstates-scraper/index.ts'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import { createProjectedSchema } from '../support/api/projected-events.ts'
import { createTestApi } from '../support/api/test-api.ts'
import { EventBuilder } from '../support/builders/event-builder.ts'
import { realData } from '../support/harness/real-data.ts'
import { readSourceText } from '../support/source-records/read-source.ts'
import { createProjectedDatabase } from '../support/stores/database.ts'

export type FoundBill = {
  /** Postal code. */
  readonly place: string
  readonly session: string
  readonly identifier: string
  readonly title: string
  readonly passage?: { readonly part: string; readonly text: string } | null
}
export type AnalystWorld = {
  /** The results in order, up to a limit. */
  search(query: Readonly<Record<string, string>>): Promise<FoundBill[]>
}

const MOST_FOUND = 1_000
const EVENTS_AT_ONCE = 500

/** The API over the core fields of bills. */
export async function createAnalystWorld(bills: readonly Partial<BillCore>[]): Promise<AnalystWorld> {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  for (const bill of bills) story.bill(bill)
  const events = story.take()
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    await projected.apply(events.slice(from, from + EVENTS_AT_ONCE))
  }
  await projected.setWatermark(story.later)
  await test.database.query(`ANALYZE ${projected.name}.bills; ANALYZE ${projected.name}.bill_words`)
  const api = await createTestApi(test)
  return {
    async search(query) {
      const found: FoundBill[] = []
      let cursor: string | null = ''
      while (cursor !== null && found.length < MOST_FOUND) {
        const page = new URLSearchParams({ ...query, limit: '200', ...(cursor === '' ? {} : { cursor }) })
        const answer = await api.get(`/v1/bills?${page}`)
        if (answer.statusCode !== 200) throw new Error(answer.body)
        const { data, next_cursor } = answer.json<{
          data: (FoundBill & { jurisdiction: string })[]
          next_cursor: string | null
        }>()
        found.push(...data.map((bill) => ({ ...bill, place: bill.jurisdiction.split(/[:/]/).at(-1)! })))
        cursor = next_cursor
      }
      return found
    },
  }
}

/**
 * Reads the bills of the states, and those of Congress from the BILLSTATUS files beside them, and maps them like their
 * sources. Gives undefined if the files are missing. If a bill has several files, the last one counts.
 */
export async function readRealBills(states: readonly string[]): Promise<BillCore[] | undefined> {
  const bills = new Map<string, BillCore>()
  for (const state of [...states, undefined]) {
    const folder = realData(state === undefined ? 'govinfo-billstatus' : `openstates-scraper/${state}`)
    if (folder === undefined) return undefined
    // Roll calls are left out: they take longer to read than all bills.
    const files = (await readdir(folder)).filter((name) => !name.startsWith('vote_event'))
    const paths = files.map((name) => join(folder, name))
    const { of } = await readSourceText(state === undefined ? govinfoBillstatus : openstatesScraper, ...paths)
    for (const { parts } of of('bill')) {
      const { core, actions = [] } = parts
      if (core === undefined) continue
      const introducedOn = actions.map(({ date }) => date.slice(0, 10)).sort()[0] ?? null
      const key = [core.jurisdiction, core.session, core.identifier].join()
      bills.set(key, { ...core, introduced_on: introducedOn, session_known: true })
    }
  }
  return [...bills.values()]
}
