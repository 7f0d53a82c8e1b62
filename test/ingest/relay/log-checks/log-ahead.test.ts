import { beforeEach, describe, expect, it } from 'vitest'
import { createIsEvent } from '../../../../ingest/relay/log-checks/is-event.ts'
import { refuseLogAhead } from '../../../../ingest/relay/log-checks/log-ahead.ts'
import { action } from '../../../support/builders/webhook-events.ts'
import { openLogSource } from '../../../support/log/log-sources.ts'
import { createPublisher, type Publisher } from '../../../support/log/publish.ts'
import { createTestTopics } from '../../../support/log/topics.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

let publisher: Publisher
let look: () => Promise<void>

beforeEach(async () => {
  const stored = await createTestDatabase()
  const { database } = stored
  const settings = await createTestTopics({ ...stored.settings, topic_partitions: 1 })
  publisher = await createPublisher(settings, database)
  const source = openLogSource(settings)
  const isEvent = createIsEvent(settings, database)
  look = () => refuseLogAhead({ source, names: ['legislog.bills.v1'], database, isEvent })
})

/** Messages of an entity that ingest does not know. A reader accepts none of them as an event. */
const poison = [
  { ...action(1), headers: { ce_id: '' } },
  { ...action(2), headers: { ce_recordedtime: '2026-02-30T10:00:00.000000Z' } },
  { ...action(3), headers: { ce_recordedtime: '2099-01-01T00:00:00.000000Z' } },
  { ...action(4), value: Buffer.from('no event') },
  {
    ...action(5),
    value: Buffer.concat([Buffer.from([0]), Buffer.alloc(3), Buffer.from([1]), Buffer.from('{}')]),
  },
]

describe('a log whose last event is unknown to ingest', () => {
  it('is refused', async () => {
    await publisher.publish([action(1)])
    await expect(look()).rejects.toMatchObject({ code: 'log_ahead' })
  })

  it('is refused even if any number of invalid messages follow that event', async () => {
    await publisher.publish([action(1), ...poison])
    await expect(look()).rejects.toMatchObject({ code: 'log_ahead' })
  })
})

it('a log that ends with invalid messages is not refused as ahead of ingest', async () => {
  await publisher.publish(poison)
  await look()
})
