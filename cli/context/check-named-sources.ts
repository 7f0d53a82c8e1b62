import type { Settings } from '../../runtime/settings/settings.ts'

/**
 * Looks at the settings that name sources, for a command that runs none of them: they are loaded only where a setting
 * names one. Throws `setting_invalid`.
 */
export async function checkNamedSources(settings: Settings): Promise<void> {
  if (settings.ingest_intervals.length === 0 && settings.ingest_rates === '') return
  const { checkSourceSettings } = await import('../../ingest/schedule/source-settings.ts')
  const { sources } = await import('../../ingest/sources/registry.ts')
  checkSourceSettings(settings, sources)
}
