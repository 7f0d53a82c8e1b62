import { definitions, type Settings } from '../runtime/settings/settings.ts'

/** These settings as an environment, for a process of its own that reads them there. */
export function settingsEnvironment(settings: Partial<Settings>): Record<string, string> {
  const names = Object.keys(settings) as (keyof Settings)[]
  return Object.fromEntries(
    names.map((name) => {
      const value = settings[name]
      return [definitions[name].env, typeof value === 'boolean' ? (value ? '1' : '') : String(value)]
    }),
  )
}
