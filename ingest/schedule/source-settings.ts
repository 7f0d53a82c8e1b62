import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { readIntervals } from '../fetch/feed-interval.ts'
import { readRates } from '../fetch/feed-settings.ts'

/**
 * Checks the settings that name sources. Throws `setting_invalid` if one names a source that is never fetched,
 * because it would silently have no effect.
 */
export function checkSourceSettings(
  settings: Pick<Settings, 'ingest_intervals' | 'ingest_rates'>,
  sources: readonly { readonly name: string; readonly is_fetched: boolean }[],
): void {
  const known = sources.filter(({ is_fetched }) => is_fetched).map(({ name }) => name)
  for (const [setting, named] of [
    ['INGEST_INTERVALS', readIntervals(settings)],
    ['INGEST_RATES', readRates(settings.ingest_rates)],
  ] as const) {
    const unknown = [...named.keys()].find((name) => !known.includes(name))
    if (unknown === undefined) continue
    throw new LegislogError(
      'setting_invalid',
      `${setting} names ${JSON.stringify(unknown)}, but no fetched source has that name; there are: ${known.join(', ')}`,
    )
  }
}
