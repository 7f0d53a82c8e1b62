import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Resolver } from '../../webhooks/http/address-guard.ts'
import { createCertificates, createTlsReceiver } from '../support/fakes/certificates.ts'
import { createReceiver, type Receiver } from '../support/fakes/receiver.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import {
  again,
  delivered,
  endless,
  HOUR,
  MB,
  type Outcome,
  table,
} from '../support/webhooks/receiver-outcomes.ts'
import {
  actionOf,
  createWebhookService,
  type DeliveryRow,
  type WebhookService,
} from '../support/webhooks/webhook-service.ts'

const name = 'hooks.example.com'
const certificates = createCertificates(name)
/** How each name resolves, call by call; the last answer repeats. */
const addresses = new Map<string, string[]>([[name, ['127.0.0.1']]])
const resolver: Resolver = (hostname, _options, callback) => {
  const answers = addresses.get(hostname) ?? []
  const address = answers.length > 1 ? answers.shift()! : answers[0]
  if (address === undefined)
    return callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
  callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
}

const service = await createWebhookService({ resolver })
const key = randomBytes(32)
const impatient = await createWebhookService({ deadline_ms: 1_000, key })
const receivers = new Map<string, Receiver>()
const endpoints = new Map<string, { id: number; of: WebhookService }>()
let first: Map<string, DeliveryRow>
let rssGrowth = 0

async function register(what: string, url: string, of = service): Promise<void> {
  const owner = await of.account(what, 'business')
  const { endpoint } = await of.endpoints.create(owner, { url, events: ['*'] })
  endpoints.set(what, { id: endpoint.id, of })
}

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, host, done))
  cleanUp(() => new Promise((done) => server.close(() => done())))
  return (server.address() as AddressInfo).port
}

async function deliveriesByReceiver(): Promise<Map<string, DeliveryRow>> {
  const rows = new Map([
    [service, await service.deliveries()],
    [impatient, await impatient.deliveries()],
  ])
  return new Map(
    [...endpoints].map(([what, { id, of }]) => [
      what,
      rows.get(of)!.find(({ endpoint_id }) => endpoint_id === id)!,
    ]),
  )
}

/** Behaviors that `createReceiver` cannot play. */
const others: (readonly [string, Outcome])[] = [
  ['speaks another protocol', again(null, 'answer_unreadable')],
  ['is not there', again(null, 'connection_refused')],
  ['has a name that does not resolve', again(null, 'name_not_resolved')],
  ['has a name that resolves elsewhere once it is registered', again(null, 'blocked_address')],
  ['speaks no TLS where TLS is asked for', again(null, 'tls_error: ERR_SSL_WRONG_VERSION_NUMBER')],
]

async function registerOthers(): Promise<void> {
  const ssh = createTcpServer((socket) => {
    socket.on('error', () => {}).resume()
    socket.end('SSH-2.0-OpenSSH_9.6\r\n')
  })
  await register('speaks another protocol', `http://127.0.0.1:${await listening(ssh)}/`)
  const gone = await createReceiver()
  await register('is not there', gone.url)
  await gone.close()
  await register('has a name that does not resolve', 'http://nowhere.example.com:8081/')
  addresses.set('rebinding.example.com', ['8.8.8.8', '10.0.0.1'])
  await register(
    'has a name that resolves elsewhere once it is registered',
    'http://rebinding.example.com:8081/',
  )
  const plain = await createReceiver()
  await register('speaks no TLS where TLS is asked for', plain.url.replace('http:', 'https:'))
}

