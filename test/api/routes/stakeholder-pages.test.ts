import { beforeAll, describe, expect, it } from 'vitest'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'

let world: SheetWorld
let sheet: number
let other: { readonly authorization: string }

beforeAll(async () => {
  world = await createSheetWorld()
  const bill = world.story.bill({ title: 'Ours' })
  await world.project()
  sheet = (await world.post('/bill_sheets', { name: 'Sheet' })).id
  await world.post(`/bill_sheets/${sheet}/items`, { items: [{ bill_id: bill.id, note: 'Private' }] })
  other = { authorization: `Bearer ${await world.api.issue({ account: 'rival' })}` }
})

const create = (also: object) => world.post('/stakeholder-pages', { sheet_id: sheet, title: 'Page', ...also })
const status = async (...asked: Parameters<SheetWorld['call']>) => (await world.call(...asked)).statusCode

describe('a stakeholder page', () => {
  it('is created as a draft, changed, published, hidden, listed and deleted by its account', async () => {
    const page = await create({ slug: 'first-page' })
    expect(page).toMatchObject({
      sheet_id: sheet,
      status: 'draft',
      slug: 'first-page',
      published_at: null,
      accent_color: '0a58ca',
      columns: ['identifier', 'jurisdiction', 'title', 'status', 'latest_action'],
    })
    const changed = await world.call('PATCH', `/stakeholder-pages/${page.id}`, {
      columns: ['title', 'status'],
      accent_color: 'FF0000',
    })
    expect(changed.json()).toMatchObject({
      columns: ['title', 'status'],
      sort: 'title',
      accent_color: 'ff0000',
    })
    expect(await world.read(`/stakeholder-pages/${page.id}`)).toEqual({
      ...changed.json(),
      bills: [expect.objectContaining({ title: 'Ours' })],
    })
    expect((await world.post(`/stakeholder-pages/${page.id}/publish`, {})).status).toBe('published')
    const { data } = await world.read('/stakeholder-pages')
    expect(data).toMatchObject([{ id: page.id, status: 'published' }])
    expect((await world.post(`/stakeholder-pages/${page.id}/unpublish`, {})).status).toBe('draft')
    expect(await status('DELETE', `/stakeholder-pages/${page.id}`)).toBe(204)
    expect(await status('GET', `/stakeholder-pages/${page.id}`)).toBe(404)
  })

  it('is read by its name with the scope read, in any account, with the chosen columns alone', async () => {
    const page = await create({ slug: 'read-by-all', columns: ['title'] })
    const reader = {
      authorization: `Bearer ${await world.api.issue({ account: 'reader', scopes: ['read'] })}`,
    }
    expect(await status('GET', '/stakeholder-pages/read-by-all', undefined, reader)).toBe(404)
    await world.post(`/stakeholder-pages/${page.id}/publish`, {})
    const answer = await world.call('GET', '/stakeholder-pages/read-by-all', undefined, reader)
    expect(answer.json().bills).toEqual([{ id: expect.any(Number), removed: false, title: 'Ours' }])
    expect(await status('GET', `/stakeholder-pages/${page.id}`, undefined, reader)).toBe(404)
    expect(await status('GET', '/stakeholder-pages', undefined, reader)).toBe(403)
  })

  it('is seen and changed by no other account', async () => {
    const page = await create({ slug: 'not-yours' })
    const at = `/stakeholder-pages/${page.id}`
    const tries: readonly (readonly [method: string, url: string, payload?: object])[] = [
      ['GET', at],
      ['GET', '/stakeholder-pages/not-yours'],
      ['PATCH', at, { title: 'x' }],
      ['DELETE', at],
      ['DELETE', `${at}/logo`],
      ['POST', `${at}/logo`, { data: 'eA==', description: 'x' }],
      ...['publish', 'unpublish', 'preview'].map((action) => ['POST', `${at}/${action}`, {}] as const),
    ]
    for (const [method, url, payload] of tries)
      expect(await status(method, url, payload, other), `${method} ${url}`).toBe(404)
    expect(await world.read(at)).toEqual({ ...page, bills: expect.any(Array) })
    const foreign = await world.call(
      'POST',
      '/stakeholder-pages',
      { sheet_id: sheet, slug: 'mine', title: 'x' },
      other,
    )
    expect(foreign.json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/sheet_id' }] })
  })

  it('keeps its published names for its account forever, also after it is deleted', async () => {
    const page = await create({ slug: 'well-known' })
    await world.post(`/stakeholder-pages/${page.id}/publish`, {})
    await world.call('PATCH', `/stakeholder-pages/${page.id}`, { slug: 'better-known' })
    const rivalSheet = (await world.call('POST', '/bill_sheets', { name: 'x' }, other)).json().id
    const rival = async (slug: string) =>
      (await world.call('POST', '/stakeholder-pages', { sheet_id: rivalSheet, slug, title: 'x' }, other))
        .statusCode
    expect([await rival('well-known'), await rival('better-known')]).toEqual([409, 409])
    await world.call('DELETE', `/stakeholder-pages/${page.id}`)
    expect([await rival('well-known'), await rival('better-known')]).toEqual([409, 409])
    const again = await create({ slug: 'well-known' })
    expect(again.slug).toBe('well-known')
    const draft = await create({ slug: 'never-published' })
    await world.call('DELETE', `/stakeholder-pages/${draft.id}`)
    expect(await rival('never-published')).toBe(201)
  })

  it.each(['1234', 'A-b', 'a--b', '-ab', 'ab', 'a_b', 'preview', 'ü-page', '../x'])(
    'is not called %s',
    async (slug) => {
      const answer = await world.call('POST', '/stakeholder-pages', { sheet_id: sheet, slug, title: 'x' })
      expect([400, 409]).toContain(answer.statusCode)
      expect(answer.json().errors).toMatchObject([{ pointer: '/slug' }])
    },
  )

  it('is not ordered by a column that it hides', async () => {
    const request = {
      sheet_id: sheet,
      slug: 'hidden-order',
      title: 'x',
      columns: ['title'],
      sort: '-priority',
    }
    const answer = await world.call('POST', '/stakeholder-pages', request)
    expect(answer.json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/sort' }] })
  })

  it('keeps its sheet: the sheet is not deleted before the page', async () => {
    const own = (await world.post('/bill_sheets', { name: 'Shown' })).id
    const page = await create({ slug: 'keeps-it', sheet_id: own })
    expect(await status('DELETE', `/bill_sheets/${own}`)).toBe(409)
    await world.call('DELETE', `/stakeholder-pages/${page.id}`)
    expect(await status('DELETE', `/bill_sheets/${own}`)).toBe(204)
  })
})
