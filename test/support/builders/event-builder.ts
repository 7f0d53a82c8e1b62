import type { Action, BillCore, Progress } from '../../../schemas/event-bodies/bill.ts'
import type { Committee, Role } from '../../../schemas/event-bodies/reference.ts'
import type { CommentPeriod, Regulation } from '../../../schemas/event-bodies/regulation.ts'
import type { MemberVote, RollCall } from '../../../schemas/event-bodies/vote.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { catalog, type EventType } from '../../../schemas/log/event-catalog.ts'
import type { EventBodyOf } from '../../../schemas/log/event-schemas.ts'
import { packSeq } from '../../../schemas/log/position.ts'
import {
  billCore,
  noBill,
  person,
  rollCall,
  someCommittee,
  someRegulation,
  sponsorsOf,
  stamp,
  textsOf,
  WA,
  washington,
} from './event-parts.ts'

const uuid = (id: number) => `00000000-0000-5000-8000-${String(id).padStart(12, '0')}`

export type Named = { readonly id: number; readonly ocd_id: string }
export type BuiltBill = Named & {
  readonly identifier: string
  readonly jurisdiction: string
  readonly session: string
  readonly subjects: string[]
}

/**
 * Builds events as ingest and relay would: ids from one counter, sequences that grow by one per entity, and stamps a
 * second apart. `take` returns the events since the last call.
 */
export class EventBuilder {
  #lastId = 0
  #offset = 0n
  #at = Date.parse('2026-01-01T00:00:00Z')
  readonly #sequences = new Map<number, number>()
  #events: LogEvent[] = []
  readonly #step_ms: number

  /** `step_ms`: time between two events. */
  constructor(step_ms = 1_000) {
    this.#step_ms = step_ms
  }

  take(): LogEvent[] {
    return this.#events.splice(0)
  }

