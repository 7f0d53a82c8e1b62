import { fastify } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { etag } from '../../../api/plugins/etag.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let projected: ProjectedSchema
const story = new EventBuilder()
const bill = story.bill({ title: 'Before' })

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  await projected.apply(story.take())
  api = await createTestApi(test)
})

describe('an etag', () => {
  it('returns 304 without a body until the content changes', async () => {
    const url = `/v1/bills/${bill.id}`
    const first = await api.get(url)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    expect(first.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
    expect(first.headers.vary).toContain('Authorization')
    for (const given of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await api.get(url, { headers: { 'if-none-match': given } })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers.etag).toBe(etag)
      expect(again.headers['x-request-id']).toBeDefined()
    }
    // By design an answer does not wait for a slow Redis, so the first one may lack this header.
    await eventually(async () => {
      const again = await api.get(url, { headers: { 'if-none-match': etag } })
      expect(again.statusCode).toBe(304)
      expect(again.headers.ratelimit).toBeDefined()
      return true
    })
    story.update(bill, { title: 'After' })
    await projected.apply(story.take())
    const changed = await api.get(url, { headers: { 'if-none-match': etag } })
    expect(changed.statusCode).toBe(200)
    expect(changed.json().title).toBe('After')
    expect(changed.headers.etag).not.toBe(etag)
  })

  it('is the same for every token', async () => {
    const headers = { authorization: `Bearer ${await api.issue({ account: 'other', tier: 'free' })}` }
    const [mine, theirs] = [await api.get('/v1/bills'), await api.get('/v1/bills', { headers })]
    expect(theirs.headers.etag).toBe(mine.headers.etag)
  })

  it('is absent from errors', async () => {
    const answer = await api.get('/v1/bills/999')
    expect(answer.headers.etag).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('large answers that are under way', () => {
  it('are one in memory if they are equal, and small or different ones are as they are', async () => {
    const bodies: Buffer[] = []
    const app = fastify()
    cleanUp(() => app.close())
    await app.register(etag)
    app.addHook<Buffer>('onSend', async (_request, _reply, payload) => void bodies.push(payload))
    app.get<{ Params: { text: string; times: string } }>('/:text/:times', async ({ params }) =>
      params.text.repeat(Number(params.times)),
    )
    const answer = async (path: string) => (await app.inject(path)).body.length
    const large = ['/a/100000', '/a/100000', '/b/100000', '/a/100000']
    expect(await Promise.all(large.map(answer))).toEqual(large.map(() => 100_000))
    expect(bodies.map((body) => bodies.indexOf(body))).toEqual([0, 0, 2, 0])
    bodies.length = 0
    await Promise.all(['/a/1000', '/a/1000'].map(answer))
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0]).not.toBe(bodies[1])
  })
})
