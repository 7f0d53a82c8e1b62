import type { TestProject } from 'vitest/node'
import { createRegistryClient } from '../../runtime/registry/registry-client.ts'
import { findOrRegister } from '../../runtime/registry/schema-registration.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { layoutOf } from '../../stack/home/layout.ts'
import { lacksLogins } from '../../stack/home/secrets.ts'
import { noProgress } from '../../stack/install/progress.ts'
import { privateDatabaseUrl } from '../../stack/services/postgres.ts'
import { bringUp, reset, withStackAddresses } from '../../stack/stack.ts'
import {
  countAbandonedDatabases,
  dropAbandonedDatabases,
  type Templates,
  templateDatabases,
} from './harness/template-database.ts'
import { testStackSettings } from './harness/test-stack.ts'
import { dropAbandonedTopics } from './log/topic-names.ts'
import { makeFast } from './servers/fast-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    settings: Settings
    /** The address for the superuser, who creates the databases; the role of the settings owns them. */
    server_url: string
    /** The databases that tests clone, or the reason why there are none: tests without a database still run. */
    templates: Templates | { readonly failure: string }
    /** The ids of the committed schemas in the registry of the run, in their order. */
    schema_ids: readonly number[]
  }
}

/** To drop so many databases takes longer than to make new stores. */
const MANY_DATABASES = 200

/** One broker, registry, Postgres and Redis per run. They stay up for the next run, except in CI and after a whole run. */
export async function setup(project: TestProject): Promise<void> {
  const own = await testStackSettings()
  // Test data is worthless.
  if (lacksLogins(layoutOf(own))) await reset(own, noProgress)
  const addresses = await bringUp(own, (step, detail) => console.error(`${step}: ${detail}`))
  const settings = withStackAddresses(own, addresses)
  const serverUrl = privateDatabaseUrl(own, layoutOf(own), 'postgres') as string
  await makeFast(serverUrl)
  await Promise.all([dropAbandonedDatabases(serverUrl), dropAbandonedTopics(settings)])
  project.provide('settings', settings)
  project.provide('server_url', serverUrl)
  project.provide('schema_ids', await findOrRegister(createRegistryClient(settings)))
  project.provide(
    'templates',
    await templateDatabases(serverUrl, settings).catch((error: unknown) => ({
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })),
  )
}

export async function teardown(): Promise<void> {
  const own = await testStackSettings()
  if (process.env.CI !== undefined) return reset(own, noProgress)
  const server_url = privateDatabaseUrl(own, layoutOf(own), 'postgres')
  if (server_url === undefined) return
  if ((await countAbandonedDatabases(server_url)) > MANY_DATABASES) return reset(own, noProgress)
  await dropAbandonedDatabases(server_url)
}
