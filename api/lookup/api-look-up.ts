import type { Registry } from 'prom-client'
import { withGeocoder } from '../../locate/lookup/geocoded-locator.ts'
import type { Locator } from '../../locate/lookup/located.ts'
import { createLocator } from '../../locate/lookup/locator.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { readForCaller } from '../http/caller-presence.ts'
import { createReadModel } from '../read-schema/live-schema.ts'
import { createLookUp, type LookUp } from './look-up.ts'
import { createStandingReader } from './standing.ts'

export type ApiLookUp = { readonly lookUp: LookUp; close(): Promise<void> }

/**
 * The lookup of a server: over loaded data, and an outside geocoder if one is set. Lookups share what they read of places,
 * so the end of one request must not end such a statement. `given` stands for the loaded data.
 */
export async function createApiLookUp(options: {
  readonly settings: Pick<Settings, 'geocoder_url'>
  readonly database: Database
  /** Served instead of the live one. */
  readonly read_schema: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly registry: Registry
  readonly given?: Locator | undefined
}): Promise<ApiLookUp> {
  const { settings, database, read_schema, clock, log, registry, given } = options
  const own = given ?? createLocator({ database, metrics: registry })
  const over = (locator: Locator): LookUp =>
    createLookUp({
      locator,
      officials: createReadModel(readForCaller(database), read_schema),
      readStanding: createStandingReader(database, read_schema),
    })
  if (settings.geocoder_url === '') return { lookUp: over(own), close: async () => {} }
  const { createGeocoder } = await import('../../locate/geocoder/geocoder.ts')
  const geocoder = createGeocoder({ url: settings.geocoder_url, clock, log })
  return { lookUp: over(withGeocoder(own, geocoder)), close: () => geocoder.close() }
}
