import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import type { FastifyPluginAsync } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUnsentAnswers, type Unsent } from '../../../api/http/unsent-answers.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock, type ManualClock } from '../../support/clocks/manual-clock.ts'
import { createCertificates } from '../../support/fakes/certificates.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const MEGABYTE = 1024 * 1024
/** More than the operating system buffers for one connection. */
const LARGE = 24 * MEGABYTE
const MOST = 60 * MEGABYTE

let api: TestApi
let clock: ManualClock
let port: number
let made = 0

const largeAnswers: FastifyPluginAsync = async (app) => {
  app.get('/large', { config: { scope: 'read' } }, async (_request, reply) => {
    made += 1
    return reply.type('application/octet-stream').send(Buffer.alloc(LARGE, made))
  })
  app.get('/same', { config: { scope: 'read' } }, async (_request, reply) => {
    made += 1
    return reply.type('application/octet-stream').send(Buffer.alloc(LARGE, 7))
  })
}

let test: TestDatabase

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  clock = createManualClock(new Date().toISOString())
  api = await createTestApi(test, {
    clock,
    settings: { unsent_bytes: MOST, rate_limits: '0' },
    plugins: [largeAnswers],
  })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
})

/** Asks for a large answer and does not read it. Only the operating system buffers some of it. */
async function slowReader(path = '/large'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return ask(socket, path)
}

async function ask(socket: Socket, path: string): Promise<Socket> {
  socket.on('error', () => {})
  cleanUp(async () => void socket.destroy())
  socket.pause()
  const before = made
  socket.write(`GET /v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.token}\r\n\r\n`)
  await eventually(() => made > before)
  return socket
}

/** Reads the answer to its end, and counts the bytes of its body that are right. */
async function bytesOfAnswer(socket: Socket): Promise<number> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let right = 0
  socket.resume()
  for await (let chunk of socket as AsyncIterable<Buffer>) {
    if (head !== undefined) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) continue
      chunk = head.subarray(end + 4)
      head = undefined
    }
    right += chunk.equals(Buffer.alloc(chunk.byteLength, 7)) ? chunk.byteLength : 0
    if (right >= LARGE) break
  }
  return right
}

async function metric(name: string, of = api): Promise<number> {
  const { body } = await of.app.inject('/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
}

const unsentBytes = (of = api) => metric('legislog_api_unsent_bytes', of)

describe('answers that clients do not read', () => {
  it('are limited in total: another gets 503 until one is read or its grace period ends', async () => {
    const first = await slowReader()
    const second = await slowReader()
    await eventually(async () => (await unsentBytes()) === 2 * LARGE)

    const refused = await api.get('/v1/large')
    expect(refused.json()).toMatchObject({ status: 503, code: 'overloaded' })
    expect(refused.headers['retry-after']).toBe('5')
    expect(await unsentBytes()).toBe(2 * LARGE)
    expect((await api.get('/v1/bills?limit=1')).statusCode).toBe(200)

    second.resume()
    await eventually(async () => (await unsentBytes()) === LARGE)
    const third = await slowReader()
    await eventually(async () => (await unsentBytes()) === 2 * LARGE)
    expect(await metric('legislog_api_cut_readers_total')).toBe(0)

    // The first answer is unread for ten seconds, so it is cut. `closed` resolves after all is read.
    clock.advance(10_000)
    const closed = once(first, 'close')
    const fourth = await slowReader()
    first.resume()
    await closed
    expect(await metric('legislog_api_cut_readers_total')).toBe(1)
    expect(await unsentBytes()).toBe(2 * LARGE)
    for (const socket of [third, fourth]) socket.destroy()
    await eventually(async () => (await unsentBytes()) === 0)
  })

  it('share their bytes if they are equal, so that many slow readers of one answer have room', async () => {
    const readers: Socket[] = []
    for (let count = 0; count < 8; count += 1) readers.push(await slowReader('/same'))
    expect(await unsentBytes()).toBe(LARGE)
    const [first, ...others] = readers as [Socket, ...Socket[]]
    first.destroy()
    const read = others.map(bytesOfAnswer)
    expect(await Promise.all(read)).toEqual(others.map(() => LARGE))
    await eventually(async () => (await unsentBytes()) === 0)
    for (const socket of others) socket.destroy()
  })

  it('count each with TLS, because each connection encrypts its own copy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legislog-unsent-'))
    cleanUp(() => rm(folder, { recursive: true }))
    const { cert, key } = createCertificates('localhost')!.good
    const files = { tls_cert: join(folder, 'cert.pem'), tls_key: join(folder, 'key.pem') }
    await writeFile(files.tls_cert, cert)
    await writeFile(files.tls_key, key)
    const settings = { ...files, unsent_bytes: MOST, rate_limits: '0' }
    const secure = await createTestApi(test, { settings, plugins: [largeAnswers] })
    await secure.app.listen({ host: '127.0.0.1', port: 0 })
    const { port: secure_port } = secure.app.server.address() as AddressInfo
    for (let count = 0; count < 2; count += 1) {
      const socket = connectSecurely({ port: secure_port, host: '127.0.0.1', rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      await ask(socket, '/same')
    }
    await eventually(async () => (await unsentBytes(secure)) === 2 * LARGE)
  })

  it('do not block small answers or open paths', async () => {
    const readers = [await slowReader(), await slowReader()]
    await eventually(async () => (await unsentBytes()) === 2 * LARGE)
    for (const path of ['/healthz', '/v1/openapi.json'])
      expect((await api.app.inject(path)).statusCode).toBe(200)
    for (const socket of readers) socket.destroy()
    await eventually(async () => (await unsentBytes()) === 0)
    expect((await api.get('/v1/large')).statusCode).toBe(200)
  })
})

