import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type WalkedItem, walkPages } from '../../support/api/walk-pages.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi
let projected: ProjectedSchema
let story: EventBuilder
let bills: BuiltBill[]

beforeAll(async () => {
  test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  api = await createTestApi(test)
})

/** Every test starts with the same sixty bills below the watermark. The first twenty share one stamp. */
beforeEach(async () => {
  await projected.clear()
  story = new EventBuilder()
  bills = Array.from({ length: 60 }, () => story.bill())
  await projected.apply(story.take())
  await test.database.query(
    `UPDATE ${projected.name}.bills SET updated_at = '2026-01-01T00:00:01Z', seq = 7,
       item = regexp_replace(item::text, '"updated_at":"[^"]+"', '"updated_at":"2026-01-01T00:00:01.000000Z"')::json
     WHERE id <= 20`,
  )
  await projected.setWatermark(story.later)
})

const walk = (url: string, between?: (page: number) => Promise<void>, from?: string | null) =>
  walkPages(api, url, between, from)
const idsIn = (items: readonly WalkedItem[]) => items.map(({ id }) => id)

describe('a walk', () => {
  it.each([1, 2, 20, 60, 200])('in pages of %i lists every bill once', async (limit) => {
    const { items, pages } = await walk(`/v1/bills?limit=${limit}`)
    expect(idsIn(items)).toEqual(bills.map(({ id }) => id))
    expect(pages).toBe(Math.ceil(60 / limit))
  })

  it.each([1, 2, 20])(
    'through changes with equal stamps, in pages of %i, lists every bill once',
    async (limit) => {
      const { items, sync_through } = await walk(`/v1/bills?limit=${limit}&updated_since=2026-01-01`)
      expect(new Set(idsIn(items)).size).toBe(60)
      expect(items).toHaveLength(60)
      expect(items.map(({ updated_at }) => updated_at)).toEqual(
        items.map(({ updated_at }) => updated_at).sort(),
      )
      expect([...sync_through]).toEqual([story.later])
    },
  )

  it.each([1, 2, 20])('in pages of %i misses and repeats nothing while rows change', async (limit) => {
    const { items } = await walk(`/v1/bills?limit=${limit}`, async (page) => {
      story.update(bills[(page * 7) % 59]!, { title: `Changed at page ${page}` })
      if (page <= 10) story.bill()
      if (page === 1)
        story.emit('bill.removed', { ...idsOf(bills[59]!), bill: contextOf(bills[59]!), reason: 'gone' })
      await projected.apply(story.take())
    })
    const ids = idsIn(items)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id } of bills.slice(0, 59)) expect(ids).toContain(id)
    expect(ids).not.toContain(bills[59]!.id)
  })

  it('continues if the row at its cursor was removed', async () => {
    const first = (await api.get('/v1/bills?limit=5')).json()
    const last = bills[4]!
    story.emit('bill.removed', { ...idsOf(last), bill: contextOf(last), reason: 'gone' })
    await projected.apply(story.take())
    const second = (await api.get(`/v1/bills?limit=5&cursor=${first.next_cursor}`)).json()
    expect(idsIn(second.data)).toEqual(bills.slice(5, 10).map(({ id }) => id))
  })

  it('through the committees of a bill continues if the bill no longer names the one at its cursor', async () => {
    const bill = bills[0]!
    const classification = ['referral-committee']
    const refer = (name: string, day: string) =>
      story.action(bill, {
        date: day,
        description: `Referred to ${name}`,
        classification,
        related_entities: [{ name, entity_type: 'organization' }],
      })
    const actions = ['Rules', 'Finance', 'Health'].map((name, day) => refer(name, `2026-01-0${day + 1}`))
    await projected.apply(story.take())
    const url = `/v1/bills/${bill.id}/committees?limit=2`
    const { data, next_cursor } = (await api.get(url)).json()
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Rules', 'Finance'])
    story.emit('bill.action_removed', { ...idsOf(bill), bill: contextOf(bill), action_id: actions[1]! })
    await projected.apply(story.take())
    const second = (await api.get(`${url}&cursor=${next_cursor}`)).json()
    expect(second.data.map(({ name }: { name: string }) => name)).toEqual(['Health'])
    expect(second.next_cursor).toBeNull()
  })

  it('may change its page size but not its filters', async () => {
    const { next_cursor: cursor } = (await api.get('/v1/bills?limit=5&session=2025-2026')).json()
    const other = await api.get(`/v1/bills?limit=50&session=2025-2026&cursor=${cursor}`)
    expect(other.json().data).toHaveLength(50)
    for (const query of [
      '',
      '&session=2023',
      '&session=2025-2026&status=enacted',
      '&session=2025-2026&include=deleted',
    ]) {
      const refused = await api.get(`/v1/bills?limit=5&cursor=${cursor}${query}`)
      expect(refused.json()).toMatchObject({ status: 400, code: 'cursor_mismatch' })
    }
    expect((await api.get(`/v1/bills/${bills[0]!.id}/actions?cursor=${cursor}`)).json().code).toBe(
      'cursor_mismatch',
    )
  })

  it('continues by the Link header as well as by the cursor', async () => {
    const first = await api.get('/api/v1/bills?limit=50&session=2025-2026')
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1]
    const second = await api.get(String(next))
    expect(second.json().data).toHaveLength(10)
    expect(second.headers.link).toBeUndefined()
  })
})

