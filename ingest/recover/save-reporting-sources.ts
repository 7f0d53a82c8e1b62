import type { PoolClient } from 'pg'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { EVERY_PART } from '../state/snapshots.ts'
import type { LoggedEntity } from './logged-entities.ts'

/** Kinds with several records per source: the log does not say which record reported. */
const IN_RECORDS: readonly EntityType[] = ['vote', 'regulation', 'name_match']

/**
 * The log does not have what a source said, but when it last said it, so that older statements stay stale. Its record
 * gets no hash, so that its next statement is processed; if there is no record, an empty one is inserted. The next
 * statement counts as that of another mapper: its changes may come from the loss and are backfill.
 */
export async function saveReportingSources(
  client: PoolClient,
  entities: readonly LoggedEntity[],
): Promise<void> {
  await client.query(
    `UPDATE ingest.snapshot SET hash = '', mapper_version = 0 WHERE entity_id = ANY ($1::bigint[])`,
    [entities.map(({ id }) => id)],
  )
  const reportingSources = entities
    .filter(({ entity_type }) => !IN_RECORDS.includes(entity_type))
    .flatMap(({ id, reporting_sources: all }) =>
      [...all].map(([source, reportingSource]) => ({ id, source, ...reportingSource })),
    )
  await client.query(
    `INSERT INTO ingest.snapshot AS s (entity_id, source, jurisdiction, observed_at, part_observed_at, schema_rank,
       mapper_version, run_id, hash, parts)
     SELECT w.id, w.source, w.jurisdiction, w.observed_at::timestamptz, json_build_object($5::text, w.observed_at), 0, 0,
       'recovered', '', '{}'
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS w (id, source, jurisdiction, observed_at)
     ON CONFLICT (entity_id, source, record_key) DO UPDATE SET
       observed_at = greatest(s.observed_at, excluded.observed_at),
       part_observed_at = (
         SELECT coalesce(json_object_agg(part, greatest(at, excluded.part_observed_at ->> $5)), '{}')
         FROM json_each_text(s.part_observed_at) AS p (part, at)
       )`,
    [
      reportingSources.map(({ id }) => id),
      reportingSources.map(({ source }) => source),
      reportingSources.map(({ jurisdiction }) => jurisdiction),
      reportingSources.map(({ observed_at }) => observed_at),
      EVERY_PART,
    ],
  )
}
