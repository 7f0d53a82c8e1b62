import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument, Operation } from '../../api/openapi/types.ts'
import { reconcileGeo } from '../../locate/load/reconcile.ts'
import { createLog } from '../../runtime/log.ts'
import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import { sheetColumns } from '../../schemas/http/sheets/sheet-columns.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { addUser } from '../support/console/users.ts'
import { createReceiver } from '../support/fakes/receiver.ts'
import { addShapes, differences, type Shapes } from '../support/guides/value-shapes.ts'
import { addLead } from '../support/service/tenant.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

type Id = number | string
/** Objects with free members. */
const isOpen = (place: string): boolean =>
  /\.(?:extras|data|schema|example|response_headers|checks|header_names|reasons|detail)$/.test(
    place.replace(/^\.data\[\]/, ''),
  )

let service: WholeService
let api: TestApi
let document: ApiDocument
let headers: { authorization: string }
const ids = new Map<string, Id[]>()

beforeAll(async () => {
  service = await createWholeService({ rate_limits: 'enterprise=0' })
  await service.startAll()
  api = await service.openApi()
  headers = { authorization: `Bearer ${await api.issue({ scopes: ['admin', 'leads'] })}` }
  document = (await api.app.inject('/v1/openapi.json')).json()
  await service.ingestSample()
  await service.caughtUp()
  await loadAddresses()
  await makeSome()
  await readIds()
})

async function loadAddresses(): Promise<void> {
  const { settings, database } = service
  const log = createLog('test', 'silent')
  const { signal } = new AbortController()
  await reconcileGeo({ database, objects: createObjectStore(settings), signal, log })
}

const PICTURE = { width: 8, height: 8, channels: 3, background: 'red' } as const

const post = async (url: string, payload: object = {}) =>
  (await api.app.inject({ method: 'POST', url, headers, payload })).json()

/** At least one item of every collection of an account. */
async function makeSome(): Promise<void> {
  const { url } = await createReceiver()
  const { id } = await post('/v1/webhook_endpoints', { url, events: ['*'], headers: { 'X-Api-Key': 'k_1' } })
  await service.ingest('openstates-scraper', join(sampleFolder, 'revision'), { mode: 'live' })
  await service.caughtUp()
  await service.delivered()
  await post(`/v1/webhook_endpoints/${id}/replay`, { since: new Date(Date.now() - 3_600_000).toISOString() })
  const [bill] = (await api.get('/v1/bills?limit=1')).json().data
  const filter = { bill_ids: [bill.id] }
  await post('/v1/webhook_endpoints', { url: `${url}/filtered`, events: ['bill.action'], filter })
  await post('/v1/follows', { bill_id: bill.id })
  const sheet = await post('/v1/bill_sheets', {
    name: 'Sample',
    search: { jurisdiction: 'zz', subject: 'Bees' },
  })
  const written = { position: 'support', priority: 'high', note: 'Ours', tags: ['bees'] }
  await post(`/v1/bill_sheets/${sheet.id}/items`, { items: [{ bill_id: bill.id, ...written }] })
  const alert = { name: 'Sample', bill_ids: [bill.id] }
  await post('/v1/alert_subscriptions', { ...alert, email: 'reader@example.org', frequency: 'weekly' })
  const { feeds } = await post('/v1/alert_subscriptions', { ...alert, channel: 'feed' })
  feed = new URL(feeds.json).pathname
  await post('/v1/alert_subscriptions', {
    name: 'Search',
    search: { jurisdiction: 'zz', subject: 'Bees' },
    channel: 'feed',
  })
  const [legislator] = (await api.get('/v1/legislators?limit=1')).json().data
  const leads = { heading: 'Sign up', consent_text: 'Write to me.', questions: ['Why?'] }
  const shared = { name: 'Example', origins: ['https://www.example.org'], leads }
  for (const shown of [
    { type: 'bill', shows: { bill_ids: [bill.id] }, columns: [...sheetColumns] },
    { type: 'bill', shows: { bill_ids: [bill.id] }, columns: [] },
    { type: 'legislator', shows: { legislator_id: legislator.id } },
    {
      type: 'bill-grid',
      shows: {
        search: {
          q: 'a',
          jurisdiction: 'zz',
          session: '2026',
          subject: 'x',
          classification: 'bill',
          chamber: 'lower',
          status: 'introduced',
        },
      },
    },
    { type: 'find-your-rep' },
  ]) {
    const made = await post('/v1/widgets', { ...shared, ...shown })
    tokens.push(`${made.type}/${made.token}`)
    await addLead({ test: service }, made.id, `example-${made.id}`)
  }
  await addUser(service.database, { account: 'test', email: 'grace@example.org', role: 'owner' })
  await post('/v1/invitations', { email: 'ada@example.org', role: 'editor' })
  const page = await post('/v1/stakeholder-pages', {
    sheet_id: sheet.id,
    slug: 'sample-page',
    title: 'Sample',
    columns: ['identifier', 'position'],
  })
  const data = (await sharp({ create: PICTURE }).png().toBuffer()).toString('base64')
  await post(`/v1/stakeholder-pages/${page.id}/logo`, { data, description: 'Sample' })
  await post(`/v1/stakeholder-pages/${page.id}/publish`)
}

/** Types and tokens of widgets, as their paths have them. */
const tokens: string[] = []
/** The path of a feed. */
let feed: string

