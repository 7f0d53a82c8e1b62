import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts'
import type { EventType } from '../../schemas/log/event-catalog.ts'
import { Random } from '../draw/random.ts'
import { type BillHead, type BillHeads, streams } from '../plan/bill-head.ts'
import type { BillIndex } from '../plan/bill-index.ts'
import { LAST_AT, type Plan } from '../plan/plan.ts'
import type { Member } from '../plan/roster.ts'
import type { Samplers } from '../profile/samplers.ts'
import { actionOf, type PlannedAction, planActions } from './bill-actions.ts'
import { coreOf, dayOf, itemOf, itemsOf, relatedOf, sponsorsOf, subjectsOf } from './bill-parts.ts'
import type { Emit } from './emit.ts'
import type { ActorsByPlace } from './place-actors.ts'
import type { RollCalls } from './roll-calls.ts'

/** Shares that no snapshot shows: bills that were removed or merged, and roll calls that were corrected or removed. */
const REMOVED = 0.001
const MERGED = 0.001
const VOTE_CORRECTED = 0.01
const VOTE_REMOVED = 0.002

/** Generates bills, each from its first event to its last, in order of time. */
export class BillGenerator {
  readonly #plan: Plan
  readonly #samplers: Samplers
  readonly #heads: BillHeads
  readonly #index: BillIndex
  readonly #emit: Emit
  readonly #actors: ActorsByPlace

  constructor(
    parts: { plan: Plan; samplers: Samplers; heads: BillHeads; actors: ActorsByPlace; index: BillIndex },
    emit: Emit,
  ) {
    const { plan, samplers, heads, actors: scenes, index } = parts
    this.#plan = plan
    this.#actors = scenes
    this.#samplers = samplers
    this.#heads = heads
    this.#index = index
    this.#emit = emit
  }

  generate(index: number): void {
    const head = this.#heads.of(index)
    const random = new Random(this.#plan.seed, index, streams.body)
    const { roster, rolls, actions: countOf } = this.#actors.of(head.session)
    const samplers = this.#samplers
    const subjects = subjectsOf(samplers, random)
    const { actions, without_action } = planActions(samplers, random, head, countOf(random))
    const context = contextOf(head, subjects)
    const bill = new BillEvents(this.#emit, head, context)
    bill.emit('bill.introduced', head.introduced_at, `"core":${coreOf(samplers, random, head, subjects)}`)
    for (const status of without_action) bill.reach(status, head.introduced_at, null)
    this.#sayLists(bill, random, head, roster)
    const revisions = head.session.is_newest ? this.#planRevisions(bill, random, head, actions, subjects) : []
    for (const [position, action] of actions.entries()) {
      bill.emit('bill.action', action.at, `"action":${action.json}`)
      for (const status of action.reached) bill.reach(status, action.at, action)
      for (const revision of revisions) if (revision.after === position) revision.emit(action.at + MINUTE_MS)
    }
    this.#emitEnd(bill, random, head)
    this.#emitVotes(random, head, context, rolls, actions)
  }

  #sayLists(bill: BillEvents, random: Random, head: BillHead, roster: readonly Member[]): void {
    const samplers = this.#samplers
    const at = head.introduced_at + 5_000
    const sponsors = sponsorsOf(samplers, random, roster)
    if (sponsors !== '[]') bill.emit('bill.sponsors_changed', at, `"sponsors":${sponsors}`)
    bill.versions = itemsOf(samplers, samplers.versions, random, at, true)
    if (bill.versions.length > 0) bill.emit('bill.versions_changed', at, bill.list('versions'))
    bill.documents = itemsOf(samplers, samplers.documents, random, at, false)
    if (bill.documents.length > 0) bill.emit('bill.documents_changed', at, bill.list('documents'))
    const related = relatedOf(samplers, random, head)
    if (related !== '[]') bill.emit('bill.related_changed', at, `"related_bills":${related}`)
  }

  /** The repeated parts of a bill that is followed while it moves, and the action after which each comes. */
  #planRevisions(
    bill: BillEvents,
    random: Random,
    head: BillHead,
    actions: readonly PlannedAction[],
    subjects: string,
  ): { after: number; emit: (at: number) => void }[] {
    if (actions.length < 2) return []
    const samplers = this.#samplers
    const { revisions } = samplers
    const planned: { after: number; emit: (at: number) => void }[] = []
    const plan = (each: number, emit: (at: number, after: number) => void) => {
      for (let left = timesFor(random, each); left > 0; left--) {
        const after = 1 + random.below(actions.length - 1)
        planned.push({ after, emit: (at) => emit(at, after) })
      }
    }
    plan(revisions.core, (at) =>
      bill.emit('bill.updated', at, `"core":${coreOf(samplers, random, head, subjects)}`),
    )
    plan(revisions.versions, (at) => {
      bill.versions.push(itemOf(samplers, samplers.versions, random, at, true))
      bill.emit('bill.versions_changed', at, bill.list('versions'))
    })
    plan(revisions.documents, (at) => {
      bill.documents.push(itemOf(samplers, samplers.documents, random, at, false))
      bill.emit('bill.documents_changed', at, bill.list('documents'))
    })
    const gone = new Set<number>()
    plan(revisions.action_corrected, (at, after) => {
      if (gone.has(after)) return
      const { id, at: on, reached } = actions[after]!
      bill.emit('bill.action_corrected', at, `"action":${actionOf(samplers, random, head, id, on, reached)}`)
    })
    plan(revisions.action_removed, (at, after) => {
      if (actions[after]!.reached.length > 0 || gone.has(after)) return
      gone.add(after)
      bill.emit('bill.action_removed', at + 1, `"action_id":"${actions[after]!.id}"`)
    })
    return planned
  }

