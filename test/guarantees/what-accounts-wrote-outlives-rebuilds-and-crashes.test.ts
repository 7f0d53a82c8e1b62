import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { proofOf } from '../../api/leads/form-proof.ts'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createTestOperator } from '../support/ingest/operator.ts'
import { rebuildOf, startFollowing } from '../support/service/rebuilding.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

const LEADS = { heading: 'Sign up', consent_text: 'Write to me.', questions: [] }
const SITE = 'https://www.alpha.example'

let service: WholeService
let api: TestApi
let token: string
let bills: number[]
let sheet: number
let page: number
let widget: { id: number; token: string }

async function call(method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  return api.get(url, payload === undefined ? { method, headers } : { method, headers, payload })
}

async function made(url: string, payload: object) {
  const answer = await call('POST', url, payload)
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

/** The form as a visitor sent it who took the time to read it. */
async function signUp(email: string): Promise<InjectOptions> {
  const { rows } = await service.database.query<{ form_key: string }>(
    "SELECT encode(form_key, 'hex') AS form_key FROM account.widget WHERE id = $1",
    [widget.id],
  )
  const form = proofOf({ form_key: rows[0]!.form_key, leads: LEADS }, new Date(Date.now() - 10_000))
  const url = `/v1/widgets/bill-grid/${widget.token}/leads`
  return { method: 'POST', url, payload: { email, consent: true, form } }
}

/** What everybody sees of the account. A new process has nothing in memory. */
async function shown() {
  api = await service.openApi()
  const html = (await api.app.inject('/pages/our-bills')).body
  const items = (await call('GET', `/v1/bill_sheets/${sheet}/items`)).json().data
  const grid = (await api.app.inject(`/v1/widgets/bill-grid/${widget.token}`)).json()
  const leads = (await call('GET', '/v1/leads')).json().data
  return {
    rows: html.split('<tbody')[1],
    items: items.map(({ id, bill_id, note }: Record<string, unknown>) => ({ id, bill_id, note })),
    widget: grid.bills.map(({ id }: { id: number }) => id),
    leads: leads.map(({ id, email }: Record<string, unknown>) => ({ id, email })),
  }
}

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  startFollowing(service)
  await service.ingest('openstates-scraper', join(sampleFolder, 'legislature'))
  await service.inSync()
  api = await service.openApi()
  token = await api.issue({ account: 'alpha', scopes: ['read', 'sheets', 'leads'] })
  bills = (await call('GET', '/v1/bills?limit=5')).json().data.map(({ id }: { id: number }) => id)
  sheet = (await made('/v1/bill_sheets', { name: 'Ours' })).id
  await made(`/v1/bill_sheets/${sheet}/items`, {
    items: bills.slice(0, 3).map((id, index) => ({ bill_id: id, note: `Note ${index}` })),
  })
  const columns = ['identifier', 'title', 'note']
  page = (await made('/v1/stakeholder-pages', { sheet_id: sheet, slug: 'our-bills', title: 'Ours', columns }))
    .id
  await made(`/v1/stakeholder-pages/${page}/publish`, {})
  widget = await made('/v1/widgets', {
    type: 'bill-grid',
    name: 'Ours',
    origins: [SITE],
    shows: { sheet_id: sheet },
    leads: LEADS,
  })
  expect((await api.app.inject(await signUp('ada@example.org'))).statusCode).toBe(202)
  const { rows } = await service.database.query<{ body: string }>('SELECT body FROM account.mail')
  const [, link] = /\/leads\/confirm\/(\w+)/.exec(rows[0]!.body)!
  expect((await api.app.inject({ method: 'POST', url: `/leads/confirm/${link}` })).statusCode).toBe(200)
})

describe('sheets, pages, widgets and leads', () => {
  it('are whole after a rebuild, and follow a bill that was merged before it', async () => {
    const before = await shown()
    expect(before.items).toHaveLength(3)
    for (const index of [0, 1, 2]) expect(before.rows).toContain(`Note ${index}`)
    const operator = createTestOperator(service.database, service.settings, service.codec)
    await operator.merge(bills[0]!, bills[1]!)
    await service.caughtUp()
    await rebuildOf(service)
    // The last refresh was a moment ago.
    await service.database.query('UPDATE account.bill_sheet SET refreshed_at = NULL')
    const after = await shown()
    expect(after.items).toEqual([
      { ...before.items[0], bill_id: bills[1], note: 'Note 0\n\nNote 1' },
      before.items[2],
    ])
    expect(after.widget.toSorted()).toEqual([bills[1], bills[2]].toSorted())
    expect(after.rows?.match(/<tr/g)).toHaveLength(2)
    expect(after.rows).toContain('Note 2')
    expect(after.leads).toEqual(before.leads)
    expect(after.leads).toMatchObject([{ email: 'ada@example.org' }])
  }, 60_000)

  it.each([
    ['import', 'account.bill_sheet_item', () => importing()],
    ['sign-up', 'account.mail', () => signUp('eve@example.org')],
    ['publication under a new name', 'account.page_slug', () => renaming()],
  ])('are whole if Postgres ends the connection in the middle of an %s', async (_what, table, request) => {
    const options = { ...(await request()), headers: { authorization: `Bearer ${token}` } }
    const before = await stored()
    const answered = await inTransaction(service.database, async (client) => {
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
      const asked = api.app.inject(options)
      await eventually(async () => {
        const { rowCount } = await service.database.query(
          `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${table}%'`,
        )
        return rowCount !== 0
      })
      return asked
    })
    expect(answered.statusCode).toBeGreaterThanOrEqual(500)
    expect(await stored()).toEqual(before)
    expect((await api.app.inject(options)).statusCode).toBeLessThan(300)
    expect(await stored()).not.toEqual(before)
  })
})

const importing = async (): Promise<InjectOptions> => {
  const listed = (await call('GET', '/v1/bills?limit=14')).json().data
  const text = listed.map(({ identifier }: { identifier: string }) => `ZZ ${identifier}`).join('\n')
  return { method: 'POST', url: `/v1/bill_sheets/${sheet}/import`, payload: { text, take_newest: true } }
}

const renaming = async (): Promise<InjectOptions> => ({
  method: 'PATCH',
  url: `/v1/stakeholder-pages/${page}`,
  payload: { slug: 'our-new-bills' },
})

async function stored(): Promise<unknown> {
  const { rows } = await service.database.query(
    `SELECT (SELECT json_agg(i ORDER BY id) FROM account.bill_sheet_item i) AS items,
       (SELECT json_agg(s ORDER BY slug) FROM account.page_slug s) AS slugs,
       (SELECT json_agg(l ORDER BY id) FROM account.lead l) AS leads,
       (SELECT json_agg(m ORDER BY id) FROM account.mail m) AS mails`,
  )
  return rows[0]
}
