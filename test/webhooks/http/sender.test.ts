import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import { createAddressGuard, type Resolver } from '../../../webhooks/http/address-guard.ts'
import { createConnections } from '../../../webhooks/http/connections.ts'
import { createSender } from '../../../webhooks/http/sender.ts'
import { decodeSecret, makeSecret } from '../../../webhooks/secrets/signature.ts'
import { createReceiver, type Mode } from '../../support/fakes/receiver.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const secret = makeSecret()
const body = Buffer.from('{"id":1,"event":"bill.action","data":{"description":"Señate — passed"}}')
const key = 'dlv_0198a0000000700080000000000000aa'

function senderWith(options: { allow_insecure?: boolean; resolver?: Resolver; deadline_ms?: number } = {}) {
  const { allow_insecure = true, resolver, deadline_ms = 60_000 } = options
  const guard = createAddressGuard({ allow_insecure, ...(resolver === undefined ? {} : { resolver }) })
  const sender = createSender({ guard, clock: systemClock, deadline_ms })
  cleanUp(sender.close)
  return sender
}

async function sendTo(mode: Mode, deadline_ms?: number) {
  const receiver = await createReceiver(mode)
  const sender = senderWith(deadline_ms === undefined ? {} : { deadline_ms })
  const made = await sender.send({ url: receiver.url, secrets: [decodeSecret(secret)], key, body })
  return { receiver, sender, made }
}

describe('an attempt', () => {
  it('sends the exact bytes with their length, under both families of headers', async () => {
    const { receiver, made } = await sendTo({ kind: 'ok' })
    expect(made).toMatchObject({ outcome: 'delivered', status: 200, error: null, response: null })
    const [one] = receiver.received
    expect(one).toMatchObject({ method: 'POST', path: '/hook', body: body.toString('utf8') })
    const headers = one!.headers
    expect(headers['content-type']).toBe('application/json')
    expect(headers['content-length']).toBe(String(body.length))
    expect(headers['transfer-encoding']).toBeUndefined()
    expect(headers['x-service-idempotency-key']).toBe(key)
    expect(headers['webhook-id']).toBe(key)
    expect(headers['webhook-timestamp']).toBe(headers['x-service-timestamp'])
    expect(headers['webhook-signature']).toBe(headers['x-service-signature'])
    expect(headers['x-service-signature']).toMatch(/^v1,/)
    expect(headers['x-service-timestamp']).toMatch(/^\d{10}$/)
    expect(headers['x-service-test']).toBeUndefined()
  })

  it('is accepted by a receiver that uses the standardwebhooks package', async () => {
    const { made } = await sendTo({ kind: 'verify', secret })
    expect(made.status).toBe(200)
    const { made: refused } = await sendTo({ kind: 'verify', secret: makeSecret() })
    expect(refused).toMatchObject({ status: 401, outcome: 'failed' })
  })

  it('gets a new timestamp each time and keeps its key', async () => {
    const receiver = await createReceiver()
    const guard = createAddressGuard({ allow_insecure: true })
    const times = [1_767_225_600_000, 1_767_225_900_000]
    const sender = createSender({ guard, clock: { now: () => new Date(times.shift()!) } })
    cleanUp(sender.close)
    const sending = { url: receiver.url, secrets: [decodeSecret(secret)], key, body }
    await sender.send(sending)
    await sender.send(sending)
    const [first, second] = receiver.received.map(({ headers }) => headers)
    expect(first!['x-service-timestamp']).toBe('1767225600')
    expect(second!['x-service-timestamp']).toBe('1767225900')
    expect(first!['webhook-id']).toBe(second!['webhook-id'])
    expect(first!['x-service-signature']).not.toBe(second!['x-service-signature'])
  })

  it('follows no redirect, and names the target in the log', async () => {
    const other = await createReceiver()
    const { made } = await sendTo({ kind: 'redirect', status: 301, location: other.url })
    expect(made).toMatchObject({ outcome: 'retry', status: 301, error: `redirect to ${other.url}` })
    expect(other.received).toHaveLength(0)
  })

  it.each([
    [400, 'failed'],
    [408, 'failed'],
    [410, 'gone'],
    [429, 'retry'],
    [500, 'retry'],
    [304, 'retry'],
  ])('that is answered with %i is %s', async (status, outcome) => {
    const { made } = await sendTo({ kind: 'status', status })
    expect(made).toMatchObject({ outcome, status, error: `status ${status}` })
  })

  it('reads the Retry-After of the receiver', async () => {
    const { made } = await sendTo({ kind: 'retry-after', status: 503, value: '3600' })
    expect(made.retry_after_ms).toBe(3_600_000)
  })

  it('keeps the start of an error body, in characters that any store accepts', async () => {
    const { made } = await sendTo({ kind: 'status', status: 500, body: `a\0b\u0007 ${'x'.repeat(5_000)}` })
    expect(made.response).toMatch(/^a\ufffdb\ufffd x+$/)
    expect(made.response!.length).toBe(1_024)
  })
})

