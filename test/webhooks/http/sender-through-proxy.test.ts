import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import { createAddressGuard, type Resolver } from '../../../webhooks/http/address-guard.ts'
import { readEgressProxy } from '../../../webhooks/http/egress-proxy.ts'
import { createSender } from '../../../webhooks/http/sender.ts'
import { decodeSecret, makeSecret } from '../../../webhooks/secrets/signature.ts'
import { createCertificates, createTlsReceiver } from '../../support/fakes/certificates.ts'
import { createConnectProxy } from '../../support/fakes/connect-proxy.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const secret = makeSecret()
const body = Buffer.from('{"id":1,"event":"bill.action","data":{"description":"Señate — passed"}}')
const name = 'hooks.example.com'
const certificates = createCertificates(name)
const ofLocalhost = createCertificates('localhost')

function senderThrough(
  webhookProxyUrl: string,
  options: { allow_insecure?: boolean; resolver?: Resolver; connect_ms?: number; deadline_ms?: number } = {},
) {
  const { allow_insecure = true, resolver, connect_ms, deadline_ms = 5_000 } = options
  const guard = createAddressGuard({ allow_insecure, ...(resolver === undefined ? {} : { resolver }) })
  const proxy = readEgressProxy({ webhook_proxy_url: webhookProxyUrl })
  const sender = createSender({ guard, clock: systemClock, proxy, connect_ms, deadline_ms })
  cleanUp(sender.close)
  return (url: string) => sender.send({ url, secrets: [decodeSecret(secret)], key: 'dlv_1', body })
}