  /** The stamp of the last event. */
  get at(): string {
    return stamp(this.#at)
  }

  /** A stamp above all so far. */
  get later(): string {
    return stamp(this.#at + 500)
  }

  mint(prefix: string): Named {
    this.#lastId += 1
    return { id: this.#lastId, ocd_id: `${prefix}/${uuid(this.#lastId)}` }
  }

  /** Gives the next events the same stamp, as in a batch of the relay. */
  emit<T extends EventType>(type: T, body: EventBodyOf<T>, options: { same_moment?: boolean } = {}): void {
    const { id, ocd_id } = body as Named
    const sequence = (this.#sequences.get(id) ?? 0) + 1
    this.#sequences.set(id, sequence)
    this.#offset += 1n
    if (options.same_moment !== true) this.#at += this.#step_ms
    this.#events.push({
      type,
      body,
      key: ocd_id,
      seq: packSeq({ topic: catalog[type].topic, partition: 0, offset: this.#offset }),
      meta: {
        id: `${ocd_id}:${sequence}`,
        source: 'test',
        subject: ocd_id,
        time: stamp(this.#at),
        schema_version: catalog[type].version,
        recorded_at: stamp(this.#at),
        sequence,
        run: 'test',
        backfill: false,
      },
    } as unknown as LogEvent)
  }

  bill(core: Partial<BillCore> = {}): BuiltBill {
    const named = this.mint('ocd-bill')
    const whole = billCore({
      identifier: `HB ${named.id}`,
      title: `An act relating to item ${named.id}`,
      ...core,
    })
    const bill = { ...named, ...whole }
    this.emit('bill.introduced', { ...named, bill: contextOf(bill), core: whole })
    return bill
  }

  update(bill: BuiltBill, core: Partial<BillCore>): void {
    const { jurisdiction, session, identifier, subjects } = bill
    const whole = billCore({ jurisdiction, session, identifier, subjects, ...core })
    this.emit('bill.updated', { ...idsOf(bill), bill: contextOf(bill), core: whole })
  }

  action(bill: BuiltBill, action: Partial<Action> & { date: string; description: string }): string {
    const id = action.id ?? `act-${bill.id}-${this.#offset}`
    this.emit('bill.action', {
      ...idsOf(bill),
      bill: contextOf(bill),
      action: {
        id,
        chamber: 'lower',
        organization: null,
        classification: [],
        related_entities: [],
        ...action,
      },
    })
    return id
  }

  status(bill: BuiltBill, to: Progress['status'], date: string): void {
    const step = { status: to, detail: null, date, action_id: null }
    this.emit('bill.status_changed', {
      ...idsOf(bill),
      bill: contextOf(bill),
      from: null,
      to,
      detail: null,
      date,
      action_id: null,
      progress: [step],
    })
  }

  sponsors(bill: BuiltBill, names: readonly string[]): void {
    this.emit('bill.sponsors_changed', {
      ...idsOf(bill),
      bill: contextOf(bill),
      sponsors: sponsorsOf(bill.id, names),
    })
  }

  texts(bill: BuiltBill, kind: 'version' | 'document', notes: readonly string[]): void {
    const list = textsOf(bill.id, kind, notes)
    const head = { ...idsOf(bill), bill: contextOf(bill) }
    if (kind === 'version') this.emit('bill.versions_changed', { ...head, versions: list })
    else this.emit('bill.documents_changed', { ...head, documents: list })
  }

  vote(
    bill: BuiltBill | null,
    votes: readonly (readonly [string, MemberVote['option']])[],
    roll: Partial<RollCall> = {},
  ): Named {
    const named = this.mint('ocd-vote')
    const context = bill === null ? { ...noBill, jurisdiction: WA, session: '2025-2026' } : contextOf(bill)
    this.emit('vote.recorded', { ...named, bill: context, vote: rollCall(votes, roll) })
    return named
  }

  person(name: string, role: Partial<Role> | null = {}, party = 'Democratic'): Named {
    const named = this.mint('ocd-person')
    this.emit('person.observed', { ...named, person: person(name, role, party) })
    return named
  }

  match(printedName: string, to: Named | null, chamber: 'upper' | 'lower' | null = 'lower'): void {
    this.emit('name.matched', {
      ...this.mint('ocd-name'),
      match: {
        jurisdiction: WA,
        session: '2025-2026',
        chamber,
        printed_name: printedName,
        person: to === null ? null : idsOf(to),
        candidates: to === null ? 0 : 1,
      },
    })
  }

  committee(name: string, committee: Partial<Committee> = {}): Named {
    const named = this.mint('ocd-organization')
    this.emit('committee.observed', {
      ...named,
      committee: { ...someCommittee, name, ...committee },
    })
    return named
  }

  jurisdiction(): Named {
    const named = { id: this.mint('ocd-division').id, ocd_id: WA }
    this.emit('jurisdiction.observed', {
      ...named,
      jurisdiction: washington,
    })
    return named
  }

  session(identifier: string): Named {
    const named = this.mint('ocd-session')
    const session = { jurisdiction: WA, identifier, name: `${identifier} Regular`, classification: 'primary' }
    this.emit('session.observed', {
      ...named,
      session: { ...session, start_date: '2025-01-13', end_date: '2025-04-27', active: true },
    })
    return named
  }

  regulation(regulation: Partial<Regulation> = {}, comments?: CommentPeriod): Named {
    const named = this.mint('ocd-regulation')
    this.emit('regulation.published', {
      ...named,
      regulation: { ...someRegulation, document_number: `2026-0000${named.id}`, ...regulation },
    })
    if (comments !== undefined) {
      this.emit('regulation.comment_period_changed', { ...named, comment_period: comments })
    }
    return named
  }
}

export const idsOf = ({ id, ocd_id }: Named): Named => ({ id, ocd_id })
export const contextOf = ({ id, ocd_id, identifier, jurisdiction, session, subjects }: BuiltBill) => ({
  id,
  ocd_id,
  identifier,
  jurisdiction,
  session,
  subjects,
})