async function registerTls(): Promise<void> {
  if (certificates === undefined) return
  const at = async (certificate: keyof typeof certificates) =>
    `https://${name}:${(await createTlsReceiver(certificates[certificate])).port}/`
  await register('has a certificate that is right', await at('good'))
  await register('has an expired certificate', await at('expired'))
  await register('has a certificate that it signed itself', await at('self_signed'))
  await register('has a certificate of another name', await at('misnamed'))
  const old = await createTlsReceiver(certificates.good, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })
  await register('speaks an old version of TLS', `https://${name}:${old.port}/`)
  others.push(
    ['has a certificate that is right', delivered()],
    ['has an expired certificate', again(null, 'tls_error: CERT_HAS_EXPIRED')],
    ['has a certificate that it signed itself', again(null, 'tls_error: DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['has a certificate of another name', again(null, 'tls_error: ERR_TLS_CERT_ALTNAME_INVALID')],
    ['speaks an old version of TLS', again(null, 'tls_error: ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')],
  )
}

async function registerIpv6(): Promise<void> {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end()))
  const port = await listening(server, '::1').catch(() => undefined)
  if (port === undefined) return
  addresses.set('six.example.com', ['::1'])
  await register('has an IPv6 address only', `http://six.example.com:${port}/`)
  others.push(['has an IPv6 address only', delivered()])
}

beforeAll(async () => {
  for (const [receiversOf, of] of [[table, service] as const, [endless, impatient] as const]) {
    for (const [what, mode] of receiversOf) {
      const receiver = await createReceiver(mode)
      receivers.set(what, receiver)
      await register(what, receiver.url, of)
    }
  }
  await registerOthers()
  await registerTls()
  await registerIpv6()
  await service.fanOut([actionOf(1)])
  const before = process.memoryUsage.rss()
  await service.sweep()
  rssGrowth = process.memoryUsage.rss() - before
  await impatient.fanOut([actionOf(1)])
  await impatient.sweep()
  first = await deliveriesByReceiver()
})

function expectOutcome(what: string, { wait_s, ...wanted }: Outcome): void {
  const delivery = first.get(what)!
  expect(delivery).toMatchObject({ ...wanted, attempt: 1 })
  if (wait_s === undefined) return
  const waited_s = (Date.parse(delivery.due_at) - endpoints.get(what)!.of.clock.now().getTime()) / 1000
  expect(waited_s).toBeGreaterThanOrEqual(wait_s)
  expect(waited_s).toBeLessThan(wait_s + 3)
}

describe('a receiver that', () => {
  it.each([...table, ...endless])('%s gets the right outcome of its delivery', (what, _mode, outcome) =>
    expectOutcome(what, outcome),
  )

  it('is unreachable in any way gets its delivery at the next attempt', () => {
    for (const [what, outcome] of others) expectOutcome(what, outcome)
    expect(others.length).toBeGreaterThanOrEqual(5)
  })

  it('answers 410 is disabled, and no other endpoint is', async () => {
    const { rows } = await service.database.query<{ id: number; status: string; status_reason: string }>(
      "SELECT id, status, status_reason FROM webhook.endpoint WHERE status <> 'enabled'",
    )
    expect(rows).toEqual([
      { id: endpoints.get('answers 410')!.id, status: 'disabled', status_reason: 'gone' },
    ])
  })

  it('sends endless bytes uses no memory here', () => {
    expect(rssGrowth).toBeLessThan(100 * MB)
    expect(receivers.get('answers 200 with 20 MB')!.bytes_written()).toBeLessThan(16 * MB)
  })

  it('recovers gets everything that is not final again, under the same key', async () => {
    for (const receiver of receivers.values()) receiver.answer({ kind: 'ok' })
    const later = await createWebhookService({ database: impatient, clock: impatient.clock, key })
    for (const { clock, sweep } of [service, later]) {
      clock.advance(25 * HOUR * 1000)
      await sweep()
    }
    const second = await deliveriesByReceiver()
    for (const [what, , { status: before }] of [...table, ...endless]) {
      const after =
        before === 'pending' ? { status: 'delivered', attempt: 2 } : { status: before, attempt: 1 }
      expect(second.get(what), what).toMatchObject(after)
      expect(new Set(receivers.get(what)!.keys())).toEqual(new Set([first.get(what)!.key]))
    }
  })
})