  #emitVotes(
    random: Random,
    head: BillHead,
    context: string,
    rolls: RollCalls,
    actions: readonly PlannedAction[],
  ): void {
    const first = this.#index.votes_before[head.index]!
    const count = this.#index.votes_before[head.index + 1]! - first
    for (let number = 0; number < count; number++) {
      const action = actions[Math.floor(((number + 1) * actions.length) / (count + 1))]
      const at = (action?.at ?? head.introduced_at) + 1_000
      const id = this.#plan.first_id.votes + first + number
      const subject = `ocd-vote/${random.uuid()}`
      const emit = (type: EventType, sequence: number, time: number, part: string) =>
        this.#emit({
          at: time,
          type,
          sequence,
          id,
          subject,
          key: head.ocd_id,
          body: `{"id":${id},"ocd_id":"${subject}","bill":${context},${part}}`,
        })
      let sequence = 1
      emit('vote.recorded', sequence, at, `"vote":${rolls.jsonOf(random, head, number, at)}`)
      if (random.chance(VOTE_CORRECTED)) {
        emit('vote.corrected', ++sequence, at + HOUR_MS, `"vote":${rolls.jsonOf(random, head, number, at)}`)
      }
      if (random.chance(VOTE_REMOVED))
        emit('vote.removed', ++sequence, at + 2 * HOUR_MS, '"reason":"withdrawn by the source"')
    }
  }

  #emitEnd(bill: BillEvents, random: Random, { index, session }: BillHead): void {
    const at = Math.min(bill.last_at + DAY_MS, LAST_AT)
    if (index > session.first_bill && random.chance(MERGED)) {
      const into = this.#heads.of(index - 1)
      bill.emit('bill.merged', at, `"into":{"id":${into.id},"ocd_id":"${into.ocd_id}"}`)
    } else if (random.chance(REMOVED)) bill.emit('bill.removed', at, '"reason":"withdrawn by the source"')
  }
}

/** The events of one bill, numbered, none before the last. */
class BillEvents {
  readonly #emit: Emit
  readonly #head: BillHead
  readonly #start: string
  readonly #progress: string[] = []
  #status: string | null = null
  #sequence = 0
  last_at = 0
  versions: string[] = []
  documents: string[] = []

  constructor(emit: Emit, head: BillHead, context: string) {
    this.#emit = emit
    this.#head = head
    this.#start = `{"id":${head.id},"ocd_id":"${head.ocd_id}","bill":${context},`
  }

  emit(type: EventType, at: number, part: string): void {
    this.last_at = Math.max(this.last_at, at)
    this.#emit({
      at: this.last_at,
      type,
      sequence: ++this.#sequence,
      id: this.#head.id,
      subject: this.#head.ocd_id,
      key: this.#head.ocd_id,
      body: `${this.#start}${part}}`,
    })
  }

  reach(status: string, at: number, action: PlannedAction | null): void {
    const date = action === null ? 'null' : `"${dayOf(action.at)}"`
    const actionId = action === null ? 'null' : `"${action.id}"`
    this.#progress.push(`{"status":"${status}","detail":null,"date":${date},"action_id":${actionId}}`)
    const from = this.#status === null ? 'null' : `"${this.#status}"`
    this.#status = status
    this.emit(
      'bill.status_changed',
      at,
      `"from":${from},"to":"${status}","detail":null,"date":${date},"action_id":${actionId},"progress":[${this.#progress.join(',')}]`,
    )
  }

  list(name: 'versions' | 'documents'): string {
    return `"${name}":[${this[name].join(',')}]`
  }
}

function contextOf({ id, ocd_id, identifier, session }: BillHead, subjects: string): string {
  return `{"id":${id},"ocd_id":"${ocd_id}","identifier":"${identifier}","jurisdiction":"${session.place.jurisdiction.division_id}","session":"${session.identifier}","subjects":${subjects}}`
}

/** Draws a count with this average. */
function timesFor(random: Random, average: number): number {
  const whole = Math.floor(average)
  return whole + (random.chance(average - whole) ? 1 : 0)
}
