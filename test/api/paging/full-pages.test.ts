import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument } from '../../../api/openapi/types.ts'
import type { PageRequest, PageRow } from '../../../api/paging/page-select.ts'
import { readActions } from '../../../api/read-model/bill/bill-parts.ts'
import { readIncluded } from '../../../api/read-model/bills/bill-includes.ts'
import { listBills } from '../../../api/read-model/bills/bill-list.ts'
import {
  readCommitteeWithPeers,
  readReferredBills,
} from '../../../api/read-model/committees/committee-bills.ts'
import { committeeTerms } from '../../../api/read-model/committees/committee-terms.ts'
import { readBallots, readSponsoredBills } from '../../../api/read-model/people/person-records.ts'
import { listRegulations } from '../../../api/read-model/regulations/regulation-list.ts'
import { search } from '../../../api/read-model/search/search.ts'
import { createReadModel } from '../../../api/read-schema/live-schema.ts'
import { type Collection, collectionsOf, keyOf } from '../../support/api/every-collection.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type CrowdedWorld, createCrowdedWorld } from '../../support/service/crowded-world.ts'

type Item = Readonly<Record<string, unknown>>

/** Two items of most collections fit into this, but no bill with all its parts does. */
const PAGE_BYTES = 4_000
/** The bytes around the items. */
const ENVELOPE_BYTES = 1_000
/** Collections of an account show a change after a minute, or keep changes for a limited time. */
const SETTLING =
  /webhook|tokens|analytics|bill_sheets|stakeholder-pages|widgets|leads|alert_subscriptions|users|invitations|audit-log/

let world: CrowdedWorld
/** An API over the same rows, with the usual limit. */
let roomy: TestApi
let collections: Collection[]
let headers: { authorization: string }

beforeAll(async () => {
  world = await createCrowdedWorld({ page_bytes: PAGE_BYTES })
  roomy = await createTestApi(world.whole.test, { settings: { rate_limits: '0' } })
  const document = (await world.whole.api.app.inject('/v1/openapi.json')).json<ApiDocument>()
  collections = collectionsOf(document)
  headers = { authorization: `Bearer ${world.token}` }
})

async function walk(api: TestApi, path: string, query: Readonly<Record<string, string>>) {
  const items: Item[] = []
  const pages: { bytes: number; items: number; cut: unknown; isLast: boolean }[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const parameters = new URLSearchParams({ ...query, ...(cursor === undefined ? {} : { cursor }) })
    const url = `${path.replace(/\{\w+\}/, () => world.idIn(path))}?${parameters}`
    const answer = await api.get(url, { headers })
    expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
    const page = answer.json<{ data: Item[]; next_cursor: string | null }>()
    const cut = answer.headers['x-page-cut']
    pages.push({ bytes: answer.body.length, items: page.data.length, cut, isLast: page.next_cursor === null })
    items.push(...page.data)
    cursor = page.next_cursor
  }
  return { items, pages }
}

describe('a page that reaches its size limit', () => {
  it('ends early and says so, in every collection, and the next page continues after it', async () => {
    const cut = new Set<string>()
    for (const { path, hasChanges } of collections) {
      for (const query of [{}, ...(hasChanges ? [{ updated_since: '2026-01-01' }] : [])]) {
        if (hasChanges && 'updated_since' in query && SETTLING.test(path)) continue
        const { items, pages } = await walk(world.whole.api, path, { ...query, limit: '200' })
        for (const page of pages) {
          if (page.items > 1) expect(page.bytes, path).toBeLessThan(PAGE_BYTES + ENVELOPE_BYTES)
          expect(page.items, path).toBeGreaterThan(0)
          expect(page.cut, path).toBe(page.isLast ? undefined : 'bytes')
        }
        if (pages.length > 1) cut.add(path)
        expect(new Set(items.map(keyOf)).size, path).toBe(items.length)
        // The other API has no webhooks.
        if (/webhook|follows/.test(path)) continue
        const whole = await walk(roomy, path, { ...query, limit: '200' })
        expect(whole.pages, path).toHaveLength(1)
        expect(items.map(keyOf), path).toEqual(whole.items.map(keyOf))
      }
    }
    expect([...cut].sort()).toEqual(
      expect.arrayContaining(['/v1/bills', '/v1/bills/{id}/actions', '/v1/votes']),
    )
  })

  it('contains a single item if that item exceeds the limit', async () => {
    const query = { include: 'sponsors,actions,votes,versions,documents,committees,details', limit: '200' }
    const { items, pages } = await walk(world.whole.api, '/v1/bills', query)
    const whole = await walk(roomy, '/v1/bills', query)
    expect(items.map(keyOf)).toEqual(whole.items.map(keyOf))
    expect(pages.every((page) => page.items === 1 || page.bytes < PAGE_BYTES + ENVELOPE_BYTES)).toBe(true)
    expect(pages[0]).toMatchObject({ items: 1, cut: 'bytes' })
  })

  it('gives each included part of a bill an equal share, and names the parts that are cut short', async () => {
    const id = world.idIn('/v1/bills/{id}/actions')
    const parts = 'actions,versions'
    const small = (await world.whole.api.get(`/v1/bills/${id}?include=${parts}`)).json()
    const whole = (await roomy.get(`/v1/bills/${id}?include=${parts}`)).json()
    expect(whole.cut_short).toEqual([])
    expect(small.cut_short).toEqual(['actions', 'versions'])
    for (const part of ['actions', 'versions']) {
      expect(small[part].length).toBeGreaterThan(0)
      expect(JSON.stringify(small[part]).length).toBeLessThanOrEqual(PAGE_BYTES / 2 + 10)
      expect(small[part]).toEqual(whole[part].slice(0, small[part].length))
    }
  })
})

