import type { FeedCounts } from '../../ingest/fetch/open-feed.ts'
import type { Tally } from '../../ingest/run-context/tally.ts'
import type { FilesRead } from '../../ingest/runs/run.ts'
import { describeTally } from './report.ts'

/** One line while a run is under way: its counts, its rate, its share of the files, and the time left. */
export type DescribeProgress = (soFar: Tally, fetched: FeedCounts | null, read: FilesRead | null) => string

/** `now_ms` is a monotonic clock. The rate is measured from the first call. */
export function createProgressText(now_ms: () => number = () => performance.now()): DescribeProgress {
  let first: { readonly at_ms: number; readonly entities: number; readonly bytes: number } | undefined
  return (soFar, fetched, read) => {
    const at_ms = now_ms()
    const bytes = read?.bytes ?? 0
    first ??= { at_ms, entities: soFar.entities, bytes }
    const seconds = (at_ms - first.at_ms) / 1000
    const rate = seconds > 0 ? (soFar.entities - first.entities) / seconds : 0
    return [
      // A publisher may answer many requests before the first document comes.
      ...(fetched === null ? [] : [`${fetched.requests} requests`, `${fetched.documents} documents`]),
      describeTally(soFar),
      ...(rate > 0 ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`] : []),
      ...describeFiles(read, seconds > 0 ? (bytes - first.bytes) / seconds : 0),
    ].join(', ')
  }
}

function describeFiles(read: FilesRead | null, bytes_per_s: number): string[] {
  if (read === null || read.of_bytes === null || read.of_bytes === 0) return []
  // Records reach the log two batches after they are read, so the line never says 100 % before the run has
  // ended.
  const share = Math.min(99, Math.floor((100 * read.bytes) / read.of_bytes))
  const left_bytes = Math.max(0, read.of_bytes - read.bytes)
  const left = bytes_per_s > 0 && left_bytes > 0 ? [`${describeSeconds(left_bytes / bytes_per_s)} left`] : []
  return [`${share} % of ${describeBytes(read.of_bytes)}`, ...left]
}

function describeSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}

function describeBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
