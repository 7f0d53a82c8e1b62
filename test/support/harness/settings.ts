import { inject } from 'vitest'
import type { Settings } from '../../../runtime/settings/settings.ts'

/** Settings that point at the services of the test run; overrides win. */
export function testSettings(overrides: Partial<Settings> = {}): Settings {
  return { ...inject('settings'), ...overrides }
}
