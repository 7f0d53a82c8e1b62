import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Observation, ObservedType } from '../source-interface/observation.ts'
import type { Source } from '../source-interface/source.ts'

/** Makes the source report everything in these files as removed. */
export function retractingSource(source: Source, reason: string): Source {
  return {
    ...source,
    async *read(input) {
      for await (const item of source.read(input)) {
        if (item.kind !== 'observed') continue
        yield { kind: 'observed', group: item.group.map((one) => retraction(one, reason)) }
      }
    },
  }
}

const retraction = (reported: Observation, removed: string): Observation => ({
  ...reported,
  parts: {},
  removed,
})

export type SnapshotRow = {
  readonly entity_type: ObservedType
  readonly natural_key: string
  readonly record_key: string
  readonly jurisdiction: string
  readonly observed_at: string
  readonly schema_rank: number
}

/** Gives the sources that have data in a place. */
export async function reportingSourcesOf(database: Database, jurisdiction: string): Promise<string[]> {
  const { rows } = await database.query<{ source: string }>(
    `SELECT DISTINCT source FROM ingest.snapshot WHERE jurisdiction = $1 AND parts::text <> '{}' ORDER BY source`,
    [jurisdiction],
  )
  return rows.map(({ source }) => source)
}

/** Makes the source report everything that it has in a place as removed, even if files no longer name it. */
export function jurisdictionRetractingSource(
  { name, mapper_version }: Pick<Source, 'name' | 'mapper_version'>,
  place: { readonly database: Database; readonly jurisdiction: string; readonly reason: string },
): Source {
  return {
    name,
    mapper_version,
    async *read() {
      const { rows } = await place.database.query<SnapshotRow>(
        `SELECT DISTINCT ON (s.entity_id, s.record_key) i.entity_type, i.natural_key, s.record_key, s.jurisdiction,
           s.observed_at, s.schema_rank
         FROM ingest.snapshot s JOIN ingest.identity i USING (entity_id)
         WHERE s.source = $1 AND s.jurisdiction = $2 AND s.parts::text <> '{}' AND i.merged_from IS NULL
         ORDER BY s.entity_id, s.record_key, i.natural_key`,
        [name, place.jurisdiction],
      )
      for (const row of rows) {
        yield { kind: 'observed', group: [removedObservation(row, place.reason, row.natural_key)] }
      }
    },
  }
}

/** Replaces what a source reported with nothing. */
export const removedObservation = (row: SnapshotRow, removed: string, record: string): Observation =>
  ({
    entity: row.entity_type,
    key: row.natural_key,
    record_key: row.record_key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: row.jurisdiction,
    observed_at: row.observed_at,
    schema_rank: row.schema_rank,
    parts: {},
    bill: null,
    aliases: [],
    removed,
    record,
  }) as Observation
