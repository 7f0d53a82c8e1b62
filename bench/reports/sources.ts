import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openContext } from '../../cli/context/context.ts'
import { runIngest } from '../../ingest/runs/run.ts'
import type { FileInput, Source } from '../../ingest/source-interface/source.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { type Amount, allOf, type Measured, measure } from '../measure/measure.ts'
import { findParties } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { createScratch, type Scratch } from '../service/scratch-database.ts'

/**
 * Folders of the real data in the order in which a service would load them: people, then bills, then texts and votes.
 */
const plan: readonly (readonly [source: string, folder: string])[] = [
  ['ocd-divisions', 'ocd-division-ids'],
  ['boundaries', 'boundaries'],
  ['tiger', 'addresses/tiger2021-addrfeat-30059'],
  ['openaddresses', 'addresses/openaddresses-excerpts'],
  ['openstates-people', 'openstates-people'],
  ['congress-legislators', 'congress-legislators'],
  ['openstates-scraper', 'openstates-scraper'],
  ['openstates-scraper', 'openstates-history'],
  ['openstates-bulk', 'govbot-formatted'],
  ['legiscan', 'legiscan'],
  ['govinfo-billstatus', 'govinfo-billstatus'],
  ['unitedstates-congress', 'unitedstates-congress'],
  ['congress-votes', 'congress-votes'],
  ['federal-register', 'federal-register'],
  ['regulations-gov', 'regulations-gov'],
  ['bill-text', 'govinfo-bill-text'],
  ['bill-text', 'bill-texts'],
  ['model-legislation', 'model-legislation'],
]

type Row = {
  readonly source: string
  readonly folder: string
  readonly parsed: Measured
  readonly first: Measured
  readonly again: Measured
  readonly counts: Awaited<ReturnType<typeof runIngest>>
  readonly emitted_again: number
  readonly quarantined: readonly {
    readonly reason: string
    readonly times: number
    readonly detail: string
  }[]
  readonly by_entity: readonly { readonly entity_type: string; readonly stored: number }[]
}

/**
 * Loads every folder of real data that a source covers into one database. Writes the input, the output and
 * the rejected records with reasons to bench/source-counts.md. Writes the speed, beside reading and mapping
 * alone, to bench/RESULTS.md.
 */
export async function benchSources(data: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'registry'] })
  const scratch = await createScratch(settings, 'sources')
  try {
    const rows: Row[] = []
    for (const [source, folder] of plan) {
      log.info({ source, folder }, 'going in')
      rows.push(await runFolder(scratch, log, await loadSource(source), folder, join(data, folder)))
    }
    await writeFile(join(projectFolder, 'bench', 'source-counts.md'), describeCounts(rows))
    return keepResult(`legislog bench sources ${data}`, describeSpeed(rows))
  } finally {
    await scratch.drop()
  }
}

async function runFolder(
  scratch: Scratch,
  log: Log,
  source: Source,
  folder: string,
  path: string,
): Promise<Row> {
  const { database, settings } = scratch
  const parties = await findParties(settings)
  const codec = await createEventCodec(settings, database)
  const before = await countStored(scratch, source.name)
  const run = () =>
    runIngest({ source, paths: [path], settings, database, codec, log, clock: systemClock, mode: 'auto' })
  const amountOf = ({ records, events }: Amount): Amount => ({ records, events })
  const parsed = await measure(
    parties,
    'read and map',
    () => readAll(source, path),
    (records) => ({ records, events: 0 }),
  )
  const first = await measure(parties, 'first', run, amountOf)
  const again = await measure(parties, 'again', run, amountOf)
  // This run does not publish events.
  await database.query('TRUNCATE ingest.outbox')
  const after = await countStored(scratch, source.name)
  return {
    source: source.name,
    folder,
    parsed: parsed.measured,
    first: first.measured,
    again: again.measured,
    counts: first.result,
    emitted_again: again.result.events,
    quarantined: await readQuarantine(scratch, first.result.run_id, again.result.run_id),
    by_entity: [...after].map(([entity_type, stored]) => ({
      entity_type,
      stored: stored - (before.get(entity_type) ?? 0),
    })),
  }
}