describe('updated_since', () => {
  it('is inclusive, and excludes rows at or above the watermark', async () => {
    const last = bills[59]!
    const at = (await api.get(`/v1/bills/${last.id}`)).json().updated_at
    expect(idsIn((await walk(`/v1/bills?updated_since=${at}`)).items)).toEqual([last.id])
    await projected.setWatermark(at)
    expect((await walk(`/v1/bills?updated_since=${at}`)).items).toEqual([])
    expect((await walk('/v1/bills?updated_since=2026-01-01')).items).toHaveLength(59)
    expect((await walk('/v1/bills?limit=200')).items).toHaveLength(60)
  })

  it('accepts every form of a time', async () => {
    const forms = [
      '2026-01-01',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T02:00:00+02:00',
      '2026-01-01T00:00:00%2B00:00',
    ]
    for (const form of forms) {
      expect((await walk(`/v1/bills?limit=200&updated_since=${form}`)).items, form).toHaveLength(60)
    }
  })

  it('starts the next walk at the watermark that the first page of the last walk reported', async () => {
    const first = await walk('/v1/bills?limit=10&updated_since=2026-01-01', async (page) => {
      if (page !== 2) return
      story.update(bills[0]!, { title: 'Late' })
      story.update(bills[59]!, { title: 'Late' })
      await projected.apply(story.take())
      await projected.setWatermark(story.later)
    })
    const [through] = first.sync_through
    expect(first.sync_through.size).toBe(1)
    const next = await walk(`/v1/bills?updated_since=${through}`)
    expect(idsIn(next.items)).toEqual([bills[0]!.id, bills[59]!.id])
    expect(new Set([...idsIn(first.items), ...idsIn(next.items)]).size).toBe(60)
    const [again] = next.sync_through
    expect((await walk(`/v1/bills?updated_since=${again}`)).items).toEqual([])
  })

  it('never returns rows above a watermark that went back', async () => {
    const first = await api.get('/v1/bills?limit=5&updated_since=2026-01-01')
    await projected.setWatermark('2026-01-01T00:00:30Z')
    const rest = await walk('/v1/bills?limit=5&updated_since=2026-01-01', undefined, first.json().next_cursor)
    for (const { updated_at } of rest.items) expect(updated_at < '2026-01-01T00:00:30').toBe(true)
    expect([...rest.sync_through]).toEqual(['2026-01-01T00:00:30.000000Z'])
  })

  it('returns an empty page if nothing changed or nothing was projected', async () => {
    expect((await api.get('/v1/bills?updated_since=2099-01-01')).json()).toEqual({
      data: [],
      next_cursor: null,
    })
    await projected.setWatermark('-infinity')
    const answer = await api.get('/v1/bills?updated_since=2026-01-01')
    expect(answer.json()).toEqual({ data: [], next_cursor: null })
    expect(answer.headers['x-sync-through']).toBe('1970-01-01T00:00:00.000000Z')
  })

  it('returns 410 resync_required if the change feed was rebuilt during a walk', async () => {
    const { next_cursor } = (await api.get('/v1/bills?limit=5&updated_since=2026-01-01')).json()
    await test.database.query('UPDATE control.read_schema SET feed_epoch = feed_epoch + 1')
    const answer = await api.get(`/v1/bills?limit=5&updated_since=2026-01-01&cursor=${next_cursor}`)
    expect(answer.json()).toMatchObject({ status: 410, code: 'resync_required' })
  })
})
