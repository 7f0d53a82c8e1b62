import type { Settings } from '../../../runtime/settings/settings.ts'
import { createMaps, emitDivision, US } from '../builders/boundaries.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf, type Named } from '../builders/event-builder.ts'
import { actionOf } from '../webhooks/webhook-service.ts'
import { createTenant } from './tenant.ts'
import { createWholeApi, type WholeApi } from './whole-api.ts'

const MANY = 21
/** So far from one event to the next that all of them make a month and more. */
const STEP_MS = 3 * 3_600_000

/** Some of everything that a collection shows, and a hand that keeps changing it. */
export type CrowdedWorld = {
  readonly whole: WholeApi
  readonly token: string
  /** What stands for a parameter of a path: that which has most hanging on it. */
  idIn(path: string): string
  /** A few changes: something new, something changed, something gone. Visible to readers of changes. */
  change(): Promise<void>
}

export async function createCrowdedWorld(changed: Partial<Settings> = {}): Promise<CrowdedWorld> {
  const whole = await createWholeApi(changed)
  const story = new EventBuilder(STEP_MS)
  const place = story.jurisdiction()
  for (let number = 0; number < MANY; number += 1) story.session(`20${10 + number}`)
  const people = Array.from({ length: MANY }, (_, number) => story.person(`Person ${number}`))
  const [ann] = people
  const committees = Array.from({ length: MANY }, (_, number) =>
    story.committee(`Committee of ${word(number)}`, { classification: 'committee' }),
  )
  const regulations = Array.from({ length: MANY }, () => story.regulation())
  for (let number = 0; number < MANY; number += 1) agency(story, number)
  const maps = createMaps(story, whole.test.settings)
  emitDivision(story, DISTRICT)
  for (let number = 0; number < MANY; number += 1) await maps.emit(DISTRICT, {})
  const bills = Array.from({ length: MANY + 2 }, () => story.bill())
  const rich = bills[0]!
  story.match('Person 0', ann!)
  for (let number = 1; number < MANY; number += 1) story.match(`Person ${number}`, people[number]!)
  story.sponsors(
    rich,
    people.map((_, number) => `Person ${number}`),
  )
  story.texts(
    rich,
    'version',
    people.map((_, number) => `Print ${number}`),
  )
  for (const [number, bill] of bills.entries()) {
    if (bill !== rich) story.sponsors(bill, ['Person 0'])
    refer(story, rich, number % MANY)
    if (bill !== rich) refer(story, bill, 0)
  }
  const votes = Array.from({ length: MANY }, () => story.vote(rich, [['Person 0', 'yes']]))
  let clock = 0

  async function project(): Promise<void> {
    await whole.projected.apply(story.take())
    await whole.projected.setWatermark(story.later)
  }
  await project()

  const tenant = await createTenant(whole, 'crowded', rich.id)
  const call = async (method: 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tenant.token}` }
    const answer = await whole.api.get(url, {
      method,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`)
    return answer.body === '' ? undefined : answer.json()
  }
  const followed: number[] = []
  const endpoints: number[] = []

  const changes: (() => Promise<void> | void)[] = [
    () => story.update(rich, { title: `An act relating to ${word(clock)}` }),
    () => void refer(story, rich, clock % MANY),
    () => void story.vote(rich, [['Person 0', 'no']]),
    () => void story.bill(),
    () =>
      story.sponsors(
        rich,
        people.slice(clock % 3).map((_, number) => `Person ${number}`),
      ),
    () =>
      story.texts(
        rich,
        'version',
        people.slice(clock % 4).map((_, number) => `Print ${number}`),
      ),
    () => void story.person(`Newcomer ${word(clock)}`),
    () => void story.committee(`Committee of ${word(MANY + clock)}`),
    () => void story.regulation(),
    () => void story.session(`30${10 + clock}`),
    () => agency(story, MANY + clock),
    async () => void (await maps.emit(DISTRICT, {})),
    () => remove(story, bills.splice(3, bills.length > 15 ? 1 : 0)[0]),
    () => removeVote(story, rich, votes.splice(2, votes.length > 15 ? 1 : 0)[0]),
    () => gone(story, 'regulation.removed', regulations.splice(2, regulations.length > 15 ? 1 : 0)[0]),
    () => gone(story, 'committee.removed', committees.splice(5, committees.length > 15 ? 1 : 0)[0]),
    () => call('POST', '/v1/tokens', { scopes: ['read'] }),
    async () => {
      const bill = bills[1 + (clock % (bills.length - 1))]!
      followed.push((await call('POST', '/v1/follows', { bill_id: bill.id })).id)
    },
    async () => {
      // Nothing listens there, and nothing is owed to it.
      const request = { url: `http://127.0.0.1:9099/${clock}`, events: ['*'], filter: { bill_ids: [1] } }
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
    async () => void (await whole.service.fanOut([actionOf(1_000 + clock, { bill_id: 101 })])),
  ]
  const ids: Readonly<Record<string, string>> = {
    bills: String(rich.id),
    legislators: String(ann!.id),
    committees: String(committees[0]!.id),
    jurisdictions: String(place.id),
  }
  return {
    whole,
    token: tenant.token,
    idIn(path) {
      const name = path.split('/')[2]!
      const own = tenant.ids[`${name}/:id`] ?? tenant.ids[`${name}/:key`] ?? ids[name]
      if (own === undefined)
        throw new Error(`${path}: whose id? Say so in test/support/service/crowded-world.ts`)
      return own
    },
    async change() {
      for (let count = 0; count < 3; count += 1) {
        clock += 1
        await changes[clock % changes.length]!()
      }
      await project()
    },
  }
}

const DISTRICT = `${US}/state:wa/sldl:1`
const WORDS = ['Fish', 'Roads', 'Water', 'Schools', 'Ports', 'Forests', 'Health', 'Labor']
const word = (number: number): string =>
  `${WORDS[number % WORDS.length]} ${Math.floor(number / WORDS.length)}`

function refer(story: EventBuilder, bill: BuiltBill, number: number): string {
  return story.action(bill, {
    date: '2026-01-13',
    description: `Referred to Committee of ${word(number)}`,
    classification: ['referral-committee'],
  })
}

function remove(story: EventBuilder, bill: BuiltBill | undefined): void {
  if (bill !== undefined)
    story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
}

function removeVote(story: EventBuilder, bill: BuiltBill, vote: Named | undefined): void {
  if (vote !== undefined)
    story.emit('vote.removed', { ...idsOf(vote), bill: contextOf(bill), reason: 'gone' })
}

function gone(
  story: EventBuilder,
  type: 'regulation.removed' | 'committee.removed',
  named: Named | undefined,
): void {
  if (named !== undefined) story.emit(type, { ...idsOf(named), reason: 'gone' })
}

function agency(story: EventBuilder, number: number): void {
  story.emit('organization.observed', {
    ...story.mint('ocd-organization'),
    organization: {
      jurisdiction: 'ocd-division/country:us',
      name: `Agency of ${word(number)}`,
      classification: 'agency',
      parent_name: null,
      links: [],
      sources: [],
    },
  })
}