describe('a misbehaving receiver', () => {
  it('ends an attempt at its deadline if it never answers', async () => {
    const { made } = await sendTo({ kind: 'hang-before-headers' }, 300)
    expect(made).toMatchObject({ outcome: 'retry', status: null, error: 'timeout' })
  })

  it('ends an attempt at its deadline if it drips its body', async () => {
    const { made } = await sendTo({ kind: 'drip-body', every_ms: 20 }, 300)
    expect(made).toMatchObject({ outcome: 'retry', error: 'timeout' })
  })

  it('has at most 16 KiB of its body read', async () => {
    const { receiver, made } = await sendTo({ kind: 'huge-body', bytes: 200 * 1024 * 1024 })
    expect(made).toMatchObject({ outcome: 'delivered', status: 200 })
    expect(receiver.bytes_written()).toBeLessThan(16 * 1024 * 1024)
  })

  it('never causes decompression', async () => {
    const before = process.memoryUsage.rss()
    const { made } = await sendTo({ kind: 'gzip-bomb', bytes: 20 * 1024 * 1024 })
    expect(made.status).toBe(200)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
  })

  it('fails the attempt, but not the process, if its headers are too large', async () => {
    const { made } = await sendTo({ kind: 'huge-header', bytes: 40 * 1024 })
    expect(made).toMatchObject({ outcome: 'retry', status: null, error: 'headers_too_large' })
  })

  it('fails the attempt if it resets the connection', async () => {
    const { made } = await sendTo({ kind: 'reset' })
    expect(made).toMatchObject({ outcome: 'retry', status: null, error: 'connection_lost' })
  })

  it('fails the attempt if nothing listens', async () => {
    const receiver = await createReceiver()
    await receiver.close()
    const made = await senderWith().send({ url: receiver.url, secrets: [], key, body })
    expect(made).toMatchObject({ outcome: 'retry', error: 'connection_refused' })
  })
})

describe('an address that is not public', () => {
  const send = (url: string, resolver?: Resolver, allowInsecure = false) =>
    senderWith({ allow_insecure: allowInsecure, ...(resolver === undefined ? {} : { resolver }) }).send({
      url,
      secrets: [decodeSecret(secret)],
      key,
      body,
    })
  const answering =
    (...addresses: string[]): Resolver =>
    (_hostname, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['8.8.8.8', '10.0.0.1'],
  ])('is not connected to when a name resolves to %s', async (...addresses) => {
    const made = await send('https://hooks.example.com/', answering(...addresses))
    expect(made).toMatchObject({ outcome: 'retry', status: null, error: 'blocked_address', response: null })
    expect(JSON.stringify(made)).not.toContain(addresses[0])
  })

  it('is checked in the answer that is used to connect, so a changed name gains nothing', async () => {
    const receiver = await createReceiver()
    const port = new URL(receiver.url).port
    const answers = ['8.8.8.8', '127.0.0.1']
    const asked: string[] = []
    const rebinding: Resolver = (hostname, _options, callback) => {
      asked.push(hostname)
      callback(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }])
    }
    const guard = createAddressGuard({ allow_insecure: false, resolver: rebinding })
    await expect(guard.checkName('hooks.example.com')).resolves.toBeUndefined()
    const sender = createSender({ guard, clock: systemClock })
    cleanUp(sender.close)
    const made = await sender.send({ url: `https://hooks.example.com:${port}/`, secrets: [], key, body })
    expect(made.error).toBe('blocked_address')
    expect(asked).toHaveLength(2)
    expect(receiver.received).toHaveLength(0)
  })

  it.each([
    'https://127.0.0.1:9999/',
    'https://[::1]:9999/',
    'https://[::ffff:169.254.169.254]/',
    'https://2130706433/',
  ])('is refused as a literal, without a lookup: %s', async (url) => {
    expect(await send(url)).toMatchObject({ outcome: 'retry', error: 'blocked_address' })
  })

  it('is refused by the connection itself, even if the address rules are bypassed', async () => {
    const receiver = await createReceiver()
    const agent = createConnections(createAddressGuard({ allow_insecure: false }))
    cleanUp(() => agent.destroy())
    const { origin } = new URL(receiver.url)
    await expect(agent.request({ origin, path: '/', method: 'POST' })).rejects.toMatchObject({
      code: 'blocked_address',
    })
    expect(receiver.received).toHaveLength(0)
  })

  it('is detected at the peer of an open connection, even if the lookup returned another one', async () => {
    const receiver = await createReceiver()
    const guard = createAddressGuard({ allow_insecure: false })
    const agent = createConnections({
      ...guard,
      lookup: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    cleanUp(() => agent.destroy())
    const origin = `http://hooks.example.com:${new URL(receiver.url).port}`
    await expect(agent.request({ origin, path: '/', method: 'POST' })).rejects.toMatchObject({
      code: 'blocked_address',
    })
    expect(receiver.received).toHaveLength(0)
  })

  it('is still refused under the setting for local trials, unless it is loopback', async () => {
    expect(await send('http://hooks.example.com/', answering('10.0.0.1'), true)).toMatchObject({
      error: 'blocked_address',
    })
    const receiver = await createReceiver()
    const port = new URL(receiver.url).port
    const made = await send(`http://hooks.example.com:${port}/`, answering('127.0.0.1'), true)
    expect(made.outcome).toBe('delivered')
  })
})