async function readAll(source: Source, path: string): Promise<number> {
  const input: FileInput = { paths: [path], started_at: new Date().toISOString() }
  let records = 0
  for await (const item of source.read(input)) {
    records += item.kind === 'observed' ? item.group.length : item.kind === 'copies' ? item.count : 1
  }
  return records
}

async function countStored({ database }: Scratch, source: string): Promise<Map<string, number>> {
  const { rows } = await database.query<{ entity_type: string; stored: number }>(
    `SELECT e.entity_type, count(DISTINCT e.id)::int AS held FROM ingest.snapshot s JOIN ingest.entity e ON e.id = s.entity_id
      WHERE s.source = $1 GROUP BY 1 ORDER BY 1`,
    [source],
  )
  return new Map(rows.map(({ entity_type, stored: held }) => [entity_type, held]))
}

async function readQuarantine(
  { database }: Scratch,
  ...runIds: readonly string[]
): Promise<Row['quarantined']> {
  const { rows } = await database.query<Row['quarantined'][number]>(
    `SELECT reason, count(*)::int AS times, min(detail) AS detail FROM ingest.quarantine
      WHERE run_id = ANY ($1::text[]) GROUP BY reason, left(detail, 20) ORDER BY 1, 2 DESC`,
    [runIds],
  )
  return rows
}

const SHOWN_CHARACTERS = 160

function describeCounts(rows: readonly Row[]): string {
  const head = [
    'source',
    'folder',
    'records',
    'entities',
    'events',
    'said before',
    'passed over',
    'set aside',
    'share',
    'emitted by a second run',
  ]
  const faults = rows.flatMap(({ source, folder, quarantined }) =>
    quarantined.map(({ reason, times, detail }) => [source, folder, times, reason, cut(detail)]),
  )
  return [
    '# What the real data gave, source by source',
    '',
    'Written by `npm run legislog -- bench sources <folder>`: every folder that a source covers, whole, one after the other into one',
    'database. A record with known content is said before (copies, and what another file of the folder says too); what a source',
    'takes nothing from is passed over, and the log of the run names it with the reason.',
    '',
    markdown(
      head,
      rows.map(({ source, folder, counts, emitted_again }) => [
        source,
        folder,
        counts.records,
        counts.entities,
        counts.events,
        counts.unchanged + counts.stale,
        counts.passed_over,
        counts.quarantined,
        counts.records === 0 ? '' : `${((100 * counts.quarantined) / counts.records).toFixed(3)} %`,
        emitted_again,
      ]),
    ),
    '',
    '## Entities that each folder added to its source',
    '',
    markdown(
      ['source', 'folder', 'entities'],
      rows.map(({ source, folder, by_entity }) => [
        source,
        folder,
        by_entity
          .filter(({ stored: held }) => held > 0)
          .map(({ entity_type, stored: held }) => `${held} ${entity_type}`)
          .join(', '),
      ]),
    ),
    '',
    '## Set aside, and why',
    '',
    faults.length === 0 ? 'Nothing.' : markdown(['source', 'folder', 'records', 'reason', 'such as'], faults),
    '',
  ].join('\n')
}

const cut = (detail: string): string => {
  const line = detail.replaceAll(/\s+/gu, ' ').replaceAll('|', '\\|')
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : line
}

function describeSpeed(rows: readonly Row[]): string {
  const rate = ({ records, wall_s }: Measured) => Math.round(records / wall_s)
  const cpu = (one: Measured) =>
    one.records === 0 ? '' : `${Math.round((allOf(one.time) * 1000) / one.records)} µs`
  return markdown(
    [
      'source',
      'folder',
      'records',
      'read and map',
      'first load',
      'of it',
      'again',
      'CPU a record: map',
      'load',
      'again',
      'peak MB',
    ],
    rows.map(({ source, folder, parsed, first, again }) => [
      source,
      folder,
      parsed.records,
      `${rate(parsed)}/s`,
      `${rate(first)}/s`,
      `${Math.round((100 * rate(first)) / rate(parsed))} %`,
      `${rate(again)}/s`,
      cpu(parsed),
      cpu(first),
      cpu(again),
      Math.round(Math.max(first.peak_mb, again.peak_mb)),
    ]),
  )
}
