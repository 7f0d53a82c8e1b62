import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { listParkedWebhooks } from '../../../webhooks/fan-out/parked-events.ts'
import { action, bill, statusChange } from '../../support/builders/webhook-events.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createDispatcherWorld } from '../../support/webhooks/dispatcher-world.ts'

const world = await createDispatcherWorld()

it('events that Postgres rejects are parked, and all others of their batch are delivered in order', async () => {
  const { receiver, eventsOf } = await world.newEndpoint()
  // A later version may have such an index, which accepts no entry of this size (54000).
  await world.database.query('CREATE INDEX ON webhook.event (body)')
  const actions = Array.from({ length: 20 }, (_, index) => action(index + 1))
  const long = actions[5]!
  long.body.action.description = randomBytes(8_000).toString('hex').replace(/.{16}/g, '$& ')
  actions[12] = {
    ...action(1, { bill_id: 8 }),
    headers: { ce_recordedtime: 'the day before yesterday' },
  }
  await world.publisher.publish([...actions, statusChange(21, 'introduced', 'in_committee')])
  const dispatcher = await world.start()
  await world.caughtUp()
  await eventually(() => receiver.received.length === 19)
  const ids = eventsOf().map(({ id }) => id)
  expect(new Set(ids).size).toBe(19)
  const emitted = eventsOf()
    .toSorted((a, b) => a.id - b.id)
    .map(({ data }) => data.action_id ?? data.to)
  const well = Array.from({ length: 20 }, (_, index) => index + 1).filter(
    (number) => number !== 6 && number !== 13,
  )
  expect(emitted).toEqual([...well.map((number) => `action-${number}`), 'in_committee'])
  const parked = (await listParkedWebhooks(world.database)).toSorted((a, b) => (a.code < b.code ? -1 : 1))
  expect(parked).toMatchObject([
    { key: bill.ocd_id, code: 'event_refused', error: expect.stringContaining('index row') },
    {
      key: 'ocd-bill/8',
      code: 'event_undecodable',
      error: expect.stringContaining('the day before yesterday'),
    },
  ])
  expect(dispatcher.health().error).toBeUndefined()

  const retry = () =>
    legislogHere(['parked', 'webhooks', '--retry', '--json'], { env: settingsEnvironment(world.settings) })
  expect((await retry()).json()).toEqual({ read: 0, deliveries: 0, unreadable: 2 })
  // Now the tables accept the second one.
  for (const table of ['webhook.parked_event', 'control.parked_event']) {
    await world.database.query(
      `UPDATE ${table} SET headers = (headers::jsonb || '{"ce_recordedtime": "2026-02-01T00:00:00.000000Z"}')::json
       WHERE key = 'ocd-bill/8'`,
    )
  }
  const [parkedKey] = await listParked(world.database)
  const { codec } = world.publisher
  await retryParked({ database: world.database, codec, parkedKey: parkedKey!, announce: async () => {} })
  expect((await retry()).json()).toEqual({ read: 1, deliveries: 1, unreadable: 1 })
  await dispatcher.sweep()
  await eventually(() => receiver.received.length === 20)
  expect(await listParkedWebhooks(world.database)).toMatchObject([{ key: bill.ocd_id }])
}, 90_000)
