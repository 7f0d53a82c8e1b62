import { expect, it } from 'vitest'
import { findKafkaFault } from '../../../cli/health/kafka-fault.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { createSilentServer } from '../../support/faults/silent-server.ts'
import { legislog } from '../../support/harness/command-line.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

it('legislog status reports a Kafka that accepts connections but does not answer', async () => {
  const { settings } = await createTestDatabase({ kafka_brokers: [await createSilentServer()] })
  const { code, json } = await legislog(['status', '--json'], { env: settingsEnvironment(settings) })
  expect(code).toBe(1)
  expect(json()).toMatchObject({ caught_up: false, kafka_error: expect.stringContaining('no answer in 3 s') })
}, 40_000)

it('the Kafka check names a Kafka that no longer answers', async () => {
  const kafkaBrokers = [await createSilentServer()]
  const { settings, database } = await createTestDatabase({
    kafka_brokers: kafkaBrokers,
    health_timeout_ms: 100,
  })
  await database.query(
    `INSERT INTO control.partition_clock (topic, partition, at, end_offset, relayed_to, relayed_id)
     VALUES ('legislog.bills.v1', 0, now(), 7, 7, 'the last one')`,
  )
  expect(await findKafkaFault(settings, database)).toContain(`Kafka at ${kafkaBrokers[0]} does not answer`)
})
