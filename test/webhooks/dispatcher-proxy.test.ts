import { describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { openEndpointService } from '../../webhooks/subscriptions/endpoint-service.ts'
import { action } from '../support/builders/webhook-events.ts'
import { createConnectProxy } from '../support/fakes/connect-proxy.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createDispatcherWorld } from '../support/webhooks/dispatcher-world.ts'

const credentials = 'legislog:hunter2'
const world = await createDispatcherWorld()
const proxy = await createConnectProxy({ credentials })
const change = { webhook_proxy_url: proxy.url }

describe('a service with WEBHOOK_PROXY_URL', () => {
  it('sends through the proxy, and puts its credentials in no log, no metric and no row', async () => {
    const lines: string[] = []
    const log = createLog('test', 'trace', { write: (line) => void lines.push(line) })
    const { receiver } = await world.newEndpoint()
    const dispatcher = await world.start(change, log)
    proxy.answer({ kind: 'refuse', status: 407 })
    await world.publisher.publish([action(1)])
    let metrics = ''
    await eventually(async () => {
      metrics = await dispatcher.metrics.metrics()
      return /legislog_webhook_attempts_total\{outcome="retried",class="proxy_error"\} [1-9]/.test(metrics)
    })
    proxy.answer({ kind: 'open' })
    await eventually(async () => {
      await world.database.query("UPDATE webhook.delivery SET due_at = now() WHERE status = 'pending'")
      await world.database.query('UPDATE webhook.endpoint SET wait_until = NULL')
      await dispatcher.sweep()
      return receiver.received.length === 1
    })
    await dispatcher.stop()
    expect(proxy.asked.length).toBeGreaterThanOrEqual(2)
    const { rows } = await world.database.query<{ row: string }>(
      `SELECT row_to_json(one)::text AS row FROM webhook.attempt AS one
       UNION ALL SELECT row_to_json(one)::text FROM webhook.delivery AS one
       UNION ALL SELECT row_to_json(one)::text FROM webhook.endpoint AS one`,
    )
    expect(rows.map(({ row }) => row).join()).toContain('proxy_error: status 407')
    const emitted = [
      ...lines,
      metrics,
      await dispatcher.metrics.metrics(),
      ...rows.map(({ row }) => row),
    ].join()
    expect(lines.length).toBeGreaterThan(0)
    for (const secret of ['hunter2', Buffer.from(credentials).toString('base64'), proxy.url])
      expect(emitted).not.toContain(secret)
  })

  it('sends test events of the API and of the command line through the proxy', async () => {
    const settings = { ...world.settings, ...change }
    const kafka = createKafka(settings, 'legislog-test')
    const { endpoints, close } = await openEndpointService({
      settings,
      database: world.database,
      kafka,
      clock: systemClock,
    })
    cleanUp(close)
    const { receiver, id } = await world.newEndpoint()
    const before = proxy.asked.length
    expect(await endpoints.test(world.owner, id, undefined)).toMatchObject({ delivered: true })
    expect(receiver.received[0]!.headers['x-service-test']).toBe('true')
    expect(proxy.asked.slice(before).map(({ target }) => target)).toEqual([new URL(receiver.url).host])
  })

  it('refuses to start if the proxy address is invalid', async () => {
    const settings = { ...world.settings, webhook_proxy_url: 'socks5://legislog:hunter2@proxy.internal' }
    const kafka = createKafka(settings, 'legislog-test')
    const refusal = { code: 'setting_invalid', message: expect.not.stringContaining('hunter2') }
    const opened = openEndpointService({ settings, database: world.database, kafka, clock: systemClock })
    await expect(opened).rejects.toMatchObject(refusal)
  })
})
