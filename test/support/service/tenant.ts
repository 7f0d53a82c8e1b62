import type { LightMyRequestResponse } from 'fastify'
import { scopes } from '../../../schemas/http/service/scopes.ts'
import type { TierName } from '../../../schemas/http/service/tiers.ts'
import { EventBuilder } from '../builders/event-builder.ts'
import { addUser } from '../console/users.ts'
import { createReceiver } from '../fakes/receiver.ts'
import { actionOf } from '../webhooks/webhook-service.ts'
import { createWholeApi, type WholeApi } from './whole-api.ts'

const SCOPES = scopes.filter((scope) => scope !== 'admin')
const TIER: TierName = 'business'

/** An account with one item of each kind. */
export type Tenant = {
  readonly name: string
  readonly token: string
  /** The values of path parameters that belong to the account. */
  readonly ids: Readonly<Record<string, string>>
  /** Texts that no other account may ever see. */
  readonly marks: readonly string[]
  /** The token of a widget with a form, and its type, as in a path. */
  readonly widget: string
  /** The name of a page that is not published. */
  readonly draft: string
  /** Secrets that were shown once. */
  readonly secrets: readonly string[]
}

let turns = 0

/** `bill_id`: a bill to follow. */
export async function createTenant(whole: WholeApi, name: string, billId: number): Promise<Tenant> {
  const { api, service } = whole
  turns += 1
  const token = await api.issue({ account: name, tier: TIER, scopes: SCOPES })
  const call = async (method: 'GET' | 'POST', url: string, payload?: object, turn = '') => {
    const answer = await api.get(`/v1${url}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': `${name}-${method}${url}${turn}`.replaceAll('/', '-'),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const receiver = await createReceiver({ kind: 'status', status: 410, body: `answered to ${name}` })
  const endpoint = await call('POST', '/webhook_endpoints', {
    url: receiver.url,
    description: `of ${name}`,
    events: ['*'],
    filter: { bill_ids: [100 + turns] },
  })
  await service.fanOut([actionOf(turns, { bill_id: 100 + turns })])
  await service.sweep()
  const [delivery] = (await call('GET', `/webhook_endpoints/${endpoint.id}/deliveries`)).data
  await call('POST', `/webhook_endpoints/${endpoint.id}/enable`)
  const replay = await call('POST', `/webhook_endpoints/${endpoint.id}/replay`, {
    since: new Date(service.clock.now().getTime() - 3_600_000).toISOString(),
  })
  await call('POST', '/follows', { bill_id: billId })
  const sheet = await call('POST', '/bill_sheets', { name: `sheet of ${name}` })
  const { items } = await call('POST', `/bill_sheets/${sheet.id}/items`, {
    items: [{ bill_id: billId, note: `note of ${name}` }],
  })
  const page = await call('POST', '/stakeholder-pages', {
    sheet_id: sheet.id,
    slug: `page-of-${name}`,
    title: `page of ${name}`,
  })
  const made = await call('POST', '/tokens', { scopes: ['read'] })
  const widget = await call('POST', '/widgets', {
    type: 'bill',
    name: `widget of ${name}`,
    origins: [`https://${name}.example`],
    shows: { bill_ids: [billId] },
    leads: { heading: 'Sign up', consent_text: `Write to me, ${name}.`, questions: [] },
  })
  const scorecard = await call('POST', '/scorecards', {
    title: `scorecard of ${name}`,
    organization: { name },
    jurisdiction: 'wa',
    sessions: ['2025-2026'],
    items: [{ bill_identifier: 'HB 1', position: 'yes', title: `item of ${name}` }],
  })
  const { alert, feed } = await addAlerts(call, name, { sheet_id: sheet.id, bill_id: billId })
  const lead = await addLead(whole, widget.id, name)
  const user = await addUser(whole.test.database, {
    account: name,
    email: `owner@${name}.example`,
    role: 'owner',
  })
  const invitation = await call('POST', '/invitations', { email: `guest@${name}.example`, role: 'viewer' })
  await whole.test.database.query(
    `INSERT INTO account.request_count (account_id, day, method, route, status, requests, duration_ms, buckets, updated_at)
     SELECT id, '2026-01-02', 'GET', '/v1/seen-by-' || name, 200, 7654321, 1, array_fill(0::bigint, ARRAY[11]), '2026-01-02'
     FROM account.account WHERE name = $1`,
    [name],
  )
  return {
    name,
    token,
    widget: `bill/${widget.token}`,
    draft: page.slug,
    ids: {
      'webhook_endpoints/:id': String(endpoint.id),
      'webhook_deliveries/:key': delivery.id,
      'replays/:replay_id': String(replay.id),
      'tokens/:id': String(made.id),
      'follows/:id': String(billId),
      'bill_sheets/:id': String(sheet.id),
      'stakeholder-pages/:id': String(page.id),
      'stakeholder-pages/:slug': String(page.id),
      'items/:item_id': String(items[0].id),
      'widgets/:id': String(widget.id),
      'leads/:id': String(lead),
      'users/:id': String(user),
      'invitations/:id': String(invitation.id),
      'scorecards/:id': String(scorecard.id),
      'alert_subscriptions/:id': String(alert.id),
    },
    marks: [
      name,
      receiver.url,
      endpoint.secret,
      widget.token,
      widget.shown,
      delivery.id,
      made.token,
      made.shown,
      feed.feed,
      `answered to ${name}`,
    ],
    secrets: [token, made.token, endpoint.secret, widget.token, feed.feeds.atom.split('/').at(-2)],
  }
}

