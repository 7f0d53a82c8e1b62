import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument } from '../../api/openapi/types.ts'
import { type Collection, collectionsOf, keyOf } from '../support/api/every-collection.ts'
import { everyNth } from '../support/harness/nightly.ts'
import { type CrowdedWorld, createCrowdedWorld } from '../support/service/crowded-world.ts'

type Item = Readonly<Record<string, unknown>> & { readonly deleted?: true }
type Page = { data: Item[]; next_cursor: string | null; through: string }

let world: CrowdedWorld
let collections: Collection[]

beforeAll(async () => {
  world = await createCrowdedWorld()
  const document = (await world.whole.api.app.inject('/v1/openapi.json')).json<ApiDocument>()
  collections = collectionsOf(document)
})

async function readPage(path: string, query: Record<string, string>): Promise<Page> {
  const url = `${path.replace(/\{\w+\}/, () => world.idIn(path))}?${new URLSearchParams(query)}`
  const headers = { authorization: `Bearer ${world.token}` }
  const answer = await world.whole.api.get(url, { headers })
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
  return { ...answer.json(), through: String(answer.headers['x-sync-through']) }
}

/** Every item of a walk, in order of arrival. `between` may change the data. */
async function walk(
  path: string,
  query: Record<string, string>,
  between: (page: number) => Promise<void> = async () => {},
): Promise<{ items: Item[]; through: string }> {
  const items: Item[] = []
  let page = await readPage(path, query)
  for (let number = 1; ; number += 1) {
    items.push(...page.data)
    if (page.next_cursor === null) return { items, through: page.through }
    expect(page.data, path).toHaveLength(Number(query.limit))
    await between(number)
    page = await readPage(path, { ...query, cursor: page.next_cursor })
  }
}

/** Computed when they are read, as docs/fields.md says: an item that is removed leaves no tombstone. */
const derived = new Set([
  '/v1/bills/{id}/changes',
  '/v1/bills/{id}/committees',
  '/v1/bills/{id}/copycats',
  '/v1/bills/{id}/legislators',
  '/v1/bills/{id}/outreach',
  '/v1/bills/{id}/similar',
  '/v1/bills/{id}/targets',
  '/v1/regulations/{id}/targets',
  '/v1/targets/advocacy-prospects',
])
/** Collections of an account: they show a change after a minute, as their own tests prove. */
const settling = new Set([
  ...['/v1/tokens', '/v1/analytics/api', '/v1/bill_sheets', '/v1/bill_sheets/{id}/items'],
  ...['/v1/analytics/leads', '/v1/widgets', '/v1/leads', '/v1/stakeholder-pages'],
  ...['/v1/alert_subscriptions', '/v1/users', '/v1/invitations', '/v1/audit-log'],
])

/** A follow shows its bill, and changes of the bill are those of `/v1/bills`: docs/guides/sync-a-copy.md. */
const shownBeside: Readonly<Record<string, string>> = { '/v1/follows': 'bill' }
const own = (path: string, items: readonly Item[]): Item[] =>
  items.map((item) => {
    const { [shownBeside[path] ?? '']: _, ...others } = item
    return others
  })

const byKey = (items: readonly Item[]) =>
  new Map(items.map((item): [string, Item] => [keyOf(item), item]).sort())
const keysOf = (items: readonly Item[]): string[] => items.map(keyOf)

describe('a walk over any collection while its items change,', () => {
  it.each(everyNth(2, [['7'], ['1'], ['200']]))(
    'in pages of %s has no item twice and misses none',
    async (limit) => {
      for (const { path } of collections) {
        const before = new Set(keysOf((await walk(path, { limit: '200' })).items))
        expect(
          before.size,
          `nothing fills ${path}: see test/support/service/crowded-world.ts`,
        ).toBeGreaterThan(0)
        // The walk does not wait for the writer: pages are read before, within and after its transactions.
        let writing = Promise.resolve()
        const { items } = await walk(path, { limit }, async (page) => {
          if (page % 8 === 1) writing = writing.then(() => world.change())
        })
        await writing
        const after = new Set(keysOf((await walk(path, { limit: '200' })).items))
        const keys = keysOf(items)
        expect(keys.length - new Set(keys).size, `${path} has some twice`).toBe(0)
        const missed = [...before].filter((key) => after.has(key) && !keys.includes(key))
        expect({ path, missed }).toEqual({ path, missed: [] })
      }
    },
  )
})

