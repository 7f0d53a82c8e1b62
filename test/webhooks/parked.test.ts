import { expect, it } from 'vitest'
import { listParkedWebhooks } from '../../webhooks/parked.ts'
import { legislog } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { environmentOf } from '../support/main-process.ts'
import { createPublisher, type Publication } from '../support/publish.ts'
import { action } from '../support/webhook-events.ts'
import { createWholeService } from '../support/whole-service.ts'

it('events that a dispatcher could not read are sent once it can, each once', async () => {
  const service = await createWholeService()
  const { database, settings } = service
  const { receiver } = await service.createEndpoint(['bill.action'])
  await service.startDispatcher()
  const { codec, publish } = await createPublisher(settings, database)
  const sent = [1, 2, 3].map((sequence) => action(sequence) as Publication & { type: 'bill.action' })
  await publish(sent.map((one, index) => (index === 1 ? one : { ...one, value: Buffer.alloc(3) })))
  const parked = await eventually(
    async () => {
      const found = await listParkedWebhooks(database)
      return found.length === 2 && receiver.received.length === 1 && found
    },
    { timeout_ms: 20_000 },
  )

  const run = (...args: string[]) =>
    legislog(['parked', 'webhooks', ...args, '--json'], { env: environmentOf(settings) })
  expect((await run()).json()).toMatchObject({ parked: Array(2).fill({ code: 'event_undecodable' }) })
  // As if the code had learned to read the first.
  const value = await codec.encode(sent[0]!.type, sent[0]!.body)
  await database.query('UPDATE webhook.parked SET value = $1 WHERE "offset" = $2', [value, parked[0]!.offset])
  const retried = await run('--retry')
  expect(retried.code).toBe(1)
  expect(retried.json()).toEqual({ read: 1, deliveries: 1, unreadable: 1 })
  await eventually(() => receiver.received.length === 2, { timeout_ms: 20_000 })
  expect((await run('--retry')).json()).toEqual({ read: 0, deliveries: 0, unreadable: 1 })
  expect(await listParkedWebhooks(database)).toMatchObject([{ offset: parked[1]!.offset }])
  expect(new Set(receiver.keys()).size).toBe(2)
}, 90_000)
