import { describe, expect, it } from 'vitest'
import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import {
  type MatchableEvent,
  type MatchContext,
  matchesSubscription,
  type Subscription,
} from '../../../webhooks/matching/matching.ts'

const wa = 'ocd-division/country:us/state:wa'
const PARTITION = partitionKey({ topic: 'legislog.bills.v1', partition: 3 })

const action: MatchableEvent = {
  type: 'bill.action',
  partition_key: PARTITION,
  offset: 100n,
  bill_id: 7,
  jurisdiction: wa,
  subjects: ['Education', 'Taxes'],
  text: 'Education Taxes',
}
const subscription: Subscription = { endpoint_id: 1, account_id: 9, events: ['*'], filter: {}, start: {} }
const nobody: MatchContext['follows'] = () => false

const isOwedWith = (change: Partial<Subscription>, subject: Partial<MatchableEvent> = {}, follows = nobody) =>
  matchesSubscription(
    { ...action, ...subject },
    { ...subscription, ...change },
    { follows, isAboutTopic: () => false },
  )

describe('the matching of events', () => {
  it('accepts every event if no filter is set', () => {
    expect(isOwedWith({})).toBe(true)
    expect(isOwedWith({}, { bill_id: null, subjects: null })).toBe(true)
  })

  it('accepts the events that are named, or all for *', () => {
    expect(isOwedWith({ events: ['bill.action'] })).toBe(true)
    expect(isOwedWith({ events: ['vote.recorded', 'bill.introduced'] })).toBe(false)
  })

  it('joins the parts of a filter with AND, and the values of one part with OR', () => {
    expect(isOwedWith({ filter: { bill_ids: [6, 7] } })).toBe(true)
    expect(isOwedWith({ filter: { bill_ids: [6] } })).toBe(false)
    expect(isOwedWith({ filter: { jurisdictions: [wa], subjects: ['taxes'] } })).toBe(true)
    expect(isOwedWith({ filter: { jurisdictions: ['ocd-division/country:us'], subjects: ['taxes'] } })).toBe(
      false,
    )
    expect(isOwedWith({ filter: { jurisdictions: [wa], subjects: ['Health'] } })).toBe(false)
  })

  it('accepts bills that this account follows, but not those of others', () => {
    const follows = (accountId: number, billId: number) => accountId === 9 && billId === 7
    expect(isOwedWith({ filter: { followed: true } }, {}, follows)).toBe(true)
    expect(isOwedWith({ filter: { followed: true } }, { bill_id: 8 }, follows)).toBe(false)
    expect(isOwedWith({ filter: { followed: true }, account_id: 10 }, {}, follows)).toBe(false)
  })

  it('finds a new bill by its place or subject, since no account can follow it yet', () => {
    const introduced = { type: 'bill.introduced' } as const
    expect(isOwedWith({ filter: { followed: true, jurisdictions: [wa] } }, introduced)).toBe(true)
    expect(isOwedWith({ filter: { followed: true, subjects: ['Health'] } }, introduced)).toBe(false)
    expect(isOwedWith({ filter: { followed: true } }, introduced)).toBe(false)
  })

  it('accepts no vote by a filter of subjects or bills if the vote is seen before its bill', () => {
    const early = { type: 'vote.recorded', bill_id: null, subjects: null } as const
    expect(isOwedWith({ filter: { subjects: ['Education'] } }, early)).toBe(false)
    expect(isOwedWith({ filter: { bill_ids: [7] } }, early)).toBe(false)
    expect(isOwedWith({ filter: { jurisdictions: [wa] } }, early)).toBe(true)
  })

  it('gives a new endpoint only events that were written after its creation', () => {
    expect(isOwedWith({ start: { [PARTITION]: 100 } })).toBe(true)
    expect(isOwedWith({ start: { [PARTITION]: 101 } })).toBe(false)
    expect(isOwedWith({ start: { [partitionKey({ topic: 'legislog.votes.v1', partition: 3 })]: 500 } })).toBe(
      true,
    )
  })
})