describe('a copy made by updated_since over a month of changes', () => {
  it.each(everyNth(3, [['7'], ['3'], ['200']]))(
    'in pages of %s equals the final list, without the deleted items',
    async (limit) => {
      const synced = collections.filter(({ path, hasChanges }) => hasChanges && !settling.has(path))
      const copies = new Map(synced.map(({ path }) => [path, new Map<string, Item>()]))
      // Collections without tombstones are kept for a limited time, and an earlier request gets an error.
      const yesterday = new Date(Date.now() - 86_400_000).toISOString()
      const since = new Map(
        synced.map(({ path, hasTombstones }) => [path, hasTombstones ? '1970-01-01' : yesterday]),
      )
      const poll = async ({ path, hasTombstones }: Collection) => {
        const query = {
          limit,
          updated_since: since.get(path)!,
          ...(hasTombstones ? { include: 'deleted' } : {}),
        }
        const { items, through } = await walk(path, query)
        for (const item of items) copies.get(path)!.set(keyOf(item), item)
        since.set(path, through)
      }
      for (let round = 0; round < 8; round += 1) {
        for (const collection of synced) await poll(collection)
        await world.change()
      }
      for (const collection of synced) await poll(collection)
      for (const { path } of synced) {
        const copied = [...copies.get(path)!.values()]
        const shown = (await walk(path, { limit: '200' })).items
        const live = copied.filter(({ deleted }) => deleted !== true)
        const kept = derived.has(path) ? copied.filter((item) => byKey(shown).has(keyOf(item))) : live
        expect(byKey(own(path, kept)), path).toEqual(byKey(own(path, shown)))
      }
    },
  )
})

describe('the pages of a collection', () => {
  it('list the same rows as its table, with tombstones', async () => {
    const { database } = world.whole.test
    const schema = world.whole.projected.name
    const tables = {
      bills: 'bills',
      votes: 'votes',
      legislators: 'people',
      committees: 'committees',
      regulations: 'regulations',
      jurisdictions: 'jurisdictions',
    }
    for (const [collection, table] of Object.entries(tables)) {
      const query = { limit: '20', updated_since: '1970-01-01', include: 'deleted' }
      const { items } = await walk(`/v1/${collection}`, query)
      const { rows } = await database.query<{ id: number; deleted: boolean }>(
        `SELECT id, deleted FROM ${schema}.${table} ORDER BY id`,
      )
      const emitted = items.map(({ id, deleted = false }) => ({ id, deleted }))
      expect(
        emitted.toSorted((a, b) => Number(a.id) - Number(b.id)),
        collection,
      ).toEqual(rows)
      expect(
        collection === 'legislators' || collection === 'jurisdictions' || rows.some(({ deleted }) => deleted),
        collection,
      ).toBe(true)
    }
  })
})

describe('each item of a list', () => {
  it('has a detail with the same values', async () => {
    const document = (await world.whole.api.app.inject('/v1/openapi.json')).json<ApiDocument>()
    for (const { path } of collections) {
      if (document.paths?.[`${path}/{id}`]?.get === undefined) continue
      for (const item of (await walk(path, { limit: '200' })).items) {
        const headers = { authorization: `Bearer ${world.token}` }
        const answer = await world.whole.api.get(`${path}/${String(item.id)}`, { headers })
        expect(answer.statusCode, `${path}/${String(item.id)}`).toBe(200)
        const detail = answer.json<Record<string, unknown>>()
        const shared = Object.fromEntries(
          Object.keys(item)
            .filter((name) => name in detail)
            .map((name) => [name, detail[name]]),
        )
        expect(shared, path).toEqual(
          Object.fromEntries(Object.entries(item).filter(([name]) => name in detail)),
        )
      }
    }
  })
})
