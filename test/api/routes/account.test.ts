import { describe, expect, it } from 'vitest'
import { deleteLateRows } from '../../../api/account-data/delete-account.ts'
import { notExported, type OwnedTable, ownedTables } from '../../../api/account-data/owned-tables.ts'
import { purgeEndpoint, removedEndpoints } from '../../../webhooks/endpoint/remove-endpoint.ts'
import { proofIn } from '../../support/console/console-browser.ts'
import { browserOfUser } from '../../support/console/users.ts'
import { createTwoTenants } from '../../support/service/tenant.ts'

const SCHEMAS = ['account', 'alerts', 'webhook', 'ingest']

const { whole, theirs, mine, call } = await createTwoTenants()

/** The condition on a row `t` of the account `a`. */
function isOwned({ column, inside }: OwnedTable): string {
  const parent = ownedTables.find(({ table }) => table === inside)
  if (parent === undefined) return `t.${column} = a.id`
  return `t.${column} IN (SELECT t.${parent.referred_by ?? 'id'} FROM ${parent.table} t WHERE ${isOwned(parent)})`
}

async function countRows(account: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const owned of ownedTables) {
    const { rows } = await whole.test.database.query<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM account.account a, ${owned.table} t
       WHERE a.name = $1 AND ${isOwned(owned)}`,
      [account],
    )
    counts.set(owned.table, rows[0]!.rows)
  }
  return counts
}

type Line = { table: string; row: Record<string, unknown> }

async function exportOf(token: string) {
  const answer = await call('GET', '/v1/account/export', token)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { answer, head: lines[0].export, rows: lines.slice(1, -1) as Line[], end: lines.at(-1).end }
}

/** All rows of all tables in which something of an account may be, as text by table. */
async function everything(): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await whole.test.database.query<{ name: string }>(
    `SELECT table_schema || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = ANY($1) AND table_type = 'BASE TABLE' ORDER BY 1`,
    [SCHEMAS],
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await whole.test.database.query<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM ${name} t`,
    )
    texts.set(name, rows[0]!.text)
  }
  return texts
}

