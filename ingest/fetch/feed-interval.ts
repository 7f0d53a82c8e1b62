import { type SettingEnv, type Settings, settingOf } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Feed } from '../source-interface/feed.ts'
import type { Source } from '../source-interface/source.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/**
 * Gives the seconds between fetches of a source: `INGEST_INTERVALS`, or the interval of its feed. null if it
 * is fetched only by hand.
 */
export function intervalOf(
  settings: Intervals,
  { name, feed }: Pick<Source, 'name' | 'feed'>,
): number | null {
  if (feed === undefined) return null
  return readIntervals(settings).get(name) ?? feed.interval_s
}

type Intervals = Pick<Settings, 'ingest_intervals'>

/** Parses `legiscan=1h,federal-register=15m`. Throws `setting_invalid` that names the unreadable part. */
export function readIntervals(settings: Intervals): Map<string, number> {
  return new Map(
    settings.ingest_intervals.map((part) => {
      const match = /^([a-z0-9-]+) *= *(\d+)([smhd])$/.exec(part)
      const seconds = Number(match?.[2] ?? 0) * (SECONDS[match?.[3] ?? ''] ?? 0)
      if (match === null || seconds === 0) {
        throw new LegislogError(
          'setting_invalid',
          `INGEST_INTERVALS has ${JSON.stringify(part)}; it must be like legiscan=1h or federal-register=15m`,
        )
      }
      return [match[1]!, seconds] as const
    }),
  )
}

/** Gives the empty setting without which a feed cannot be fetched. */
export function findMissingSetting(settings: Settings, { key }: Feed): SettingEnv | null {
  if (key === null || key.is_optional === true) return null
  return settingOf(settings, key.setting) === '' ? key.setting : null
}
