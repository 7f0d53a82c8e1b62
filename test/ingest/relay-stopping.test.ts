import { beforeAll, describe, expect, it } from 'vitest'
import { createRelay, type Relay } from '../../ingest/relay/relay.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { RELAY_PRESENCE_CLASS } from '../../runtime/postgres/advisory-locks.ts'
import { createDatabase, type Database, withSession } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { createSilentServer } from '../support/faults/silent-server.ts'
import { eventually } from '../support/harness/eventually.ts'
import { ALL_PARTITIONS, createTestTopics } from '../support/log/topics.ts'
import { createTestDatabase, type TestDatabase } from '../support/stores/database.ts'

/** Shorter than the timeout of any statement, request or connection. */
const WITHIN_MS = 20_000
const RELAYS = 3

let test: TestDatabase
let settings: Settings

beforeAll(async () => {
  test = await createTestDatabase()
  settings = await createTestTopics(test.settings)
})

/** The relays use all connections of one pool. */
function startRelays(own: Settings): { relays: Relay[]; database: Database } {
  const database = createDatabase({ ...own, database_pool: RELAYS })
  const log = createLog('relay', 'silent')
  const kafka = () => createKafka(own, 'legislog-test', log)
  const relays = Array.from({ length: RELAYS }, () =>
    createRelay({ settings: own, database, kafka: kafka(), log }),
  )
  for (const relay of relays) relay.start()
  return { relays, database }
}

async function end({ relays, database }: ReturnType<typeof startRelays>): Promise<void> {
  await Promise.all(relays.map((relay) => relay.stop()))
  await database.end()
  expect(relays.map((relay) => relay.health().is_ready)).toEqual(relays.map(() => false))
}

describe('a shutdown of relays that share one connection pool', () => {
  it(
    'completes while Kafka accepts connections and never answers',
    async () => {
      const started = startRelays({ ...settings, kafka_brokers: [await createSilentServer()] })
      await eventually(() => started.database.totalCount === RELAYS && started.database.idleCount === 0)
      await end(started)
    },
    WITHIN_MS,
  )

  it(
    'completes while a recovery holds their lock, and their health names the reason',
    async () => {
      await withSession(test.database, async (recovery) => {
        await recovery.query('SELECT pg_advisory_lock($1, 0)', [RELAY_PRESENCE_CLASS])
        const started = startRelays(settings)
        await eventually(() =>
          started.relays.every(
            (relay) => relay.health().error?.includes('ingest is being recovered') === true,
          ),
        )
        await end(started)
      })
    },
    WITHIN_MS,
  )

  it('does not prevent new relays from working after the recovery', async () => {
    const started = startRelays(settings)
    const leases = () => started.relays.reduce((sum, relay) => sum + relay.counters().leases, 0)
    await eventually(() => leases() === ALL_PARTITIONS)
    await end(started)
  })
})
