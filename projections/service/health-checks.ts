import type { FollowedHealth } from './follow-read-schemas.ts'
import type { ProjectionsHealth } from './start-projections.ts'

/** The reason why the live read schema does not follow the log here. undefined if it does. */
export function whyLiveSchemaLags(
  { read_schemas }: FollowedHealth,
  options: { readonly silent_ms: number; readonly now_ms: number },
): string | undefined {
  const live = read_schemas.find(({ is_live }) => is_live)
  if (live === undefined) return 'no read schema is live, or none was found yet'
  const { reader, is_ready } = live
  if (reader === undefined || is_ready === undefined) {
    return `${live.read_schema} is not projected: ${live.error ?? 'it is starting'}`
  }
  return whySchemaLags({ ...live, reader, is_ready }, options)
}

type Followed = Pick<ProjectionsHealth, 'read_schema' | 'is_ready' | 'reader' | 'error'> &
  Partial<Pick<ProjectionsHealth, 'lag_events' | 'committed_at'>>

/**
 * The reason why a read schema does not follow the log. undefined if it does. A process without partitions is healthy
 * if its group has divided them: other processes have them.
 */
export function whySchemaLags(
  { read_schema, is_ready, reader, error, lag_events = 0, committed_at = 0 }: Followed,
  { silent_ms, now_ms }: { readonly silent_ms: number; readonly now_ms: number },
): string | undefined {
  if (error !== undefined) return error
  if (reader.state !== 'reading') return `the partitions of ${read_schema} are not read: ${reader.state}`
  // A reader with a full queue sends no fetch while it commits.
  const moved_ms = Math.max(reader.heard_at, committed_at)
  if (moved_ms < now_ms - silent_ms) {
    return `${read_schema}: no fetch and no commit for ${Math.round((now_ms - moved_ms) / 1_000)} s`
  }
  if (is_ready) return undefined
  return lag_events > 0
    ? `${read_schema} is ${lag_events} events behind and does not move`
    : `${read_schema}: the end of the log is not known yet`
}
