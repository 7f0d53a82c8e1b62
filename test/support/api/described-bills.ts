import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBillContents } from '../../../derive/bills/bill-content.ts'
import { writeSummaries } from '../../../derive/bills/bill-summaries.ts'
import { allMethods } from '../../../derive/methods/method-module.ts'
import { fillBills } from '../../../derive/service/fill-bills.ts'
import type { Summary } from '../../../derive/summary/summary.ts'
import { summaryRow } from '../../../derive/summary/summary-row.ts'
import { summarySource } from '../../../derive/summary/summary-source.ts'
import { createThreadPool } from '../../../derive/threads/thread-pool.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { Version } from '../../../schemas/event-bodies/bill.ts'
import type { Derivation } from '../../../schemas/event-bodies/derivation.ts'
import { derivation } from '../../legislature/event-bodies.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../builders/event-builder.ts'
import { createProjectedDatabase } from '../stores/database.ts'
import { createProjectedSchema } from './projected-events.ts'
import { createTestApi } from './test-api.ts'

/** The text of a bill. Its first line has a character of two UTF-16 units. */
export const LAW = `AN ACT Relating to school meals 𝐀.
Section 1. The superintendent shall offer a free school meal to every pupil by September 1, 2027.
Section 2. A district that offers no school meals must pay a penalty of $500.
`

/** An API over bills with texts, stored summaries and texts of a model. */
export async function createDescribedBills() {
  const test = await createProjectedDatabase()
  const object_store = await mkdtemp(join(tmpdir(), 'objects-'))
  const objects = createObjectStore({ ...test.settings, object_store })
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const project = async () => {
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
  }
  story.jurisdiction()
  await project()
  const api = await createTestApi(test, { settings: { object_store } })

  const detail = async (bill: BuiltBill) => {
    const answer = await api.get(`/v1/bills/${bill.id}`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }

  return {
    test,
    api,
    story,
    project,
    /** Gives the bill a version with this text. A text that `isLost` is not in the object store. */
    async giveText(bill: BuiltBill, text: string, isLost = false) {
      if (!isLost) await objects.put(Buffer.from(text), 'text/plain')
      const bytes = Buffer.byteLength(text)
      const named = { sha256: sha256Of(Buffer.from(text)), bytes }
      const pointer = { ...named, media_type: 'text/html', url: 'https://leg.example/1.htm' }
      const version: Version = {
        id: `version-${bill.id}`,
        note: 'Introduced',
        date: null,
        classification: '',
        links: [],
        text: { ...pointer, extracted: { ...named, characters: [...text].length } },
      }
      story.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions: [version] })
    },
    /** A model says this about the bill. */
    async describe(bill: BuiltBill, text: string, changes: Partial<Derivation>) {
      const text_sha256 = sha256Of(Buffer.from(text))
      const named = story.mint('ocd-derivation')
      const body = derivation({ text_sha256, ...changes })
      story.emit('derivation.recorded', { ...named, bill: contextOf(bill), derivation: body })
    },
    /** Stores a summary of the current content of the bill, as the derive service does. */
    async store(bill: BuiltBill, summary: Summary) {
      const [content] = await readBillContents(test.database, projected.name, [bill.id])
      const { facts, text } = content!.source!
      const row = summaryRow(summarySource(facts, text), summary, 1)
      await writeSummaries(test.database, [{ bill_id: bill.id, ...row }])
    },
    /** Derives everything ahead of requests, as the derive service does. */
    async fill() {
      const pool = createThreadPool(allMethods, { threads: 1, most_waiting: 100, heap_mb: 256 })
      const { database } = test
      const signal = new AbortController().signal
      await fillBills({ database, objects, pool, module: allMethods, threads: 1, signal })
      await pool.close()
    },
    detail,
    /** The bill with its summary. An answer has none if deriving it takes longer than an answer waits. */
    async summarized(bill: BuiltBill) {
      for (;;) {
        const answer = await detail(bill)
        if (answer.ai_summary !== null) return answer
      }
    },
    /** The bill as an item of a list with details. */
    async listed(bill: BuiltBill) {
      const answer = await api.get('/v1/bills?include=details&limit=200')
      if (answer.statusCode !== 200) throw new Error(answer.body)
      const { data } = answer.json<{
        data: { id: number; ai_summary: unknown; ai_summary_meta: unknown }[]
      }>()
      return data.find(({ id }) => id === bill.id)!
    },
  }
}

type Cited = { readonly start: number; readonly end: number; readonly quote: string }

/** Citations whose quote is not the text from `start` to `end` in Unicode characters. */
export const wrongQuotes = (text: string, citations: readonly Cited[]): Cited[] =>
  citations.filter(({ start, end, quote }) => [...text].slice(start, end).join('') !== quote)
