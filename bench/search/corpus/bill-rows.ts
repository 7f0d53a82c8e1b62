import { createHash } from 'node:crypto'
import { Random } from '../../../corpus/draw/random.ts'
import { actionOf } from '../../../corpus/events/bill-actions.ts'
import { coreOf, dayOf, itemOf, subjectsOf } from '../../../corpus/events/bill-parts.ts'
import { ActorsByPlace } from '../../../corpus/events/place-actors.ts'
import { type BillHead, BillHeads, streams } from '../../../corpus/plan/bill-head.ts'
import { LAST_AT, type Plan } from '../../../corpus/plan/plan.ts'
import type { CorpusProfile } from '../../../corpus/profile/profile.ts'
import { createSamplers, type Samplers } from '../../../corpus/profile/samplers.ts'
import { type TableRows, WorkingSet } from '../../../projections/fold/working-set.ts'
import { billVersions } from '../../../projections/projectors/bill-versions.ts'
import { bills } from '../../../projections/projectors/bills.ts'
import { entities } from '../../../projections/projectors/entities.ts'
import type { Projector } from '../../../projections/read-model/projector.ts'
import { DAY_MS } from '../../../runtime/durations.ts'
import type { Version } from '../../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import type { EventType } from '../../../schemas/log/event-catalog.ts'
import { packSeq } from '../../../schemas/log/position.ts'
import { DrawnTexts, type SectionSample } from './drawn-texts.ts'

/** One bill of so many has a text. */
const BILLS_A_TEXT = 20
const TEXT_STREAM = 4
const EVENTS_A_BILL = 10n

const projectors = [entities, bills, billVersions] as unknown as readonly Projector[]

export type DrawnBill = { readonly rows: readonly TableRows[]; readonly text: string | undefined }

/**
 * Makes the rows of generated bills with the projectors, without a log. Of the events of a bill there are those that decide
 * what a search reads: its core, its last status, its last action, and its version with a text.
 */
export class BillRows {
  readonly #plan: Plan
  readonly #samplers: Samplers
  readonly #heads: BillHeads
  readonly #actors: ActorsByPlace
  readonly #texts: DrawnTexts

  constructor(parts: {
    readonly plan: Plan
    readonly corpus: CorpusProfile
    readonly sections: readonly SectionSample[]
  }) {
    const { plan, corpus, sections } = parts
    this.#plan = plan
    this.#samplers = createSamplers(corpus)
    this.#actors = new ActorsByPlace(plan, this.#samplers)
    this.#heads = new BillHeads(plan, corpus)
    this.#texts = new DrawnTexts(sections)
  }

  of(index: number): DrawnBill {
    const head = this.#heads.of(index)
    const samplers = this.#samplers
    const random = new Random(this.#plan.seed, index, streams.body)
    const actions = this.#actors.of(head.session).actions(random)
    const statuses = samplers.wayOf(actions)(random).split(',')
    const bill = new Bill(head)
    const core = JSON.parse(coreOf(samplers, random, head, subjectsOf(samplers, random)))
    bill.apply('bill.introduced', head.introduced_at, { core })
    const at = Math.min(head.introduced_at + random.below(300 * DAY_MS), LAST_AT - DAY_MS)
    const status = { to: statuses.at(-1), detail: null, date: dayOf(at), action_id: null, progress: [] }
    bill.apply('bill.status_changed', at, { from: null, ...status })
    if (actions > 0) {
      const action = actionOf(samplers, random, head, random.uuid(), at, statuses.slice(-1))
      bill.apply('bill.action', at, { action: JSON.parse(action) })
    }
    if (index % BILLS_A_TEXT !== 0) return { rows: bill.rows.changes(), text: undefined }
    const text = this.#texts.draw(new Random(this.#plan.seed, index, TEXT_STREAM), core.title)
    const version = JSON.parse(itemOf(samplers, samplers.versions, random, at, false)) as Version
    bill.apply('bill.versions_changed', at, { versions: [withText(version, text)] })
    return { rows: bill.rows.changes(), text }
  }
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

function withText(version: Version, text: string): Version {
  const bytes = Buffer.byteLength(text)
  const url = `https://legislature.example/texts/${version.id}`
  const extracted = { sha256: sha256Of(text), bytes, characters: text.length }
  return { ...version, text: { sha256: sha256Of(url), bytes, media_type: 'text/html', url, extracted } }
}

/** The rows of one bill while its events are applied. */
class Bill {
  readonly rows = new WorkingSet()
  readonly #head: BillHead
  #sequence = 0

  constructor(head: BillHead) {
    this.#head = head
  }

  apply(type: EventType, at: number, part: object): void {
    const { id, ocd_id, identifier, session, index } = this.#head
    const place = { jurisdiction: session.place.jurisdiction.division_id, session: session.identifier }
    const time = new Date(at).toISOString()
    const offset = BigInt(index) * EVENTS_A_BILL + BigInt(++this.#sequence)
    const event = {
      type,
      body: { id, ocd_id, bill: { id, ocd_id, identifier, ...place, subjects: [] }, ...part },
      key: ocd_id,
      seq: packSeq({ topic: 'legislog.bills.v1', partition: 0, offset }),
      meta: {
        id: '',
        source: 'bench',
        subject: ocd_id,
        time,
        schema_version: 1,
        recorded_at: time.replace('Z', '000Z'),
        sequence: this.#sequence,
        run: '',
        backfill: true,
      },
    } as unknown as LogEvent
    for (const projector of projectors) {
      if (projector.events.includes(type)) this.rows.apply(projector.evolve(this.rows, event))
    }
  }
}