type Call = (
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  turn?: string,
) => Promise<{ id: number; feed: string; feeds: { atom: string } }>

/** A subscription by mail and one as a feed. */
async function addAlerts(call: Call, name: string, watched: { sheet_id: number; bill_id: number }) {
  const path = '/alert_subscriptions'
  const mail = { name: `alert of ${name}`, sheet_id: watched.sheet_id, email: `reader@${name}.example` }
  const alert = await call('POST', path, mail)
  const feedRequest = { name: `feed of ${name}`, bill_ids: [watched.bill_id], channel: 'feed' }
  return { alert, feed: await call('POST', path, feedRequest, 'feed') }
}

/** A person who signed up at a widget and confirmed it, and the counts of it. */
export async function addLead(
  whole: { readonly test: Pick<WholeApi['test'], 'database'> },
  widgetId: number,
  name: string,
): Promise<number> {
  const { rows } = await whole.test.database.query<{ id: number }>(
    `WITH w AS (SELECT id, account_id FROM account.widget WHERE id = $1), counted AS (
       INSERT INTO account.lead_count AS c (account_id, widget_id, day, page, source, district, signed_up, confirmed)
       SELECT account_id, id, current_date, 'https://' || $2 || '.example/', NULL, NULL, 1, 1 FROM w
       ON CONFLICT (widget_id, day, page, source, district) DO UPDATE SET signed_up = c.signed_up + 1
     )
     INSERT INTO account.lead (account_id, widget_id, email, recipient, name, consent_text, questions, answers, page, day,
       consented_at, confirmed_at)
     SELECT account_id, id, 'person@' || $2 || '.example', decode(md5($2), 'hex'), 'Person of ' || $2, 'Yes.', '{}', '{}',
       'https://' || $2 || '.example/', current_date, now(), now()
     FROM w RETURNING id`,
    [widgetId, name],
  )
  return rows[0]!.id
}

/** The whole API with two accounts that have one item of each kind. */
export type TwoTenants = {
  readonly whole: WholeApi
  readonly theirs: Tenant
  readonly mine: Tenant
  call(method: string, url: string, token: string, payload?: object): Promise<LightMyRequestResponse>
}

export async function createTwoTenants(): Promise<TwoTenants> {
  const whole = await createWholeApi()
  const story = new EventBuilder()
  const [first, second] = [story.bill(), story.bill()]
  await whole.projected.apply(story.take())
  return {
    whole,
    theirs: await createTenant(whole, 'alpha-corporation', first.id),
    mine: await createTenant(whole, 'omega-union', second.id),
    call: (method, url, token, payload) =>
      whole.api.get(url, {
        method: method as 'GET',
        headers: { authorization: `Bearer ${token}` },
        ...(payload === undefined ? {} : { payload }),
      }),
  }
}
