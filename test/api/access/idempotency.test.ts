import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdempotencyStore } from '../../../api/accounts/idempotency-store.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const clock = createManualClock('2026-06-01T12:00:00Z')
let test: TestDatabase
let api: TestApi
let other: TestApi
/** How often the handler of /v1/orders has run, and how it ends. */
let runs = 0
let status = 201
let gate: Promise<void> | undefined

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  const plugins: Parameters<typeof createTestApi>[1] = {
    clock,
    plugins: [
      async (app) => {
        app.post(
          '/orders/:id',
          { config: { scope: 'read', problems: ['blocked_address'] } },
          async (_request, reply) => {
            runs += 1
            await gate
            if (status === 500) throw new Error('broken')
            if (status === 422) throw app.problem(422, 'blocked_address', 'Not there.')
            if (status === 204) return reply.code(204).send()
            return reply.code(status).header('location', `/v1/orders/${runs}`).send({ run: runs })
          },
        )
      },
    ],
  }
  api = await createTestApi(test, plugins)
  other = await createTestApi(test, plugins)
})

beforeEach(() => {
  runs = 0
  status = 201
  gate = undefined
})

let keys = 0
const newKey = () => {
  keys += 1
  return `key-${keys}`
}
const post = (
  key: string | undefined,
  change: { url?: string; body?: object; on?: TestApi; token?: string } = {},
) =>
  (change.on ?? api).get(change.url ?? '/v1/orders/7', {
    method: 'POST',
    payload: change.body ?? { a: 1, b: [1, 2] },
    headers: {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(change.token === undefined ? {} : { authorization: `Bearer ${change.token}` }),
    },
  })

describe('a POST with an Idempotency-Key', () => {
  it('runs once, and repeats get the first answer, on any server and under either prefix', async () => {
    const key = newKey()
    const first = await post(key)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    for (const again of [
      await post(key),
      await post(key, { on: other }),
      await post(key, { url: '/api/v1/orders/7', body: { b: [1, 2], a: 1 } }),
    ]) {
      expect(again.statusCode).toBe(201)
      expect(again.body).toBe(first.body)
      expect(again.headers.location).toBe(first.headers.location)
      expect(again.headers['content-type']).toBe(first.headers['content-type'])
      expect(again.headers['idempotency-replayed']).toBe('true')
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    }
    expect(runs).toBe(1)
    await post(undefined)
    await post(newKey())
    expect(runs).toBe(3)
  })

  it('is refused if the key was used with another body or another path', async () => {
    const key = newKey()
    await post(key)
    for (const change of [{ body: { a: 2 } }, { url: '/v1/orders/8' }, { body: { a: 1, b: [2, 1] } }]) {
      const answer = await post(key, change)
      expect(answer.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
    }
    expect(runs).toBe(1)
  })

  it('shares no keys with another account', async () => {
    const key = newKey()
    await post(key)
    const theirs = await post(key, { token: await api.issue({ account: 'somebody else' }) })
    expect(theirs.headers['idempotency-replayed']).toBeUndefined()
    expect(runs).toBe(2)
  })

  it('runs once if it is sent many times at once: the others get 409 with Retry-After', async () => {
    const key = newKey()
    let open = () => {}
    gate = new Promise((done) => {
      open = done
    })
    const racing = Array.from({ length: 20 }, (_, turn) => post(key, { on: turn % 2 === 0 ? api : other }))
    let answered = 0
    for (const one of racing) one.then(() => (answered += 1))
    await eventually(() => answered === 19)
    open()
    const answers = await Promise.all(racing)
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect(refused).toHaveLength(19)
    expect(refused[0]!.json().code).toBe('idempotency_in_flight')
    expect(refused[0]!.headers['retry-after']).toBe('1')
    expect(runs).toBe(1)
    expect((await post(key)).headers['idempotency-replayed']).toBe('true')
  })

  it('repeats a stored refusal, but runs again after a server error', async () => {
    const [refused, failed] = [newKey(), newKey()]
    status = 422
    expect((await post(refused)).json().code).toBe('blocked_address')
    status = 500
    expect((await post(failed)).statusCode).toBe(500)
    status = 201
    const again = await post(refused)
    expect(again.json()).toMatchObject({ status: 422, code: 'blocked_address' })
    expect(again.headers['content-type']).toContain('application/problem+json')
    expect((await post(failed)).statusCode).toBe(201)
    expect(runs).toBe(3)
  })

  it('repeats an answer that has no body', async () => {
    const key = newKey()
    status = 204
    await post(key)
    const again = await post(key)
    expect([again.statusCode, again.body, again.headers['idempotency-replayed']]).toEqual([204, '', 'true'])
  })

  it('is forgotten after a day, and runs again a minute after its server died', async () => {
    const [old, dead] = [newKey(), newKey()]
    await post(old)
    await post(dead)
    await test.database.query('UPDATE account.idempotency SET status = NULL, body = NULL WHERE key = $1', [
      dead,
    ])
    expect((await post(dead)).statusCode).toBe(409)
    clock.advance(60_001)
    expect((await post(dead)).statusCode).toBe(201)
    clock.advance(86_400_000)
    expect((await post(old)).headers['idempotency-replayed']).toBeUndefined()
    expect(runs).toBe(4)
  })

  it('leaves no stored row after its day is over', async () => {
    const [old, fresh] = [newKey(), newKey()]
    await post(old)
    clock.advance(86_400_001)
    await post(fresh)
    await createIdempotencyStore(test.database).removeOld(clock.now())
    const { rows } = await test.database.query('SELECT key FROM account.idempotency')
    expect(rows).toEqual([{ key: fresh }])
  })

  it.each(['', ' ', 'two words', 'x'.repeat(256), 'ключ'])('is refused if the key is %j', async (key) => {
    const answer = await post(key)
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ parameter: 'Idempotency-Key' }] })
    expect(runs).toBe(0)
  })
})

describe('an answer that shows a secret', () => {
  it('is repeated only to the token that asked, and is never stored in plain text', async () => {
    const key = newKey()
    const scopes = ['read', 'tokens'] as const
    const [first, second] = [await api.issue({ scopes }), await api.issue({ scopes })]
    const make = (token: string) => post(key, { url: '/v1/tokens', body: { scopes: ['read'] }, token })
    const made = await make(first)
    expect(made.statusCode).toBe(201)
    const secret = made.json().token
    const again = await make(first)
    expect(again.json().token).toBe(secret)
    expect(again.headers['cache-control']).toBe('no-store')
    expect((await make(second)).json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
    const { rows } = await test.database.query('SELECT * FROM account.idempotency')
    const stored = JSON.stringify(rows)
    expect(stored).toContain(key)
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(first)
    expect(Buffer.from(rows.find((row) => row.key === key).body, 'base64').toString('latin1')).not.toContain(
      secret,
    )
  })
})
