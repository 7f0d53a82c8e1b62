import type { OperatorOptions } from '../emit/operator.ts'
import type { Source } from '../source-interface/source.ts'
import { removedObservation, type SnapshotRow } from './retract-source.ts'
import { type RunCounts, runIngest } from './run.ts'

export type Withdrawal = {
  /** Id of the entity. */
  readonly release_id: number
  readonly name: string
  readonly reason: string
}

type Reported = Omit<SnapshotRow, 'observed_at'> & {
  readonly source: string
  readonly mapper_version: number
}

/**
 * Withdraws a release of addresses for the sources that reported it, so that the one before it is in force. If a source
 * reports it again later, it is back. Gives the counts of each run; none if no source reports it any more.
 */
export async function withdrawRelease(
  options: OperatorOptions,
  { release_id, name, reason }: Withdrawal,
): Promise<readonly RunCounts[]> {
  const { rows } = await options.database.query<Reported>(
    `SELECT DISTINCT ON (s.source, s.record_key) s.source, i.entity_type, i.natural_key, s.record_key, s.jurisdiction,
       s.schema_rank, s.mapper_version
     FROM ingest.snapshot s JOIN ingest.identity i USING (entity_id)
     WHERE s.entity_id = $1 AND i.entity_type = 'address_release' AND s.parts::text <> '{}' AND i.merged_from IS NULL
     ORDER BY s.source, s.record_key, i.natural_key`,
    [release_id],
  )
  const counts: RunCounts[] = []
  for (const reported of rows) {
    const observed_at = options.clock.now().toISOString()
    const observed = removedObservation({ ...reported, observed_at }, reason, name)
    const source: Source = {
      name: reported.source,
      mapper_version: reported.mapper_version,
      async *read() {
        yield { kind: 'observed', group: [observed] }
      },
    }
    counts.push(await runIngest({ ...options, source, paths: [`rollback ${name}`], mode: 'live' }))
  }
  return counts
}