const paths = (): string[] => Object.keys(document.paths ?? {})

/** The ids of each collection, under the path of one of its items. */
async function readIds(): Promise<void> {
  for (const path of paths()) {
    const name = /^(.*?)\/\{\w+\}$/.exec(path)?.[1]
    if (name === undefined || name.includes('{') || document.paths?.[name]?.get === undefined) continue
    const { data } = (await api.get(`${name}?limit=200`, { headers })).json() as { data: { id: Id }[] }
    ids.set(
      name,
      data.map(({ id }) => id),
    )
  }
}

/** Every address of a path, with the existing ids. */
async function addressesOf(path: string): Promise<string[]> {
  const [owner, rest] = path.split(/\/\{\w+\}/, 2)
  if (path === '/v1/alert_feeds/{token}/{format}') return [feed]
  if (path.includes('{token}')) return tokens.map((each) => path.replace('{type}/{token}', each))
  // An id has more of a page than the name that the example shows.
  if (path === '/v1/stakeholder-pages/{slug}') return ['/v1/stakeholder-pages/sample-page']
  if (!path.includes('{')) return [`${path}${queryOf(path)}`]
  const found = (ids.get(owner!) ?? [])
    .slice(0, 40)
    .map((id) => `${owner}/${encodeURIComponent(id)}${rest ?? ''}`)
  if ((path.match(/\{/g) ?? []).length < 2) return found
  const replays = await Promise.all(
    found.map(async (address) => {
      const { data = [] } = (await api.get(address, { headers })).json() as { data?: { id: Id }[] }
      return data.map(({ id }) => `${address}/${id}`)
    }),
  )
  return replays.flat()
}

const queryOf = (path: string): string => {
  // The path has two answers, and the example shows this one.
  if (path === '/v1/coverage') return '?ocd_id=zz'
  if (path === '/v1/representatives') return '?address=101%20Birch%20Ave%20N,%20Adamsville,%20ZZ'
  if (path === '/v1/bills/ask')
    return '?question=show%20me%20bills%20about%20bees%20and%20daylight%20saving%20in%20Sample%20State'
  const names = (document.paths?.[path]?.get?.parameters ?? []).map(({ name }) => name)
  return names.includes('limit') ? '?limit=200' : ''
}

const exampleOf = (operation: Operation | undefined): { example: unknown; schema: object } | undefined => {
  const content = operation?.responses?.['200']?.content?.['application/json']
  return content?.example === undefined ? undefined : { example: content.example, schema: content.schema! }
}

const shown = () =>
  paths().flatMap((path) => {
    const found = exampleOf(document.paths?.[path]?.get)
    return found === undefined ? [] : [{ path, ...found }]
  })

describe('every example of an answer in the OpenAPI document', () => {
  it('has the form of the real answers of its path', async () => {
    const faults: string[] = []
    const unmet: string[] = []
    for (const { path, example } of shown()) {
      const real: Shapes = new Map()
      for (const address of await addressesOf(path)) {
        const answer = await api.get(address, { headers })
        if (answer.statusCode === 200) addShapes(real, answer.json(), isOpen)
      }
      if (real.size === 0) unmet.push(path)
      const emitted: Shapes = new Map()
      addShapes(emitted, example, isOpen)
      faults.push(...differences(emitted, real).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
    // The documents of the sample have no publisher, so their texts are not stored: see
    // test/api/routes/bill-text.test.ts and bill-diff.test.ts.
    expect(unmet).toEqual(['/v1/bills/{id}/versions/{version_id}/diff', '/v1/bills/{id}/text'])
  })

  it('is valid by its own schema', () => {
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema(document, 'api')
    const text = (schema: object) => JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')
    const faults = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        [...Object.values(operation.responses ?? {}), operation.requestBody ?? {}]
          .flatMap(({ content }) => Object.values(content ?? {}))
          .flatMap(({ example, schema }) =>
            example === undefined || schema === undefined || ajv.validate(JSON.parse(text(schema)), example)
              ? []
              : [`${method} ${path}: ${ajv.errorsText()}`],
          ),
      ),
    )
    expect(faults).toEqual([])
  })
})

describe('every limit parameter in the OpenAPI document', () => {
  it('has the real maximum and default', async () => {
    const { page_limit_max: maximum, page_limit_default } = service.settings
    // A refusal of a question repeats no value: see test/api/routes/bill-questions.test.ts.
    const pages = paths().filter(
      (path) =>
        path !== '/v1/bills/ask' &&
        document.paths?.[path]?.get?.parameters?.some(({ name }) => name === 'limit'),
    )
    expect(pages.length).toBeGreaterThan(20)
    for (const path of pages) {
      const limit = document.paths?.[path]?.get?.parameters?.find(({ name }) => name === 'limit')
      expect(limit?.schema, path).toMatchObject({ minimum: 1, maximum, default: page_limit_default })
      const [address = path] = (await addressesOf(path)).map((each) => each.split('?')[0]!)
      const ask = (most: number) => api.get(`${address}?limit=${most}`, { headers })
      expect((await ask(maximum)).statusCode, path).toBe(200)
      expect((await ask(maximum + 1)).json(), path).toMatchObject({
        code: 'invalid_parameter',
        detail: `limit is ${maximum + 1}; it must be a whole number from 1 to ${maximum}.`,
      })
    }
  })
})
