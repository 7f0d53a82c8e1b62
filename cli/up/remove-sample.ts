import { OPERATOR } from '../../ingest/emit/operator.ts'
import { recountRemaining } from '../../ingest/freshness/recount-entities.ts'
import {
  jurisdictionRetractingSource,
  reportingSourcesOf,
  retractingSource,
} from '../../ingest/runs/retract-source.ts'
import { type RunOptions, runIngest } from '../../ingest/runs/run.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { sampleJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { IngestContext } from '../context/with-ingest.ts'
import { sampleRevision, sampleRuns } from './sample.ts'

const place = sampleJurisdiction.division_id
const REASON = 'the sample was removed'

export type SampleRemoval = { readonly events: number; readonly by_type: Readonly<Record<string, number>> }

/**
 * Removes the sample by events: its sources report each of its records as gone, and so does every other source that has
 * reported its place. The events are backfill, so no webhook is sent. A second call emits nothing.
 */
export async function removeSample(ingest: IngestContext): Promise<SampleRemoval> {
  const { database } = ingest
  const sources = new Set<string>()
  const byType: Record<string, number> = {}
  const run = async (source: RunOptions['source'], path: string): Promise<void> => {
    sources.add(source.name)
    const counts = await runIngest({ ...ingest, source, paths: [path], mode: 'backfill', wait: true })
    for (const [type, count] of Object.entries(counts.by_type)) byType[type] = (byType[type] ?? 0) + count
  }
  // In reverse order, so that no run takes back what a later run has reported again.
  for (const [, name, path] of [...sampleRuns, sampleRevision].toReversed()) {
    await run(retractingSource(await loadSource(name), REASON), path)
  }
  for (const name of await reportingSourcesOf(database, place)) {
    const { mapper_version } = name === OPERATOR ? { mapper_version: 1 } : await loadSource(name)
    const source = { name, mapper_version }
    await run(jurisdictionRetractingSource(source, { database, jurisdiction: place, reason: REASON }), place)
  }
  await recountRemaining(database, [...sources])
  return { events: Object.values(byType).reduce((sum, count) => sum + count, 0), by_type: byType }
}
