import { expect, it } from 'vitest'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { listParkedWebhooks } from '../../../webhooks/fan-out/parked-events.ts'
import { action } from '../../support/builders/webhook-events.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createPublisher } from '../../support/log/publish.ts'
import { createWholeService } from '../../support/service/whole-service.ts'

it('events that a dispatcher could not read are sent once each when it can read them', async () => {
  const service = await createWholeService()
  const { database, settings } = service
  const { receiver } = await service.createEndpoint(['bill.action'])
  await service.startProjections()
  await service.startDispatcher()
  const { codec, publish } = await createPublisher(settings, database)
  const sent = [41, 42, 43].map((billId) => action(1, { bill_id: billId }))
  await publish(sent.map((one, index) => (index === 1 ? one : { ...one, value: Buffer.alloc(3) })))
  await eventually(
    async () => {
      const found = await listParkedWebhooks(database)
      return found.length === 2 && receiver.received.length === 1 && found
    },
    { timeout_ms: 20_000 },
  )

  const run = (...args: string[]) =>
    legislogHere(['parked', 'webhooks', ...args, '--json'], { env: settingsEnvironment(settings) })
  expect((await run()).json()).toMatchObject({ parked: Array(2).fill({ code: 'event_undecodable' }) })
  // Now the code can read the first one.
  const value = await codec.encode(sent[0]!.type, sent[0]!.body)
  for (const table of ['webhook.parked_event', 'control.parked_event']) {
    await database.query(`UPDATE ${table} SET value = $1 WHERE key = $2`, [value, sent[0]!.key])
  }
  const parkedKey = (await listParked(database)).find(({ key }) => key === sent[0]!.key)!
  await retryParked({ database, codec, parkedKey, announce: async () => {} })
  const retried = await run('--retry')
  expect(retried.code).toBe(1)
  expect(retried.json()).toEqual({ read: 1, deliveries: 1, unreadable: 1 })
  await eventually(() => receiver.received.length === 2, { timeout_ms: 20_000 })
  expect((await run('--retry')).json()).toEqual({ read: 0, deliveries: 0, unreadable: 1 })
  expect(await listParkedWebhooks(database)).toMatchObject([{ key: sent[2]!.key }])
  expect(new Set(receiver.keys()).size).toBe(2)
}, 90_000)
