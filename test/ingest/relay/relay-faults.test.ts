import { expect, it } from 'vitest'
import { createRelay } from '../../../ingest/relay/relay.ts'
import { createLog } from '../../../runtime/log.ts'
import { api, createKafkaProxy, withProduceError } from '../../support/faults/kafka-proxy.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { fillOutbox } from '../../support/log/outbox.ts'
import { readTopic } from '../../support/log/read-topic.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const OUT_OF_ORDER_SEQUENCE = 45
const UNKNOWN_PRODUCER = 59

it('the relay survives answers that would end an idempotent producer of kafkajs, and a cut connection', async () => {
  const { url, database } = await createTestDatabase()
  const settings = await createTestTopics({ database_url: url })
  const proxy = await createKafkaProxy(settings)
  const relay = createRelay({ settings, database, kafka: proxy.kafka, log: createLog('relay', 'silent') })
  cleanUp(() => relay.stop())
  proxy.change(api.produce, withProduceError(OUT_OF_ORDER_SEQUENCE))
  proxy.change(api.produce, withProduceError(UNKNOWN_PRODUCER))
  proxy.change(api.produce, () => 'cut')
  const values = Array.from({ length: 10 }, (_, index) => String(index))
  await fillOutbox(database, settings, [{ key: 'ocd-bill/1', values }])
  relay.start()
  await eventually(
    async () => {
      const { rows } = await database.query('SELECT 1 FROM ingest.outbox')
      return rows.length === 0
    },
    { timeout_ms: 20_000 },
  )
  const read = (await readTopic(settings, 'legislog.bills.v1')).map(({ value }) => String(value))
  // Each round was written, whatever its answer said. Readers recognize the repeats.
  expect(read).toEqual([...values, ...values, ...values, ...values])
  expect(proxy.count(api.init_producer_id)).toBe(0)
})