describe('the export of an account', () => {
  it('has every row of every table that the account owns, no row of another, and no secret', async () => {
    const before = await countRows(theirs.name)
    const { answer, head, rows, end } = await exportOf(theirs.token)
    const after = await countRows(theirs.name)
    expect(head).toMatchObject({ account: theirs.name, left_out: [] })
    expect(end.rows).toBe(rows.length)
    const filled = new Set(rows.map(({ table }) => table))
    for (const { table } of ownedTables) {
      const exported = rows.filter((line) => line.table === table).length
      // Counts of requests, and the entry of the export, are written meanwhile.
      expect(exported, table).toBeGreaterThanOrEqual(before.get(table)!)
      expect(exported, table).toBeLessThanOrEqual(after.get(table)!)
    }
    for (const table of ['bill_sheet_item', 'lead', 'widget', 'scorecard', 'user', 'audit_entry'])
      expect(filled, table).toContain(`account.${table}`)
    for (const table of ['alerts.subscription', 'webhook.endpoint', 'webhook.delivery', 'webhook.attempt'])
      expect(filled, table).toContain(table)
    for (const secret of theirs.secrets) expect(answer.body).not.toContain(secret)
    for (const mark of mine.marks) expect(answer.body).not.toContain(mark)
    for (const { row } of rows)
      for (const name of Object.keys(row))
        expect(name).not.toMatch(/secret|_sha256|(?<!delivery)_key$|^recipient$/)
  })

  it('leaves out contacts for a caller without the scope leads, and says so', async () => {
    const token = await whole.api.issue({ account: theirs.name, scopes: ['account'] })
    const { answer, head } = await exportOf(token)
    expect(head.left_out).toEqual(['account.lead'])
    expect(answer.body).not.toContain(`person@${theirs.name}.example`)
  })

  it('continues over many pieces', async () => {
    const { database } = whole.test
    await database.query(
      `WITH a AS (SELECT id FROM account.account WHERE name = $1), counts AS (
         INSERT INTO account.request_count (account_id, day, method, route, status, requests, duration_ms, buckets)
         SELECT a.id, '2025-01-01', 'GET', '/v1/many/' || n, 200, 1, 1, array_fill(0::bigint, ARRAY[11])
         FROM a, generate_series(1, 1203) n
       ), deliveries AS (
         INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
         SELECT 'many-' || n, 1000000 + n, (SELECT min(e.id) FROM webhook.endpoint e JOIN a ON a.id = e.account_id),
           'delivered', now(), now(), now() FROM generate_series(1, 1203) n
       )
       INSERT INTO webhook.attempt (delivery_key, attempt, at, duration_ms, outcome)
       SELECT 'many-' || n, attempt, now(), 1, 'failed' FROM generate_series(1, 1203) n, generate_series(1, 2) attempt`,
      [theirs.name],
    )
    const { rows } = await exportOf(theirs.token)
    const count = (isMany: (row: Record<string, unknown>) => boolean) =>
      new Set(rows.filter(({ row }) => isMany(row)).map((line) => JSON.stringify(line))).size
    expect(count(({ route }) => String(route).startsWith('/v1/many/'))).toBe(1203)
    expect(count(({ key }) => String(key).startsWith('many-'))).toBe(1203)
    expect(count(({ delivery_key }) => String(delivery_key).startsWith('many-'))).toBe(2406)
    await database.query("DELETE FROM webhook.delivery WHERE key LIKE 'many-%'")
    await database.query("DELETE FROM webhook.attempt WHERE delivery_key LIKE 'many-%'")
  })

  it('comes as a file in the console, for owners only', async () => {
    const where = { api: whole.api, database: whole.test.database }
    const own = await browserOfUser(where, `owner@${theirs.name}.example`)
    const file = await own.open('/console/account/export')
    expect(file.headers['content-disposition']).toBe('attachment; filename="account.ndjson"')
    expect(JSON.parse(file.body.trimEnd().split('\n').at(-1)!).end.rows).toBeGreaterThan(1203)
    await call('POST', '/v1/invitations', theirs.token, { email: 'e@x.example', role: 'editor' })
    const editor = await whole.api.issue({ account: theirs.name, scopes: ['read', 'sheets'] })
    expect((await call('GET', '/v1/account/export', editor)).statusCode).toBe(403)
  })
})

it('an account is not shown to a token of a deleted one that had its name, nor are its tokens', async () => {
  const { database } = whole.test
  const [former, latter] = [
    await whole.api.issue({ account: 'phoenix', scopes: ['account', 'tokens'] }),
    { account: 'phoenix', scopes: ['account', 'tokens'] } as const,
  ]
  expect((await call('GET', '/v1/account', former)).statusCode).toBe(200)
  await database.query("DELETE FROM account.account WHERE name = 'phoenix'")
  const other = await whole.api.issue(latter)
  const { data } = (await call('GET', '/v1/tokens', other)).json()
  const [{ id }] = data
  expect((await call('GET', '/v1/account', former)).statusCode).toBe(404)
  expect((await call('GET', '/v1/tokens', former)).json().data).toEqual([])
  expect((await call('GET', `/v1/tokens/${id}`, former)).statusCode).toBe(404)
  expect((await call('DELETE', `/v1/tokens/${id}`, former)).statusCode).toBe(404)
  expect((await call('GET', '/v1/account', other)).statusCode).toBe(200)
})

