import type { Clock } from '../../runtime/clock.ts'
import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { createAddressGuard, type Resolver } from '../http/address-guard.ts'
import { readEgressProxy } from '../http/egress-proxy.ts'
import { createSender } from '../http/sender.ts'
import { createLogEnds } from '../log/log-ends.ts'
import { openSecretBox } from '../secrets/secret-key.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'

type EndpointService = { readonly endpoints: Endpoints; close(): Promise<void> }

/** Administers endpoints for the API and the command line. From Kafka it only needs the ends of the log. */
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
