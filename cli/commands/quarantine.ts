import type { Command } from 'commander'
import { OPERATOR } from '../../ingest/emit/operator.ts'
import {
  dropQuarantined,
  listQuarantine,
  type QuarantinedRecord,
  readQuarantined,
  summarizeQuarantine,
} from '../../ingest/run-context/quarantine.ts'
import { retryQuarantined } from '../../ingest/runs/retry-quarantined.ts'
import { rejectionReasons } from '../../ingest/sources/records/rejections.ts'
import { findSource } from '../../ingest/sources/registry.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { divisionOf } from '../arguments/division-argument.ts'
import { withDatabase } from '../context/with-database.ts'
import { withIngest } from '../context/with-ingest.ts'
import { setAction, table } from '../output/answer.ts'

type ListOptions = { source?: string; reason?: string; jurisdiction?: string; limit?: string }

/** Commands for records that could not be read, mapped or emitted, with their bytes. */
export function registerQuarantine(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .description('handle records that could not be read, mapped or emitted')

  setAction(
    quarantine
      .command('summary')
      .description('count the records by source, reason and place, with an example of each'),
    () =>
      withDatabase('quarantine', async (database) => {
        const summary = await summarizeQuarantine(database)
        const rows = summary.map((one) => [
          String(one.records),
          one.source,
          one.reason,
          one.jurisdiction ?? '',
          one.last_seen_at.slice(0, 19),
          String(one.example_id),
          one.example.slice(0, 120),
        ])
        const header = ['records', 'source', 'reason', 'place', 'last seen', 'example', 'detail']
        return { text: rows.length === 0 ? 'nothing is kept' : table([header, ...rows]), json: { summary } }
      }),
  )

  setAction<ListOptions>(
    quarantine
      .command('list')
      .option('--source <source>')
      .option('--reason <reason>')
      .option('--jurisdiction <place>', 'postal code, name or division id')
      .option('--limit <n>', 'largest number of rows', '100')
      .description('list the records, oldest first'),
    ({ options: { source, reason, jurisdiction, limit } }) => {
      const filter = {
        ...(source !== undefined && { source: sourceOf(source) }),
        ...(reason !== undefined && { reason: reasonOf(reason) }),
        ...(jurisdiction !== undefined && { jurisdiction: divisionOf(jurisdiction) }),
        limit: limitOf(limit),
      }
      return withDatabase('quarantine', async (database) => {
        const records = await listQuarantine(database, filter)
        return { text: table([HEADER, ...records.map(rowOf)]), json: { records } }
      })
    },
  )

  setAction(
    quarantine.command('show').argument('<id>').description('show one record: the reason and its bytes'),
    ({ args: [id] }) =>
      withDatabase('quarantine', async (database) => {
        const record = await readQuarantined(database, idOf(id))
        if (record === null) throw new LegislogError('not_found', `nothing in quarantine has the id ${id}`)
        const { bytes, ...about } = record
        const text = `${table([HEADER, rowOf(record)])}\n\n${bytes.toString('utf8')}`
        return { text, json: { ...about, bytes: bytes.toString('base64') } }
      }),
  )

  setAction(
    quarantine.command('retry').argument('<id...>').description('process records again'),
    ({ args }) =>
      withIngest(async (ingest) => {
        const results: { id: number; dropped: boolean; events: number }[] = []
        for (const id of args.map(idOf)) {
          const { counts, dropped } = await retryQuarantined(ingest, id)
          results.push({ id, dropped, events: counts.events })
        }
        const text = results.map(({ id, dropped, events }) =>
          dropped ? `${id} taken: ${events} events` : `${id} refused again`,
        )
        return {
          text: text.join('\n'),
          json: { results },
          failed: results.some(({ dropped }) => !dropped),
        }
      }),
  )

  setAction(quarantine.command('drop').argument('<id...>').description('forget records'), ({ args }) =>
    withDatabase('quarantine', async (database) => {
      const dropped: number[] = []
      for (const id of args.map(idOf)) if (await dropQuarantined(database, id)) dropped.push(id)
      return { text: `dropped ${dropped.join(', ') || 'nothing'}`, json: { dropped } }
    }),
  )
}

const HEADER = ['id', 'source', 'reason', 'times', 'bytes', 'record', 'detail']

function rowOf(record: QuarantinedRecord): string[] {
  const { id, source, reason, times_seen, byte_count, detail } = record
  return [
    String(id),
    source,
    reason,
    String(times_seen),
    String(byte_count),
    record.record,
    detail.slice(0, 120),
  ]
}

/** The closing of a session does not come from a source, but can be refused too. */
const sourceOf = (name: string): string => (name === OPERATOR ? name : findSource(name).name)

function reasonOf(text: string): string {
  if (rejectionReasons.some((reason) => reason === text)) return text
  throw new LegislogError('usage', `--reason ${text} must be one of ${rejectionReasons.join(', ')}`)
}

function limitOf(text = ''): number {
  const limit = Number(text)
  if (Number.isSafeInteger(limit) && limit > 0) return limit
  throw new LegislogError('usage', `--limit ${text} is not a whole number above 0`)
}

function idOf(text: string | undefined): number {
  const id = Number(text)
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new LegislogError('usage', `${JSON.stringify(text)} is not an id`)
}
