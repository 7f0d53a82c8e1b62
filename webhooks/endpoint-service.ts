import type { Clock } from '../runtime/clock.ts'
import type { Kafka } from '../runtime/kafka.ts'
import type { Database } from '../runtime/postgres.ts'
import type { Settings } from '../runtime/settings.ts'
import { createAddressGuard, type Resolver } from './address-guard.ts'
import { readEgressProxy } from './egress-proxy.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import { createLogEnds } from './log-ends.ts'
import { openSecretBox } from './secret-key.ts'
import { createSender } from './send.ts'

export type EndpointService = { readonly endpoints: Endpoints; close(): Promise<void> }

/** What the API and the command line administer endpoints with. Kafka is asked where the log ends, and no more. */
export async function openEndpointService(options: {
  settings: Settings
  database: Database
  kafka: Kafka
  clock: Clock
  resolver?: Resolver
}): Promise<EndpointService> {
  const { settings, database, kafka, clock, resolver } = options
  const guard = createAddressGuard({
    allow_insecure: settings.webhook_allow_insecure,
    ...(resolver === undefined ? {} : { resolver }),
  })
  const sender = createSender({ guard, clock, proxy: readEgressProxy(settings) })
  const endpoints = createEndpoints({
    database,
    guard,
    sender,
    secrets: await openSecretBox(settings),
    clock,
    logEnds: createLogEnds(kafka, settings),
  })
  return { endpoints, close: sender.close }
}
