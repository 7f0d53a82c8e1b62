import type { Settings } from '../../runtime/settings/settings.ts'
import { findMissingSetting, intervalOf } from '../fetch/feed-interval.ts'
import type { LastFetch } from '../run-context/last-fetch.ts'
import type { Source } from '../source-interface/source.ts'
import { dueAt } from './due.ts'

/** A source with an address, and when it is due. */
export type Scheduled = {
  readonly source: Source
  readonly interval_s: number
  readonly last: LastFetch | null
  readonly due_at: Date
}

export type Schedule = {
  /** In the order in which they run. */
  readonly scheduled: readonly Scheduled[]
  /** Sources that cannot be fetched, with the missing setting of each. */
  readonly not_configured: readonly { readonly source: string; readonly setting: string }[]
}

/** Plans when each source is fetched next, in the order of `sources`. Pure. */
export function planSchedule(
  settings: Settings,
  sources: readonly Source[],
  fetches: ReadonlyMap<string, LastFetch>,
): Schedule {
  const scheduled: Scheduled[] = []
  const notConfigured: { source: string; setting: string }[] = []
  for (const source of sources) {
    const interval_s = intervalOf(settings, source)
    if (source.feed === undefined || interval_s === null) continue
    const setting = findMissingSetting(settings, source.feed)
    if (setting !== null) {
      notConfigured.push({ source: source.name, setting })
      continue
    }
    const last = fetches.get(source.name) ?? null
    scheduled.push({ source, interval_s, last, due_at: dueAt(last, interval_s) })
  }
  return { scheduled, not_configured: notConfigured }
}
