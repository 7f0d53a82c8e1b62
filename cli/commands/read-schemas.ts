import type { Command } from 'commander'
import { codeFingerprint } from '../../projections/read-schemas/code-fingerprint.ts'
import { dropMarked, markDropping } from '../../projections/read-schemas/drop-read-schema.ts'
import { listReadSchemas, requireReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { findMisfits } from '../../projections/read-schemas/read-schema-fit.ts'
import { readSchemaSizes } from '../../projections/read-schemas/read-schema-sizes.ts'
import {
  compareReadSchemas,
  type SchemaComparison,
} from '../../projections/rebuild/compare/compare-read-schemas.ts'
import { describeTasks } from '../../projections/rebuild/progress/task-tracker.ts'
import { findUnfinished, type RebuildRecord } from '../../projections/rebuild/record/rebuild-record.ts'
import { whileReading } from '../../projections/verify/schema-snapshot.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { withDatabase } from '../context/with-database.ts'
import { type Answer, setAction, table } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'

export function registerReadSchemas(program: Command): void {
  const readSchemas = program
    .command('read-schemas')
    .description('list the read schemas: live, kept, being built, frozen')
  setAction(readSchemas, () => withDatabase('read-schemas', list))
  setAction(
    readSchemas.command('drop <name>').description('drop a read schema that is not live'),
    ({ args }) => withDatabase('read-schemas', (database) => drop(database, args[0] ?? '')),
  )
  setAction(
    program
      .command('compare <one> <other>')
      .description('compare the current rows of two read schemas, down to the columns that differ'),
    ({ args }) => withDatabase('compare', (database) => compare(database, args[0] ?? '', args[1] ?? '')),
  )
}

async function list(database: Database): Promise<Answer> {
  const sizes = await readSchemaSizes(database)
  const ownCode = codeFingerprint()
  const readSchemas = await Promise.all(
    (await listReadSchemas(database)).map(async (one) => ({
      ...one,
      ...sizes.get(one.name),
      is_own_code: one.code === ownCode,
      misfits: await findMisfits(database, one.name),
    })),
  )
  const unfinished = await findUnfinished(database)
  const rows = readSchemas.map((one) => [
    one.name,
    one.is_live ? 'live' : one.state,
    one.watermark,
    // Events that it has not read are never read.
    one.state === 'frozen' ? '' : String(one.lag_events ?? 0),
    `${Math.round((one.bytes ?? 0) / 1e6)} MB`,
    one.misfits.length > 0 ? 'other tables' : one.is_own_code ? 'this' : 'other',
    one.keep_until ?? '',
  ])
  const lines = [table([['read schema', 'state', 'watermark', 'lag', 'size', 'code', 'kept until'], ...rows])]
  if (unfinished !== undefined) {
    lines.push(describeUnfinished(unfinished))
  }
  return { text: lines.join('\n'), json: { read_schemas: readSchemas, unfinished: unfinished ?? null } }
}

function describeUnfinished({ read_schema, phase, started_at, error, until_at }: RebuildRecord): string {
  const begun = `the rebuild of ${read_schema}, begun ${started_at}`
  const again = `legislog rebuild${until_at === null ? '' : ` --until ${until_at}`}`
  if (phase === 'swap' && error === null) {
    return `${begun}, waits to be made live: ${again} does it, --abandon drops it`
  }
  const why = error === null ? '' : `: ${error}`
  return `${begun}, is not finished (${phase})${why}\n${again} continues it if it is not running, --abandon gives it up`
}

async function drop(database: Database, name: string): Promise<Answer> {
  const unfinished = await findUnfinished(database)
  if (unfinished?.read_schema === name) {
    throw new LegislogError('usage', `${name} is being rebuilt: legislog rebuild --abandon abandons it`)
  }
  await markDropping(database, name)
  const isDropped = await dropMarked(database, name)
  const text = isDropped ? `dropped ${name}` : `${name} is in use: legislog project drops it later`
  return { text, json: { read_schema: name, is_dropped: isDropped } }
}

async function compare(database: Database, one: string, other: string): Promise<Answer> {
  for (const name of [one, other]) await requireReadSchema(database, name)
  const progress = showProgress()
  return whileReading(database, async (holder) => {
    const { rows } = await holder.query<{ snapshot: string; apart: number }>(
      `SELECT pg_export_snapshot() AS snapshot, (SELECT count(*) FROM control.position a
         JOIN control.position b USING (topic, partition)
         WHERE a.read_schema = $1 AND b.read_schema = $2 AND a.next <> b.next) AS apart`,
      [one, other],
    )
    const { snapshot, apart } = rows[0]!
    const found = await compareReadSchemas({
      database,
      sides: [
        { name: one, snapshot },
        { name: other, snapshot },
      ],
      signal: new AbortController().signal,
      onProgress: (now) => progress.follow('compare', describeTasks('tables', now)),
    })
    const isEqual = found.differences.length === 0 && found.uncompared.length === 0
    return {
      text: describe(found, one, other, apart),
      json: { one, other, partitions_apart: apart, is_equal: isEqual, ...found },
      failed: !isEqual,
    }
  }).finally(progress.end)
}

function describe(found: SchemaComparison, one: string, other: string, apart: number): string {
  const tables = found.tables.map(({ table: name, rows, differing_buckets }) => [
    name,
    ...rows.map(String),
    differing_buckets === 0 ? 'equal' : `${differing_buckets} parts of 4096 differ`,
  ])
  const lines = [table([['table', one, other, ''], ...tables])]
  if (apart > 0) {
    lines.push(
      `their positions differ in ${apart} partitions: events that only one of them has read make a difference`,
    )
  }
  if (found.uncompared.length > 0) lines.push(`not in both: ${found.uncompared.join(', ')}`)
  for (const { kind, table: name, key, owner_id, columns, first, second } of found.differences.slice(
    0,
    100,
  )) {
    lines.push(`${kind} ${name} ${key} (entity ${owner_id})`)
    for (const column of columns) {
      lines.push(`  ${column}: ${first?.[column] ?? 'null'} | ${second?.[column] ?? 'null'}`)
    }
  }
  if (found.differences.length > 0) lines.push(`missing: only ${one} has it; extra: only ${other}`)
  if (!found.is_complete) lines.push('and more: the search stopped before it found all differences')
  return lines.join('\n')
}
