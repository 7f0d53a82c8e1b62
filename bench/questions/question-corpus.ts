import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openContext } from '../../cli/context/context.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { identifierKey } from '../../projections/projectors/content/bill-content.ts'
import { countWords } from '../../projections/search/count-words.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { createProjectedSchema } from '../../test/support/api/projected-events.ts'
import { EventBuilder } from '../../test/support/builders/event-builder.ts'
import { createScratch, type Scratch } from '../service/scratch-database.ts'

export type CorpusBill = {
  readonly title: string
  readonly subjects: readonly string[]
  readonly abstract: string
}

/** The real bills in a database of their own. */
export type QuestionCorpus = {
  readonly scratch: Scratch
  /** `state|session|number` of each bill, as judgments name it, by its id. */
  readonly keys: ReadonlyMap<number, string>
  readonly bills: ReadonlyMap<string, CorpusBill>
}

const EVENTS_AT_ONCE = 500

/** Opens the database of an earlier run, or fills it with the bills of all states. */
export async function openQuestionCorpus(folder: string): Promise<QuestionCorpus> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry'] })
  const scratch = await createScratch(settings, 'questions', { reuse: true })
  if ((await liveReadSchema(scratch.database)) === undefined) await fill(scratch, folder)
  const schema = await liveReadSchema(scratch.database)
  type Row = {
    readonly id: number
    readonly jurisdiction: string
    readonly session: string
    readonly identifier: string
    readonly title: string
    readonly subjects: readonly string[]
    readonly abstract: string
  }
  const { rows } = await scratch.database.query<Row>(
    `SELECT b.id, b.jurisdiction, b.session, b.identifier, b.title, b.subjects, w.abstracts AS abstract
     FROM ${schema}.bills b JOIN ${schema}.bill_words w USING (id)`,
  )
  const keyOf = ({ jurisdiction, session, identifier }: Row) =>
    billKey([findJurisdiction(jurisdiction)?.abbreviation ?? '', session, identifier].join('|'))
  return {
    scratch,
    keys: new Map(rows.map((row) => [row.id, keyOf(row)])),
    bills: new Map(rows.map((row) => [keyOf(row), row])),
  }
}

/** The key of a bill, however its number is printed: `mi|2025-2026|SB 1028`. */
export function billKey(printed: string): string {
  const [state = '', session = '', identifier = ''] = printed.split('|')
  return [state, session, identifierKey(identifier)].join('|')
}

async function fill(scratch: Scratch, folder: string): Promise<void> {
  const projected = await createProjectedSchema(scratch)
  const story = new EventBuilder()
  const states = await readdir(folder)
  for (const state of states) {
    for (const bill of await billsOf(join(folder, state))) {
      story.bill(bill)
    }
    const events = story.take()
    for (let from = 0; from < events.length; from += EVENTS_AT_ONCE)
      await projected.apply(events.slice(from, from + EVENTS_AT_ONCE))
  }
  await projected.setWatermark(story.later)
  await scratch.database.query(`ANALYZE ${projected.name}.bills; ANALYZE ${projected.name}.bill_words`)
  await countWords(scratch.database, projected.name)
}

/** The bills of one state; if a bill has several files, the last one counts. Roll calls are left out. */
export async function billsOf(folder: string): Promise<readonly BillCore[]> {
  const files = (await readdir(folder)).filter((name) => !name.startsWith('vote_event'))
  const paths = files.map((name) => join(folder, name))
  const bills = new Map<string, BillCore>()
  const started_at = new Date().toISOString()
  const source = await loadSource('openstates-scraper')
  for await (const item of source.read({ paths, started_at, passed_over() {} })) {
    if (item.kind !== 'observed') continue
    for (const seen of item.group) {
      if (seen.entity !== 'bill' || seen.parts.core === undefined) continue
      const { core, actions = [] } = seen.parts
      const introducedOn = actions.map(({ date }) => date.slice(0, 10)).sort()[0] ?? null
      bills.set(seen.key, { ...core, introduced_on: introducedOn, session_known: true })
    }
  }
  return [...bills.values()]
}
