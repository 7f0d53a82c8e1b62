import { expect, it } from 'vitest'
import { journalFrom, journalRecords } from '../../../../ingest/journal/journal.ts'
import { RelayLogCheck } from '../../../../ingest/relay/log-checks/log-check.ts'
import { createRelay, relayUntilDrained } from '../../../../ingest/relay/relay.ts'
import { createKafka, partitionOf } from '../../../../runtime/kafka/client/kafka-client.ts'
import { readLogFaults } from '../../../../runtime/kafka/log-guard/log-faults.ts'
import type { LogRecord } from '../../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../../runtime/log.ts'
import { withSession } from '../../../../runtime/postgres/postgres.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { messages } from '../../../support/log/log-readers.ts'
import { fillOutbox } from '../../../support/log/outbox.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { readTopic } from '../../../support/log/read-topic.ts'
import { createTestTopics, recreateTopics } from '../../../support/log/topics.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const bills = 'legislog.bills.v1'
const log = createLog('relay', 'silent')

async function stores() {
  const { database, settings } = await createTestDatabase()
  return { database, settings: await createTestTopics(settings) }
}

const waiting = async ({ database }: Awaited<ReturnType<typeof stores>>) => {
  const { rows } = await database.query<{ waiting: number }>('SELECT count(*) AS waiting FROM ingest.outbox')
  return rows[0]!.waiting
}

it('a relay ends if its log becomes empty, and keeps everything that it must still send', async () => {
  const place = await stores()
  const relay = createRelay({ ...place, kafka: createKafka(place.settings, 'legislog-test'), log })
  cleanUp(() => relay.stop())
  relay.start()
  await fillOutbox(place.database, place.settings, [{ key: 'ocd-bill/1', values: ['1', '2'] }])
  await relay.drained()
  await recreateTopics(place.settings)
  await fillOutbox(place.database, place.settings, [{ key: 'ocd-bill/2', values: ['3'] }])
  await expect(relay.done).rejects.toMatchObject({ code: 'log_behind' })
  expect(await waiting(place)).toBe(1)
  const faults = await eventually(async () => {
    const found = await readLogFaults(place.database)
    return found.length > 0 && found
  })
  expect(faults).toMatchObject([{ noticed_by: 'relay', topic: bills, code: 'log_behind' }])
}, 60_000)

it('a batch at an offset before the known end of the log is not taken as sent', async () => {
  const place = await stores()
  await place.database.query(
    `INSERT INTO control.partition_clock (topic, partition, end_offset, relayed_to, relayed_id) VALUES ($1, 3, 9, 9, 'an id')`,
    [bills],
  )
  const check = new RelayLogCheck({ ...place, kafka: createKafka(place.settings, 'legislog-test'), log })
  cleanUp(() => check.close())
  await withSession(place.database, (client) => check.readFacts(client))
  const batch = { topic: bills, partition: 3, count: 1, last_id: 'new', batch: Buffer.alloc(0) } as const
  expect(() => check.sent([{ ...batch, first_offset: 4n, end_offset: 5n }])).toThrow(
    'ends at 4 and was relayed to 9',
  )
  check.sent([{ ...batch, first_offset: 9n, end_offset: 10n }])
  expect(() => check.sent([{ ...batch, first_offset: 9n, end_offset: 10n }])).toThrow('was relayed to 10')
})

it('sent batches that were never acknowledged are in the journal too, so that all can be restored', async () => {
  const place = await stores()
  const key = 'ocd-bill/1'
  const partition = partitionOf(key, 4)
  await publishRaw(place.settings, messages(0, 3, { partition }))
  await fillOutbox(place.database, place.settings, [{ key, values: ['1', '2'] }])
  await relayUntilDrained({ ...place, kafka: createKafka(place.settings, 'legislog-test'), log })
  const kept = await journalFrom(place.database, { topic: bills, partition }, 0n)
  expect(kept.map(({ first_offset, end_offset }) => [first_offset, end_offset])).toEqual([
    [0n, 3n],
    [3n, 5n],
  ])
  const records: LogRecord[] = []
  for await (const some of journalRecords(place.database)) records.push(...some)
  const contentOf = (of: readonly LogRecord[]) =>
    of.map(({ offset, key: own, headers, value }) => ({
      offset,
      own,
      headers: { ...headers },
      value: String(value),
    }))
  const log_of = (await readTopic(place.settings, bills)).filter((record) => record.partition === partition)
  expect(contentOf(records)).toEqual(contentOf(log_of))
})