/** One answer for each call; the last one repeats. */
function answering(...answers: string[][]): Resolver {
  const left = [...answers]
  return (_hostname, _options, callback) => {
    const addresses = left.length > 1 ? left.shift()! : left[0]!
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

describe('an attempt through a proxy', () => {
  it('arrives like one without a proxy, signed and byte for byte, and only the proxy gets its credentials', async () => {
    const receiver = await createReceiver({ kind: 'verify', secret })
    const proxy = await createConnectProxy({ credentials: 'user:p@ss/w%rd' })
    const made = await senderThrough(proxy.url)(receiver.url)
    expect(made).toMatchObject({ outcome: 'delivered', status: 200, error: null })
    const [one] = receiver.received
    expect(one).toMatchObject({ method: 'POST', path: '/hook', body: body.toString('utf8') })
    expect(one!.headers.host).toBe(new URL(receiver.url).host)
    expect(Object.keys(one!.headers).filter((header) => header.startsWith('proxy-'))).toEqual([])
    expect(proxy.asked.map(({ target }) => target)).toEqual([new URL(receiver.url).host])
  })

  it('reuses one tunnel, and reports failures of requests in it', async () => {
    const receiver = await createReceiver()
    const proxy = await createConnectProxy()
    const send = senderThrough(proxy.url)
    for (let time = 0; time < 5; time++) expect((await send(receiver.url)).outcome).toBe('delivered')
    expect(proxy.asked).toHaveLength(1)
    receiver.answer({ kind: 'reset' })
    expect(await send(receiver.url)).toMatchObject({ error: 'connection_lost', is_stale: true })
    expect(await send(receiver.url)).toMatchObject({ error: 'connection_lost', is_stale: false })
    receiver.answer({ kind: 'status', status: 503 })
    expect(await send(receiver.url)).toMatchObject({ error: 'status 503', counts_against: 'endpoint' })
    expect(proxy.asked).toHaveLength(3)
  })

  it('tries the addresses of a name one after the other, IPv4 first', async () => {
    const receiver = await createReceiver()
    const port = new URL(receiver.url).port
    const proxy = await createConnectProxy()
    const served = `127.0.0.1:${port}`
    proxy.answer({
      kind: 'choose',
      mode: (target) => (target === served ? { kind: 'open' } : { kind: 'refuse', status: 502 }),
    })
    const send = senderThrough(proxy.url, { resolver: answering(['::1', '127.0.0.3', '127.0.0.1']) })
    expect((await send(`http://${name}:${port}/`)).outcome).toBe('delivered')
    const gone = senderThrough(proxy.url, { resolver: answering(['::1', '127.0.0.3']) })
    expect((await gone(`http://${name}:${port}/`)).error).toMatch(/: status 502$/)
    expect(proxy.asked.map(({ target }) => target)).toEqual([
      `127.0.0.3:${port}`,
      served,
      `127.0.0.3:${port}`,
      `[::1]:${port}`,
    ])
  })

  it('tries the next address if the proxy waits for one that does not answer', async () => {
    const receiver = await createReceiver()
    const port = new URL(receiver.url).port
    const proxy = await createConnectProxy()
    proxy.answer({
      kind: 'choose',
      mode: (target) => ({ kind: target.startsWith('127.0.0.3') ? 'hang' : 'open' }),
    })
    const resolver = answering(['127.0.0.3', '127.0.0.1'])
    const send = senderThrough(proxy.url, { resolver, connect_ms: 1_000 })
    expect((await send(`http://${name}:${port}/`)).outcome).toBe('delivered')
  })
})

describe.skipIf(certificates === undefined || ofLocalhost === undefined)('TLS through a proxy', () => {
  it('connects to the endpoint by its name, while the proxy gets only the address that was checked', async () => {
    const receiver = await createTlsReceiver(certificates!.good)
    const proxy = await createConnectProxy({ lead: () => receiver.port })
    const resolver = answering(['8.8.8.8'], ['10.0.0.1'])
    const send = senderThrough(proxy.url, { allow_insecure: false, resolver })
    expect(await send(`https://${name}/hook`)).toMatchObject({ outcome: 'delivered', status: 200 })
    expect(proxy.asked.map(({ target, headers }) => [target, headers.host])).toEqual([
      ['8.8.8.8:443', '8.8.8.8:443'],
    ])
    expect(receiver.names).toEqual([{ servername: name, host: name }])
  })

  it.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['self_signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['misnamed', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)(
    'is verified, and a certificate that is %s is the fault of the endpoint',
    async (kind, code) => {
      const receiver = await createTlsReceiver(certificates![kind])
      const proxy = await createConnectProxy({ lead: () => receiver.port })
      const send = senderThrough(proxy.url, { allow_insecure: false, resolver: answering(['8.8.8.8']) })
      expect(await send(`https://${name}/`)).toMatchObject({
        outcome: 'retry',
        error: `tls_error: ${code}`,
        counts_against: 'endpoint',
      })
      expect(receiver.requests).toEqual([])
    },
  )

  it('works with a proxy that uses TLS itself, whose certificate is verified too', async () => {
    const receiver = await createTlsReceiver(certificates!.good)
    const resolver = answering(['8.8.8.8'])
    const proxy = await createConnectProxy({ certificate: ofLocalhost!.good, lead: () => receiver.port })
    const send = senderThrough(proxy.url, { allow_insecure: false, resolver })
    expect(await send(`https://${name}/`)).toMatchObject({ outcome: 'delivered' })
    expect(await send(`https://${name}/`)).toMatchObject({ outcome: 'delivered' })
    expect(proxy.asked).toHaveLength(1)
    const falseOne = await createConnectProxy({ certificate: ofLocalhost!.self_signed })
    const made = await senderThrough(falseOne.url, { allow_insecure: false, resolver })(`https://${name}/`)
    expect(made).toMatchObject({
      error: 'proxy_error: tls_error: DEPTH_ZERO_SELF_SIGNED_CERT',
      counts_against: 'nobody',
    })
    expect(falseOne.asked).toEqual([])
  })
})

describe('an address that is not public', () => {
  it.each([
    ['https://hooks.example.com/', [['10.0.0.1']]],
    ['https://hooks.example.com/', [['127.0.0.1']]],
    ['https://hooks.example.com/', [['8.8.8.8', '169.254.169.254']]],
    ['https://hooks.example.com/', [['::ffff:127.0.0.1']]],
    ['https://127.0.0.1:9999/', [['8.8.8.8']]],
    ['https://[::ffff:169.254.169.254]/', [['8.8.8.8']]],
  ])('is never sent to the proxy: %s, %j', async (url, answers) => {
    const proxy = await createConnectProxy()
    const send = senderThrough(proxy.url, { allow_insecure: false, resolver: answering(...answers) })
    expect(await send(url)).toMatchObject({ error: 'blocked_address', counts_against: 'endpoint' })
    expect(proxy.asked).toEqual([])
  })
})
