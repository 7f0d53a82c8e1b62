import type { Settings } from '../../runtime/settings/settings.ts'

/**
 * Checks the settings that name sources, for a command that runs none of them. Sources are loaded only if a
 * setting names one. Throws `setting_invalid`.
 */
export async function checkNamedSources(settings: Settings): Promise<void> {
  if (settings.ingest_intervals.length === 0 && settings.ingest_rates === '') return
  const { checkSourceSettings } = await import('../../ingest/schedule/source-settings.ts')
  const { listedSources } = await import('../../ingest/sources/registry.ts')
  checkSourceSettings(settings, listedSources)
}
