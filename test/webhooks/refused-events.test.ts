import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { listParkedWebhooks } from '../../webhooks/parked.ts'
import { legislog } from '../support/command-line.ts'
import { createDispatcherWorld } from '../support/dispatcher-world.ts'
import { eventually } from '../support/eventually.ts'
import { environmentOf } from '../support/main-process.ts'
import { action, statusChange } from '../support/webhook-events.ts'

const world = await createDispatcherWorld()

it('events that Postgres refuses are parked, and all others of their batch are delivered, in order', async () => {
  const { receiver, eventsOf } = await world.newEndpoint()
  const refused = {
    // No index of Postgres takes an id of so many bytes (54000), and no column such a time (22007).
    6: { ce_id: randomBytes(8_000).toString('hex') },
    13: { ce_recordedtime: 'the day before yesterday' },
  } as Record<number, Record<string, string>>
  await world.publisher.publish([
    ...Array.from({ length: 20 }, (_, index) => ({
      ...action(index + 1),
      headers: refused[index + 1] ?? {},
    })),
    statusChange(21, 'introduced', 'in_committee'),
  ])
  const dispatcher = await world.start()
  await world.caughtUp()
  await eventually(() => receiver.received.length === 19)
  const ids = eventsOf().map(({ id }) => id)
  expect(new Set(ids).size).toBe(19)
  const told = eventsOf()
    .toSorted((a, b) => a.id - b.id)
    .map(({ data }) => data.action_id ?? data.to)
  const well = Array.from({ length: 20 }, (_, index) => index + 1).filter((number) => !(number in refused))
  expect(told).toEqual([...well.map((number) => `action-${number}`), 'in_committee'])
  const parked = await listParkedWebhooks(world.database)
  expect(parked).toMatchObject([
    { code: 'event_refused', error: expect.stringContaining('index row') },
    { code: 'event_refused', error: expect.stringContaining('the day before yesterday') },
  ])
  expect(dispatcher.health().error).toBeUndefined()

  const retry = () =>
    legislog(['parked', 'webhooks', '--retry', '--json'], { env: environmentOf(world.settings) })
  expect((await retry()).json()).toEqual({ read: 0, deliveries: 0, unreadable: 2 })
  // As if the tables had learned to take the second.
  await world.database.query(
    `UPDATE webhook.parked SET headers = (headers::jsonb || '{"ce_recordedtime": "2026-02-01T00:00:00Z"}')::json
     WHERE "offset" = $1`,
    [parked[1]!.offset],
  )
  expect((await retry()).json()).toEqual({ read: 1, deliveries: 1, unreadable: 1 })
  await dispatcher.sweep()
  await eventually(() => receiver.received.length === 20)
  expect(await listParkedWebhooks(world.database)).toMatchObject([{ offset: parked[0]!.offset }])
}, 90_000)
