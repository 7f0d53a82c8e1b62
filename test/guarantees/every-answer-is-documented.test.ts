import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument, Operation } from '../../api/openapi/types.ts'
import { type Answers, createAnswers } from '../support/api/openapi-answers.ts'
import { type Asked, type Pool, requestsOf } from '../support/api/openapi-requests.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { createReceiver } from '../support/fakes/receiver.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const REQUESTS_EACH = NIGHTLY ? 1_000 : 8
const SEED = NIGHTLY ? Date.now() : 6

let service: WholeService
let api: TestApi
let document: ApiDocument
let answers: Answers
let pool: Pool

beforeAll(async () => {
  service = await createWholeService({ rate_limits: 'enterprise=0' })
  service.startRelay()
  await service.startProjections()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
  document = (await api.app.inject('/v1/openapi.json')).json()
  answers = createAnswers(document)
  pool = await realValues()
})

/** The ids of every collection: paths with an id mostly get one that exists. */
const idsIn = new Map<string, (number | string)[]>()

async function readIds(collection: string, headers: Record<string, string>): Promise<void> {
  const { data } = (await api.get(`/v1/${collection}?limit=3`, { headers })).json() as {
    data: { id: number; ocd_id?: string }[]
  }
  idsIn.set(
    collection,
    data.flatMap(({ id, ocd_id }) => (ocd_id === undefined ? [id] : [id, ocd_id])),
  )
}

/** Values that match something. */
async function realValues(): Promise<Pool> {
  const { url } = await createReceiver()
  const headers = { authorization: `Bearer ${await api.issue({ scopes: ['admin', 'leads'] })}` }
  const endpoint = {
    method: 'POST',
    url: '/v1/webhook_endpoints',
    headers,
    payload: { url, events: ['*'] },
  } as const
  const made = await api.app.inject(endpoint)
  expect(made.statusCode, made.body).toBe(201)
  const widget = await api.app.inject({
    method: 'POST',
    url: '/v1/widgets',
    headers,
    payload: {
      type: 'bill-grid',
      name: 'Grid',
      origins: ['https://example.org'],
      shows: { search: { q: 'a' } },
      leads: { heading: 'Sign up', consent_text: 'Write to me.', questions: [] },
    },
  })
  expect(widget.statusCode, widget.body).toBe(201)
  const collections = Object.keys(document.paths ?? {}).filter(
    (path) => document.paths?.[`${path}/{id}`]?.get,
  )
  for (const path of collections) await readIds(path.replace('/v1/', ''), headers)
  const bills = idsIn.get('bills')!.filter((id) => typeof id === 'number')
  return {
    bill: bills,
    bill_id: bills,
    bill_ids: bills,
    cursor: [(await api.get('/v1/bills?limit=1')).json().next_cursor],
    jurisdiction: ['zz', 'Sample State', 'ocd-division/country:us/state:zz'],
    ocd_id: ['ocd-division/country:us/state:zz', 'ocd-division/country:us/state:zz/sldl:1'],
    q: ['pollinators', 'HB 1', 'the', '"public lands"', '-x', 'Register'],
    session: ['2026'],
    token: [widget.json().token],
    include: ['deleted', 'sponsors', 'deleted,actions,committees'],
    updated_since: ['2026-01-01', '1970-01-01T00:00:00Z', new Date().toISOString()],
    url: [
      `${url}/${Math.random()}`,
      'http://127.0.0.1:1/closed',
      'ftp://127.0.0.1/',
      'https://user:pw@127.0.0.1/',
      'nowhere',
    ],
    events: [['*'], ['bill.action']],
    event: ['bill.action'],
  }
}

/** Mostly an id of the collection of the path. */
function poolOf(path: string): Pool {
  const own = idsIn.get(path.split('/')[2]!) ?? []
  return { ...pool, id: [...own, ...own, ...own, ...[...idsIn.values()].flat()] }
}

async function ask(
  path: string,
  method: string,
  asked: Asked,
  token: string,
): Promise<LightMyRequestResponse> {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(asked.path[name]) || '0')
  const query = Object.entries(asked.query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encoded(value)}`)
  const headers = { authorization: `Bearer ${token}`, ...asked.headers }
  const options: InjectOptions = {
    method: method.toUpperCase() as 'GET',
    url: query.length === 0 ? url : `${url}?${query.join('&')}`,
    headers:
      asked.body === undefined || 'content-type' in headers
        ? headers
        : { ...headers, 'content-type': 'application/json' },
    ...(asked.body === undefined ? {} : { payload: JSON.stringify(asked.body) }),
  }
  return api.app.inject(options)
}

/** The text as a client would write it, which cannot contain half a surrogate pair. */
const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed())

const operations = (): { path: string; method: string; operation: Operation }[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('any request', () => {
  it('is answered as the OpenAPI document says, and never with an internal error', async () => {
    const faults: string[] = []
    const statuses = new Map<number, number>()
    for (const { path, method, operation } of operations()) {
      // An operation may revoke its own token.
      const token = await api.issue({ scopes: ['admin', 'leads'] })
      const requests = fc.sample(requestsOf(operation, document.components?.schemas ?? {}, poolOf(path)), {
        numRuns: REQUESTS_EACH,
        seed: SEED,
      })
      for (const asked of requests) {
        const answer = await ask(path, method, asked, token)
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        const fault = answers.fault(operation, answer)
        if (fault !== undefined) faults.push(`${method} ${path} ${JSON.stringify(asked)}: ${fault}`)
      }
    }
    expect(faults.slice(0, 20)).toEqual([])
    // Not every request is refused.
    expect(statuses.get(200)).toBeGreaterThan(100)
    expect(statuses.get(400)).toBeGreaterThan(100)
  }, 1_800_000)
})