describe('a search by words', () => {
  it('ends pages early and continues after them, so each item is listed once in the same order', async () => {
    for (const path of ['/v1/bills', '/v1/search', '/v1/regulations']) {
      const q = path === '/v1/regulations' ? 'energy' : 'act'
      for (const query of [{ q }, ...(path === '/v1/search' ? [] : [{ q, sort: 'updated_at' }])]) {
        const { items, pages } = await walk(world.whole.api, path, { ...query, limit: '200' })
        const whole = await walk(roomy, path, { ...query, limit: '200' })
        expect(whole.pages, path).toHaveLength(1)
        expect(pages.length, path).toBeGreaterThan(2)
        expect(items.map(keyOf), path).toEqual(whole.items.map(keyOf))
        for (const page of pages) expect(page.cut, path).toBe(page.isLast ? undefined : 'bytes')
      }
    }
  })
})

describe('the rows beyond the size limit of a page', () => {
  it('stay in Postgres for searches and for the records of legislators and committees', async () => {
    const model = createReadModel(world.whole.test.database)
    const id = Number(world.idIn('/v1/legislators/{id}'))
    const committeeId = Number(world.idIn('/v1/committees/{id}'))
    const committee = (await readCommitteeWithPeers(model, { id: committeeId }))!
    const [own] = committee.others.filter((one) => one.id === committeeId)
    const terms = committeeTerms(own!, committee.others, committee.jurisdiction)
    const found = { q: 'act', filters: {}, today: '2026-03-01' }
    const readings: Readonly<Record<string, (page: PageRequest) => Promise<{ rows: readonly PageRow[] }>>> = {
      'bills by words': (page) => listBills(model, { ...page, order: 'word_score' }, { q: 'act' }),
      'bills by words in another order': (page) => listBills(model, page, { q: 'act' }),
      'regulations by words': (page) =>
        listRegulations(model, { ...page, order: 'word_score' }, { ...found, q: 'energy' }),
      'regulations by words in another order': (page) =>
        listRegulations(model, page, { ...found, q: 'energy' }),
      search: (page) => search(model, { ...page, order: 'word_scores' }, found),
      'search in the order of changes': (page) => search(model, { ...page, order: 'changes' }, found),
      'search without words': (page) => search(model, page, { ...found, q: undefined }),
      'bills of a legislator': (page) => readSponsoredBills(model, { id }, page, {}),
      'votes of a legislator': (page) => readBallots(model, { id }, page, {}),
      'bills of a committee': (page) => readReferredBills(model, page, terms, {}),
    }
    const page = {
      limit: 200,
      since: undefined,
      pinned: undefined,
      after: undefined,
      include_deleted: false,
    } as const
    for (const [name, read] of Object.entries(readings)) {
      const all = await read({ ...page, order: 'id', bytes: 10_000_000 })
      expect(all.rows.length, name).toBeGreaterThan(15)
      const few = await read({ ...page, order: 'id', bytes: 1 })
      expect(
        few.rows.map(({ id }) => id),
        name,
      ).toEqual(all.rows.slice(0, 2).map(({ id }) => id))
    }
  })

  it('stay in Postgres for the actions of a bill', async () => {
    const model = createReadModel(world.whole.test.database)
    const id = Number(world.idIn('/v1/bills/{id}/actions'))
    const page = {
      limit: 200,
      order: 'history',
      since: undefined,
      pinned: undefined,
      after: undefined,
    } as const
    const rows = async (bytes: number) =>
      (await readActions(model, { id }, { ...page, bytes, include_deleted: false })).rows
    const all = await rows(1_000_000)
    expect(all.length).toBeGreaterThan(20)
    expect(all.map(({ place }) => place)).toEqual(all.map((_, index) => index + 1))
    const sizes = all.map(({ item }) => Buffer.byteLength(item!))
    for (const bytes of [1, sizes[0]!, sizes[0]! + sizes[1]!, 2_000, 3_000]) {
      let [fitting, sum] = [0, 0]
      while (sum + sizes[fitting]! <= bytes) sum += sizes[fitting++]!
      // Postgres sends one row more than fits, and at least two, to show that there are more.
      expect(await rows(bytes), String(bytes)).toHaveLength(Math.max(2, fitting + 1))
    }
    const [bill] = [(await readIncluded(model, [id], ['actions'], { most: 1_000, bytes: 1 }))(id)]
    expect(JSON.parse(bill!.parts.actions!)).toHaveLength(1)
    expect(bill!.cut_short).toEqual(['actions'])
  })
})