describe('the limit of unsent answers', () => {
  const answerOf = (bytes: number, since_ms: number, cut: string[]): Unsent => ({
    body: Buffer.alloc(bytes),
    since_ms,
    cut: () => void cut.push(`${bytes} of ${since_ms}`),
  })

  it('cuts the oldest readers first, and none before its grace period ends', () => {
    const cut: string[] = []
    const answers = createUnsentAnswers(100)
    for (const since_ms of [0, 1_000, 2_000]) answers.add(answerOf(30, since_ms, cut))
    expect(answers.makeRoom(10, 0)).toBe(true)
    expect(answers.makeRoom(11, 9_999)).toBe(false)
    expect(answers.makeRoom(11, 10_000)).toBe(true)
    expect(cut).toEqual(['30 of 0'])
    expect(answers.makeRoom(100, 11_999)).toBe(false)
    expect(answers.makeRoom(100, 12_000)).toBe(true)
    expect({ cut, bytes: answers.bytes, count: answers.count }).toEqual({
      cut: ['30 of 0', '30 of 1000', '30 of 2000'],
      bytes: 0,
      count: 0,
    })
  })

  it('cuts a reader that is slower than 32 KiB a second, even if there is room', () => {
    const cut: string[] = []
    const answers = createUnsentAnswers(MOST)
    answers.add(answerOf(MEGABYTE, 0, cut))
    answers.cutSlow(42_000)
    expect(cut).toEqual([])
    answers.cutSlow(42_001)
    expect(cut).toHaveLength(1)
  })

  it('counts the bytes of equal answers until the last reader has them', () => {
    const answers = createUnsentAnswers(100)
    const one = answerOf(60, 0, [])
    answers.add(one, 'tag')
    expect(answers.waiting('other')).toBeUndefined()
    const two = { ...answerOf(60, 0, []), body: answers.waiting('tag')! }
    answers.add(two, 'tag')
    expect(answers.bytes).toBe(60)
    answers.remove(one)
    expect(answers.bytes).toBe(60)
    answers.remove(two)
    expect(answers.bytes).toBe(0)
    expect(answers.waiting('tag')).toBeUndefined()
  })

  it('counts an answer once, even if it is removed twice', () => {
    const answers = createUnsentAnswers(100)
    const answer = answerOf(60, 0, [])
    answers.add(answer)
    answers.remove(answer)
    answers.remove(answer)
    expect(answers.bytes).toBe(0)
  })
})
