import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { createDrain } from '../../../webhooks/delivery/drain.ts'
import { createDrainPool } from '../../../webhooks/delivery/drain-pool.ts'
import { createResultBatcher } from '../../../webhooks/results/result-batcher.ts'
import { createSecretBox } from '../../../webhooks/secrets/secret-box.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { actionsOf, createWebhookService } from '../../support/webhooks/webhook-service.ts'

const HANGING = 40
const QUICK = 10
const EVENTS = 30
/** Fewer than the hanging receivers. */
const CONCURRENCY = 5

it('forty hanging receivers delay no others: all others get everything before the first timeout', async () => {
  const key = randomBytes(32)
  const service = await createWebhookService({ key, deadline_ms: 120_000 })
  const hanging = await createReceiver({ kind: 'hang-before-headers' })
  const quick = await Promise.all(Array.from({ length: QUICK }, () => createReceiver()))
  const endpointIds: number[] = []
  for (let index = 0; index < HANGING; index++) {
    const owner = await service.account(`hanging ${index}`, 'business')
    endpointIds.push((await service.endpoints.create(owner, { url: hanging.url, events: ['*'] })).endpoint.id)
  }
  for (const { url } of quick)
    endpointIds.push((await service.endpoints.create(service.owner, { url, events: ['*'] })).endpoint.id)
  await service.fanOut(actionsOf(EVENTS))

  const log = createLog('test', 'silent')
  const { database, clock, sender } = service
  let isStopping = false
  const batcher = createResultBatcher({ database, clock, log })
  const drain = createDrain({
    database,
    sender,
    batcher,
    secrets: createSecretBox(key),
    clock,
    random: () => 0.5,
    onResult: () => {},
    isStopping: () => isStopping,
  })
  const drains = createDrainPool({ drain, concurrency: CONCURRENCY, log, patience_ms: 50 })
  cleanUp(async () => {
    await drains.settled()
    await batcher.stop()
  })

  for (const endpointId of endpointIds) void drains.run(endpointId)
  await Promise.all(endpointIds.slice(HANGING).map(drains.run))
  isStopping = true
  for (const { received } of quick) expect(received).toHaveLength(EVENTS)
  const { rows } = await database.query<{ status: string }>(
    'SELECT DISTINCT status FROM webhook.delivery WHERE endpoint_id = ANY($1)',
    [endpointIds.slice(0, HANGING)],
  )
  expect(rows).toEqual([{ status: 'pending' }])
  const attempts = await database.query(
    `SELECT FROM webhook.attempt JOIN webhook.delivery ON delivery.key = delivery_key
     WHERE endpoint_id = ANY($1)`,
    [endpointIds.slice(0, HANGING)],
  )
  expect(attempts.rowCount).toBe(0)
  // Each hanging receiver has at most as many requests in flight as it may have.
  expect(hanging.received.length).toBeLessThanOrEqual(4 * HANGING)
  await hanging.close()
})