describe('the deletion of an account', () => {
  it('needs the name, typed exactly', async () => {
    for (const name of ['', 'alpha', 'Alpha-Corporation', mine.name]) {
      const answer = await call('DELETE', `/v1/account?name=${encodeURIComponent(name)}`, theirs.token)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_parameter'])
    }
    const where = { api: whole.api, database: whole.test.database }
    const own = await browserOfUser(where, `owner@${theirs.name}.example`)
    const proof = proofIn(await own.open('/console/account/data'))
    const refused = await own.send('/console/account/data/delete', { proof, name: 'alpha' })
    expect(refused.statusCode).toBe(400)
    expect((await call('GET', '/v1/account', theirs.token)).json().name).toBe(theirs.name)
  })

  it('leaves nothing of it in any table but the names of public pages, and changes nothing of others', async () => {
    const { database } = whole.test
    const { id } = (await call('GET', '/v1/account', theirs.token)).json()
    const page = theirs.ids['stakeholder-pages/:id']!
    await call('POST', `/v1/stakeholder-pages/${page}/publish`, theirs.token)
    await call('POST', `/v1/scorecards/${theirs.ids['scorecards/:id']}/publish`, theirs.token)
    const mineBefore = (await exportOf(mine.token)).rows.filter(({ table }) => !VOLATILE.includes(table))

    const where = { api: whole.api, database }
    const own = await browserOfUser(where, `owner@${theirs.name}.example`)
    const proof = proofIn(await own.open('/console/account/data'))
    const deleted = await own.send('/console/account/data/delete', { proof, name: theirs.name })
    expect([deleted.statusCode, deleted.headers.location]).toEqual([303, '/console/sign-in'])
    expect((await own.open('/console')).headers.location).toBe('/console/sign-in')
    expect((await call('GET', '/v1/bills', theirs.token)).statusCode).toBe(401)

    // What the upkeep of the dispatcher does in time.
    for (const endpoint of await removedEndpoints(database)) await purgeEndpoint(database, endpoint, 100)
    const texts = await everything()
    const marks = [...theirs.marks, `@${theirs.name}.example`]
    const kept = new Set(['account.page_slug', 'ingest.scorecard_request'])
    for (const [table, text] of texts) {
      if (kept.has(table)) continue
      for (const mark of marks) expect(text.includes(mark), `${table} still has ${mark}`).toBe(false)
    }
    expect(Object.keys(notExported).length).toBeGreaterThan(0)
    const { rows: columns } = await database.query<{ name: string }>(
      `SELECT table_schema || '.' || quote_ident(table_name) AS name FROM information_schema.columns
       WHERE column_name = 'account_id' AND table_schema = ANY($1)`,
      [SCHEMAS],
    )
    for (const { name } of columns) {
      const { rowCount } = await database.query(`SELECT FROM ${name} WHERE account_id = $1`, [id])
      expect(rowCount, name).toBe(name === 'account.page_slug' ? 1 : 0)
    }
    const mineAfter = (await exportOf(mine.token)).rows.filter(({ table }) => !VOLATILE.includes(table))
    expect(mineAfter).toEqual(mineBefore)
  })

  it('asks for the removal of published scorecards', async () => {
    const { rows } = await whole.test.database.query<{ body: Record<string, unknown> }>(
      'SELECT body FROM ingest.scorecard_request ORDER BY id',
    )
    expect(rows.at(-1)!.body).toEqual({ removed: 'removed by its organization' })
  })

  it('gives the address of a published page to nobody else', async () => {
    const sheet = Number(mine.ids['bill_sheets/:id'])
    const taken = await call('POST', '/v1/stakeholder-pages', mine.token, {
      sheet_id: sheet,
      slug: `page-of-${theirs.name}`,
      title: 'Taken over',
    })
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'conflict'])
    const visit = await whole.api.app.inject(`/pages/page-of-${theirs.name}`)
    expect(visit.statusCode).toBe(404)
  })

  it('deletes what another process wrote about webhooks in the seconds after it', async () => {
    const { database } = whole.test
    const { rows } = await database.query<{ id: number }>('SELECT id FROM account.deleted_account')
    await database.query(
      'INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at) VALUES ($1, 1, now(), now())',
      [rows[0]!.id],
    )
    await deleteLateRows(database, new Date())
    const late = await database.query('SELECT FROM webhook.follow WHERE account_id = $1', [rows[0]!.id])
    expect(late.rowCount).toBe(0)
  })
})

/** Tables that change because they are asked: counts of requests, the log of exports, the last use of a token. */
const VOLATILE: readonly string[] = ['account.request_count', 'account.audit_entry', 'account.token']
