import { hash } from 'node:crypto'
import { tallyOf } from '../../schemas/event-bodies/tally.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'

/** The events that a digest reports. */
export const reportedTypes = [
  'bill.introduced',
  'bill.action',
  'bill.action_corrected',
  'bill.action_removed',
  'bill.status_changed',
  'bill.sponsors_changed',
  'bill.versions_changed',
  'bill.merged',
  'bill.removed',
  'vote.recorded',
  'vote.corrected',
  'vote.removed',
] as const satisfies readonly EventType[]
export type ReportedType = (typeof reportedTypes)[number]

const reported: ReadonlySet<string> = new Set(reportedTypes)
export const isReported = (type: string): type is ReportedType => reported.has(type)

/** What an event says, as far as a digest shows it. `thing` names what it is about within its bill. */
export type ChangeContent =
  | {
      readonly kind: 'introduced'
      readonly thing: 'bill'
      readonly title: string
      readonly date: string | null
    }
  | {
      readonly kind: 'action' | 'action_corrected'
      readonly thing: `action ${string}`
      readonly date: string
      readonly who: string | null
      readonly description: string
    }
  | { readonly kind: 'action_removed'; readonly thing: `action ${string}` }
  | {
      readonly kind: 'status'
      readonly thing: 'status'
      readonly from: string | null
      readonly to: string
      readonly date: string | null
    }
  | { readonly kind: 'sponsors'; readonly thing: 'sponsors'; readonly count: number }
  | {
      readonly kind: 'text'
      readonly thing: 'text'
      readonly note: string | null
      readonly date: string | null
    }
  | {
      readonly kind: 'vote' | 'vote_corrected'
      readonly thing: `vote ${number}`
      readonly date: string | null
      readonly who: string | null
      readonly motion: string
      readonly result: string
      readonly yes: number | null
      readonly no: number | null
    }
  | { readonly kind: 'vote_removed'; readonly thing: `vote ${number}` }
  | { readonly kind: 'merged'; readonly thing: 'bill'; readonly into_id: number }
  | { readonly kind: 'removed'; readonly thing: 'bill' }

export type ChangedBill = {
  readonly identifier: string | null
  readonly jurisdiction: string
  readonly session: string
}

/** An event of the log that is reported to whom it concerns. */
export type Change = {
  readonly ce_id: string
  readonly bill_id: number
  readonly bill: ChangedBill
  readonly content: ChangeContent
  readonly recorded_at: string
  /** The action that it is about, with a hash of what it says without its day. */
  readonly action: { readonly id: string; readonly words: string | null } | undefined
}

/** undefined: there is nothing to report, or the event is about no bill. */
export function changeOf(event: LogEvent<ReportedType>): Change | undefined {
  const { bill } = event.body
  const content = contentOf(event)
  if (content === undefined || bill.id === null) return undefined
  return {
    ce_id: event.meta.id,
    bill_id: bill.id,
    bill: { identifier: bill.identifier, jurisdiction: bill.jurisdiction, session: bill.session },
    content,
    recorded_at: event.meta.recorded_at,
    action: actionOf(event),
  }
}

function contentOf(event: LogEvent<ReportedType>): ChangeContent | undefined {
  switch (event.type) {
    case 'bill.introduced': {
      const { title, introduced_on } = event.body.core
      return { kind: 'introduced', thing: 'bill', title, date: introduced_on }
    }
    case 'bill.action':
    case 'bill.action_corrected': {
      const { id, date, chamber, organization, description } = event.body.action
      const kind = event.type === 'bill.action' ? 'action' : 'action_corrected'
      return { kind, thing: `action ${id}`, date, who: organization ?? chamber, description }
    }
    case 'bill.action_removed':
      return { kind: 'action_removed', thing: `action ${event.body.action_id}` }
    case 'bill.status_changed': {
      const { from, to, date } = event.body
      // They are equal if only details or the history were corrected.
      return from === to ? undefined : { kind: 'status', thing: 'status', from, to, date }
    }
    case 'bill.sponsors_changed':
      return { kind: 'sponsors', thing: 'sponsors', count: event.body.sponsors.length }
    case 'bill.versions_changed': {
      const latest = event.body.versions.at(-1)
      return { kind: 'text', thing: 'text', note: latest?.note ?? null, date: latest?.date ?? null }
    }
    case 'bill.merged':
      return { kind: 'merged', thing: 'bill', into_id: event.body.into.id }
    case 'bill.removed':
      return { kind: 'removed', thing: 'bill' }
    default:
      return voteContentOf(event)
  }
}

function voteContentOf(event: LogEvent<'vote.recorded' | 'vote.corrected' | 'vote.removed'>): ChangeContent {
  const thing = `vote ${event.body.id}` as const
  if (event.type === 'vote.removed') return { kind: 'vote_removed', thing }
  const { start_date, chamber, organization, motion_text, result, counts } = event.body.vote
  const { yes, no } = tallyOf(counts)
  const kind = event.type === 'vote.recorded' ? 'vote' : 'vote_corrected'
  return { kind, thing, date: start_date, who: organization ?? chamber, motion: motion_text, result, yes, no }
}

/** Publishers move the day of an action that lies ahead, sometimes daily: its words stay the same. */
function actionOf(event: LogEvent<ReportedType>): Change['action'] {
  if (event.type === 'bill.action_removed') return { id: event.body.action_id, words: null }
  if (event.type !== 'bill.action' && event.type !== 'bill.action_corrected') return undefined
  const { id, chamber, organization, description, classification } = event.body.action
  const words = JSON.stringify([chamber, organization, description, classification])
  return { id, words: hash('sha256', words, 'hex') }
}
