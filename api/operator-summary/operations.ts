import { readSourceStates } from '../../runtime/freshness/source-freshness.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { instantOf } from '../../schemas/http/instant.ts'
import type { Operations } from '../../schemas/http/service/operations.ts'

const MOST_GROUPS = 100
const MOST_EVENTS = 100
const MOST_REBUILDS = 20
const MOST_CHARACTERS = 300

/** What may need the hand of an operator: sources, quarantine, parked events, read schemas, rebuilds, derived results. */
export async function readOperations(database: Database, now: Date): Promise<Operations> {
  const [sources, quarantine, parked, read_schemas, rebuilds, derived] = await Promise.all([
    readSources(database, now),
    readQuarantine(database),
    readParked(database),
    readSchemas(database),
    readRebuilds(database),
    readDerived(database),
  ])
  return { as_of: instantOf(now), sources, quarantine, parked, read_schemas, rebuilds, derived }
}

async function readSources(database: Database, now: Date): Promise<Operations['sources']> {
  const states = await readSourceStates(database, now)
  return states.map(({ source, interval_s, is_late, last_status, ...of }) => {
    const { last_ended_at, last_success_at, last_error, fetch_failures } = of
    const state = { source, interval_s, is_late, last_status }
    return { ...state, last_ended_at, last_success_at, last_error, fetch_failures }
  })
}

async function readQuarantine(database: Database): Promise<Operations['quarantine']> {
  const { rows } = await database.query<Operations['quarantine'][number]>(
    `SELECT g.*, left(q.detail, ${MOST_CHARACTERS}) AS example FROM (
       SELECT source, reason, jurisdiction, count(*) AS records, max(last_seen_at) AS last_seen_at, max(id) AS example_id
       FROM ingest.quarantine GROUP BY source, reason, jurisdiction
       ORDER BY records DESC, source, reason, jurisdiction LIMIT ${MOST_GROUPS}
     ) g JOIN ingest.quarantine q ON q.id = g.example_id
     ORDER BY g.records DESC, g.source, g.reason, g.jurisdiction`,
  )
  return rows
}

async function readParked(database: Database): Promise<Operations['parked']> {
  const columns = `topic, partition, "offset", key, code, left(error, ${MOST_CHARACTERS}) AS error, parked_at`
  const { rows } = await database.query<Operations['parked'][number]>(
    `SELECT 'projections' AS reader, read_schema, ${columns} FROM control.parked_event WHERE dropped_at IS NULL
     UNION ALL SELECT 'webhooks', NULL, ${columns} FROM webhook.parked_event
     UNION ALL SELECT 'alerts', NULL, ${columns} FROM alerts.parked_event
     ORDER BY parked_at DESC, reader, topic, partition, "offset" LIMIT ${MOST_EVENTS}`,
  )
  return rows
}

async function readSchemas(database: Database): Promise<Operations['read_schemas']> {
  const { rows } = await database.query<Operations['read_schemas'][number]>(
    `SELECT name, is_live, state, nullif(watermark, '-infinity') AS watermark, keep_until, created_at
     FROM control.read_schema ORDER BY created_at DESC, name DESC`,
  )
  return rows
}

async function readRebuilds(database: Database): Promise<Operations['rebuilds']> {
  const { rows } = await database.query<Operations['rebuilds'][number]>(
    `SELECT id, read_schema, phase, until_at, error, started_at, ended_at
     FROM control.rebuild ORDER BY id DESC LIMIT ${MOST_REBUILDS}`,
  )
  return rows
}

/** Only operators ask for it, so an API does not load its code before. */
async function readDerived(database: Database): Promise<Operations['derived']> {
  const { summarizeDerived } = await import('../../derive/service/derive-report.ts')
  const summary = await summarizeDerived(database)
  const { rows: results } = await database.query<Operations['derived']['results'][number]>(
    'SELECT kind, count(*) AS results, sum(bytes)::bigint AS bytes FROM derive.result GROUP BY kind ORDER BY kind',
  )
  const { rows: failures } = await database.query<Operations['derived']['failures'][number]>(
    `SELECT kind, reason, count(*) AS results, min(retry_at) AS retry_at
     FROM derive.failed_result GROUP BY kind, reason ORDER BY results DESC, kind, reason LIMIT 20`,
  )
  const { through = null, bills_to_do = 0, model_due = 0 } = summary ?? {}
  return { through, bills_to_do, results, failures, model_due }
}
