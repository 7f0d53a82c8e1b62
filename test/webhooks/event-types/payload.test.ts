import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { EventMeta } from '../../../schemas/log/event.ts'
import type { EventBodyOf } from '../../../schemas/log/event-schemas.ts'
import { bodySchema } from '../../../webhooks/event-types/body-schema.ts'
import { webhookCatalog } from '../../../webhooks/event-types/catalog.ts'
import type { WebhookEventType } from '../../../webhooks/event-types/event-types.ts'
import { bodyOf, dataOf, type SendableEvent } from '../../../webhooks/event-types/payload.ts'

const meta: EventMeta = {
  id: 'e1',
  source: 'test',
  subject: 'ocd-bill/7',
  time: '2026-02-01T00:00:00Z',
  schema_version: 1,
  recorded_at: '2026-02-01T00:00:00.000001Z',
  sequence: 1,
  run: 'r',
  backfill: false,
}
const bill = {
  id: 7,
  ocd_id: 'ocd-bill/7',
  identifier: 'HB 7',
  jurisdiction: 'ocd-division/country:us/state:wa',
  session: '2026',
  subjects: ['Education'],
}
const ids = { id: 7, ocd_id: 'ocd-bill/7', bill }

const bodies: { [T in WebhookEventType]: EventBodyOf<T> } = {
  'bill.introduced': {
    ...ids,
    core: {
      jurisdiction: bill.jurisdiction,
      session: '2026',
      identifier: 'HB 7',
      chamber: 'lower',
      title: 'Señate “meals”',
      classification: ['bill'],
      subjects: ['Education'],
      abstracts: [],
      other_titles: [],
      other_identifiers: [],
      citations: [],
      introduced_on: '2026-01-12',
      sources: [],
      extras: {},
      session_known: true,
    },
  },
  'bill.action': {
    ...ids,
    action: {
      id: 'a1',
      date: '2026-01-13',
      chamber: 'lower',
      organization: null,
      description: 'Referred to Education',
      classification: ['referral-committee'],
      related_entities: [],
    },
  },
  'bill.status_changed': {
    ...ids,
    from: 'introduced',
    to: 'in_committee',
    detail: null,
    date: '2026-01-13',
    action_id: 'a1',
    progress: [],
  },
  'vote.recorded': {
    ...ids,
    id: 99,
    ocd_id: 'ocd-vote/99',
    vote: {
      jurisdiction: bill.jurisdiction,
      session: '2026',
      chamber: 'lower',
      organization: null,
      identifier: '',
      motion_text: 'Final passage',
      motion_classification: [],
      start_date: '2026-02-11',
      end_date: null,
      result: 'pass',
      counts: [
        { option: 'yes', value: 58 },
        { option: 'no', value: 38 },
        { option: 'absent', value: 1 },
        { option: 'excused', value: 1 },
      ],
      votes: [],
      sources: [],
      dedupe_key: null,
      bill_action: null,
      extras: {},
    },
  },
}

const eventOf = <T extends WebhookEventType>(type: T, change: object = {}) =>
  ({ type, meta, body: { ...bodies[type], ...change }, seq: 1n, key: 'k' }) as unknown as SendableEvent

describe('the webhook payload', () => {
  it.each(Object.keys(bodies) as WebhookEventType[])('of %s fits the schema of the catalog', (type) => {
    const data = dataOf(eventOf(type))
    const body = JSON.parse(bodyOf(12, type, data!).toString('utf8'))
    const ajv = new Ajv2020()
    expect(ajv.validate(bodySchema(type, webhookCatalog[type].data), body), ajv.errorsText()).toBe(true)
    expect(Object.keys(body)).toEqual(['id', 'event', 'data'])
    expect(body).toMatchObject({ id: 12, event: type, data: { bill_id: 7, identifier: 'HB 7' } })
  })

  it('of bill.action has the three fields of the specification', () => {
    expect(dataOf(eventOf('bill.action'))).toMatchObject({
      bill_id: 7,
      identifier: 'HB 7',
      description: 'Referred to Education',
    })
  })

  it('is empty if a status change only corrected its history', () => {
    expect(dataOf(eventOf('bill.status_changed', { from: 'in_committee' }))).toBeUndefined()
  })

  it('counts a vote as the source did, and leaves the counts empty if the source gave none', () => {
    expect(dataOf(eventOf('vote.recorded'))).toMatchObject({ yes: 58, no: 38, other: 2, vote_id: 99 })
    const vote = { ...bodies['vote.recorded'].vote, counts: [] }
    expect(dataOf(eventOf('vote.recorded', { vote }))).toMatchObject({ yes: null, no: null, other: null })
  })

  it('names no bill if a vote is not about a bill', () => {
    const nothing = { ...bill, id: null, ocd_id: null, identifier: null, subjects: null }
    expect(dataOf(eventOf('vote.recorded', { bill: nothing }))).toMatchObject({
      bill_id: null,
      identifier: null,
    })
  })
})
