import { createThreadedComparer } from '../../../derive/copycats/comparing/threaded-comparer.ts'
import { fillCopycats } from '../../../derive/copycats/fill/fill-copycats.ts'
import { fillSimilar } from '../../../derive/similar/service/fill-similar.ts'
import { fillActivity } from '../../../derive/targets/activity/fill-activity.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { addUser } from '../console/users.ts'
import { createCrowdedStory } from '../stories/crowded-story.ts'
import { actionOf } from '../webhooks/webhook-service.ts'
import { addLead, createTenant } from './tenant.ts'
import { createWholeApi, type WholeApi } from './whole-api.ts'

/** Items in every collection, and a function that changes them. */
export type CrowdedWorld = {
  readonly whole: WholeApi
  readonly token: string
  /** The values of path parameters: the entities with the most related items. */
  idIn(path: string): string
  /** Adds, changes and removes a few items, visible to readers of changes. */
  change(): Promise<void>
}

type Call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => Promise<{ id: number }>

/** Makes a page of a sheet, and deletes the oldest of several. */
function pageRequest(call: Call, sheetId: number): (count: number) => Promise<void> {
  const pages: number[] = []
  return async (count) => {
    const page = { sheet_id: sheetId, slug: `page-${count}`, title: `page ${count}` }
    pages.push((await call('POST', '/v1/stakeholder-pages', page)).id)
    const id = pages.length > 2 ? pages.shift() : undefined
    if (id !== undefined) await call('DELETE', `/v1/stakeholder-pages/${id}`)
  }
}

/** Makes an alert subscription, and deletes the oldest of several. */
function alertRequest(call: Call, billId: number): (count: number) => Promise<void> {
  const alerts: number[] = []
  return async (count) => {
    const request = { name: `alert ${count}`, bill_ids: [billId], channel: 'feed' }
    alerts.push((await call('POST', '/v1/alert_subscriptions', request)).id)
    const id = alerts.length > 2 ? alerts.shift() : undefined
    if (id !== undefined) await call('DELETE', `/v1/alert_subscriptions/${id}`)
  }
}

/** Makes a user and an invitation, and removes the oldest of several. */
function userRequest(call: Call, database: Database): (count: number) => Promise<void> {
  const users: number[] = []
  const invitations: number[] = []
  return async (count) => {
    const email = `user-${count}@crowded.example`
    users.push(await addUser(database, { account: 'crowded', email, role: 'editor' }))
    const invitation = { email: `guest-${count}@crowded.example`, role: 'viewer' }
    invitations.push((await call('POST', '/v1/invitations', invitation)).id)
    if (users.length > 2) await call('DELETE', `/v1/users/${users.shift()}`)
    if (invitations.length > 2) await call('DELETE', `/v1/invitations/${invitations.shift()}`)
  }
}

async function fillDerived({ test: { database, settings } }: WholeApi, signal: AbortSignal): Promise<void> {
  const objects = createObjectStore(settings)
  const comparer = createThreadedComparer(objects)
  await fillCopycats({ database, objects, comparer, signal })
  await comparer.close()
  await fillSimilar({ database, embedder: undefined, signal, memory: { state: undefined } })
  await fillActivity({ database, signal })
}

export async function createCrowdedWorld(changed: Partial<Settings> = {}): Promise<CrowdedWorld> {
  const whole = await createWholeApi(changed)
  const { story, rich, bills, ids, changes: events } = await createCrowdedStory(whole.test.settings)

  async function project(): Promise<void> {
    await whole.projected.apply(story.take())
    await whole.projected.setWatermark(story.later)
  }
  await project()
  const signal = new AbortController().signal
  const { database } = whole.test
  await fillDerived(whole, signal)

  const tenant = await createTenant(whole, 'crowded', rich.id)
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tenant.token}` }
    const answer = await whole.api.get(url, {
      method,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`)
    return answer.body === '' ? undefined : answer.json()
  }
  const [followed, endpoints, sheets]: [number[], number[], number[]] = [[], [], []]
  const sheet = tenant.ids['bill_sheets/:id']!
  const widgets: number[] = []
  const leads: number[] = []

  const requests: readonly ((count: number) => Promise<void>)[] = [
    () => call('POST', '/v1/tokens', { scopes: ['read'] }),
    async (count) => {
      const bill = bills[1 + (count % (bills.length - 1))]!
      followed.push((await call('POST', '/v1/follows', { bill_id: bill.id })).id)
    },
    async (count) => {
      // No receiver listens there, and no delivery waits for it.
      const request = { url: `http://127.0.0.1:9099/${count}`, events: ['*'], filter: { bill_ids: [1] } }
      endpoints.push((await call('POST', '/v1/webhook_endpoints', request)).id)
    },
    async () => {
      const id = followed.length > 2 ? followed.shift() : undefined
      if (id !== undefined && !followed.includes(id)) await call('DELETE', `/v1/follows/${id}`)
    },
    async () => {
      const id = endpoints.length > 1 ? endpoints.shift() : undefined
      if (id !== undefined) await call('DELETE', `/v1/webhook_endpoints/${id}`)
    },
    async (count) => {
      sheets.push((await call('POST', '/v1/bill_sheets', { name: `sheet ${count}` })).id)
      const bill = bills[1 + (count % (bills.length - 1))]!
      await call('POST', `/v1/bill_sheets/${sheet}/items`, {
        items: [{ bill_id: bill.id, note: `at ${count}` }],
      })
    },
    async () => {
      const id = sheets.length > 2 ? sheets.shift() : undefined
      if (id !== undefined) await call('DELETE', `/v1/bill_sheets/${id}`)
      const { data } = await call('GET', `/v1/bill_sheets/${sheet}/items`)
      if (data.length > 3) await call('DELETE', `/v1/bill_sheets/${sheet}/items/${data[0].id}`)
    },
    async (count) => {
      const request = {
        type: 'bill-grid',
        name: `Widget ${count}`,
        shows: { search: { jurisdiction: 'wa' } },
      }
      const made = await call('POST', '/v1/widgets', { ...request, origins: [`https://w${count}.example`] })
      widgets.push(made.id)
      leads.push(await addLead(whole, made.id, `crowded-${count}`))
    },
    async () => {
      const id = leads.length > 2 ? leads.shift() : undefined
      if (id !== undefined) await call('DELETE', `/v1/leads/${id}`)
    },
    async () => {
      const id = widgets.length > 2 ? widgets.shift() : undefined
      if (id !== undefined) await call('DELETE', `/v1/widgets/${id}`)
    },
    alertRequest(call, rich.id),
    pageRequest(call, Number(sheet)),
    userRequest(call, database),
    async (count) => void (await whole.service.fanOut([actionOf(1_000 + count, { bill_id: 101 })])),
  ]
  const changes = [...events, ...requests]
  let count = 0
  return {
    whole,
    token: tenant.token,
    idIn(path) {
      if (path.endsWith('/copycats')) return ids.copycats!
      if (/^\/v1\/bills\/.*\/(?:targets|outreach)$/.test(path)) return ids.targets!
      if (path.endsWith('/scores')) return ids.scorecards!
      const name = path.split('/')[2]!
      const own = tenant.ids[`${name}/:id`] ?? tenant.ids[`${name}/:key`] ?? ids[name]
      if (own === undefined)
        throw new Error(`${path}: whose id? Say so in test/support/service/crowded-world.ts`)
      return own
    },
    async change() {
      for (let time = 0; time < 3; time += 1) {
        count += 1
        await changes[count % changes.length]!(count)
      }
      await project()
      await fillActivity({ database, signal })
    },
  }
}
