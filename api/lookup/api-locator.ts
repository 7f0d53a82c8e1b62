import type { Registry } from 'prom-client'
import { createGeocoder } from '../../locate/geocoder/geocoder.ts'
import { withGeocoder } from '../../locate/lookup/geocoded-locator.ts'
import type { Locator } from '../../locate/lookup/located.ts'
import { createLocator } from '../../locate/lookup/locator.ts'
import { readVersion } from '../../locate/read/known.ts'
import { createSharedReading } from '../../runtime/batcher.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { withLocatedCache } from './located-cache.ts'

export type ApiLocator = { readonly locator: Locator; close(): Promise<void> }

/**
 * The locator of a server: over loaded data, an outside geocoder if one is set, and a cache over both. Lookups share what
 * they read, so the end of one request must not end a statement. `given` stands for the loaded data.
 */
export function createApiLocator(options: {
  readonly settings: Pick<Settings, 'geocoder_url'>
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly registry: Registry
  readonly given?: Locator | undefined
}): ApiLocator {
  const { settings, database, clock, log, registry, given } = options
  const own = given ?? createLocator({ database, metrics: registry })
  const version = createSharedReading(() => readVersion(database))
  if (settings.geocoder_url === '') return { locator: withLocatedCache(own, version), close: async () => {} }
  const geocoder = createGeocoder({ url: settings.geocoder_url, clock, log })
  return {
    locator: withLocatedCache(withGeocoder(own, geocoder), version),
    close: () => geocoder.close(),
  }
}
