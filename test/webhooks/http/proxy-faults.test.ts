import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import { createAddressGuard } from '../../../webhooks/http/address-guard.ts'
import { readEgressProxy } from '../../../webhooks/http/egress-proxy.ts'
import { createSender } from '../../../webhooks/http/sender.ts'
import { createConnectProxy, type ProxyMode } from '../../support/fakes/connect-proxy.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const credentials = 'customer-mail:hunter2'
const encoded = Buffer.from(credentials).toString('base64')

function senderThrough(webhookProxyUrl: string, limits: { connect_ms?: number; deadline_ms?: number } = {}) {
  const guard = createAddressGuard({ allow_insecure: true })
  const proxy = readEgressProxy({ webhook_proxy_url: webhookProxyUrl })
  const { connect_ms = 20_000, deadline_ms = 60_000 } = limits
  const sender = createSender({ guard, clock: systemClock, proxy, connect_ms, deadline_ms })
  cleanUp(sender.close)
  return (url: string) => sender.send({ url, secrets: [], key: 'dlv_1', body: Buffer.from('{}') })
}

const refusing = (status: number): ProxyMode => ({ kind: 'refuse', status })

describe('a proxy that', () => {
  it.each<[string, ProxyMode, string, 'nobody' | 'delivery', number]>([
    ['rejects our credentials', refusing(407), 'proxy_error: status 407', 'nobody', 15_000],
    ['forbids the address', refusing(403), 'proxy_error: status 403', 'delivery', 5_000],
    ['reaches nothing', refusing(502), 'proxy_error: status 502', 'delivery', 5_000],
    ['hangs', { kind: 'hang' }, 'proxy_error: timeout', 'delivery', 5_000],
    ['resets the connection', { kind: 'reset' }, 'proxy_error: connection_lost', 'delivery', 5_000],
    ['sends an answer of its own', { kind: 'own-body' }, 'proxy_error: answer_unreadable', 'delivery', 5_000],
    ['is not a proxy', { kind: 'nonsense' }, 'proxy_error: answer_unreadable', 'delivery', 5_000],
  ])(
    '%s counts as our failure, is reported in our own words, and leads to a retry',
    async (_what, mode, error, countsAgainst, wait_ms) => {
      const receiver = await createReceiver()
      const proxy = await createConnectProxy({ credentials })
      proxy.answer(mode)
      const send = senderThrough(proxy.url, mode.kind === 'hang' ? { connect_ms: 1_000 } : {})
      const made = await send(receiver.url)
      expect(made).toMatchObject({
        outcome: 'retry',
        status: null,
        error,
        counts_against: countsAgainst,
        retry_after_ms: wait_ms,
        response: null,
        response_headers: null,
        is_stale: false,
      })
      expect(JSON.stringify(made)).not.toMatch(/hunter2|customer-mail/)
      expect(JSON.stringify(made)).not.toContain(encoded)
      expect(receiver.received).toEqual([])
      expect(proxy.asked).toHaveLength(1)
      proxy.answer({ kind: 'open' })
      // The short limit is for a proxy that hangs.
      const patiently = mode.kind === 'hang' ? senderThrough(proxy.url) : send
      expect((await patiently(receiver.url)).outcome).toBe('delivered')
    },
  )

  it('is away costs no delivery an attempt', async () => {
    const receiver = await createReceiver()
    const proxy = await createConnectProxy()
    await proxy.close()
    expect(await senderThrough(proxy.url)(receiver.url)).toMatchObject({
      outcome: 'retry',
      error: 'proxy_error: connection_refused',
      counts_against: 'nobody',
    })
    expect(await senderThrough('http://proxy.invalid:3128')(receiver.url)).toMatchObject({
      error: 'proxy_error: name_not_resolved',
      counts_against: 'nobody',
    })
  })

  it('reaches other endpoints but not this one shows that this endpoint is unreachable', async () => {
    const [there, away] = [await createReceiver(), await createReceiver()]
    await away.close()
    const proxy = await createConnectProxy()
    const send = senderThrough(proxy.url)
    expect(await send(away.url)).toMatchObject({
      error: 'proxy_error: status 502',
      counts_against: 'delivery',
    })
    // The host must differ: another port of the same host proves nothing.
    expect((await send(there.url.replace('127.0.0.1', 'localhost'))).outcome).toBe('delivered')
    expect(await send(away.url)).toMatchObject({
      error: 'endpoint_unreachable: status 502',
      counts_against: 'endpoint',
      retry_after_ms: undefined,
    })
  })

  it('is fast does not lengthen the deadline of a slow receiver', async () => {
    const receiver = await createReceiver({ kind: 'hang-before-headers' })
    const proxy = await createConnectProxy()
    const made = await senderThrough(proxy.url, { deadline_ms: 300 })(receiver.url)
    expect(made).toMatchObject({ outcome: 'retry', error: 'timeout', counts_against: 'endpoint' })
  })
})
