import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { toInstant } from '../dates/instant.ts'
import { isRemoved } from '../state/stored-entities.ts'
import { loggedContent } from './logged-content.ts'
import { type Deadline, loggedDeadline } from './logged-deadline.ts'
import { type LoggedKey, loggedKeys, namedBillKeys } from './logged-keys.ts'

/** Where an entity went: it is this one from then on. */
export type LoggedMerge = {
  readonly loser_id: number
  readonly winner_ocd_id: string
  readonly reason: string
  readonly at: string
}

export type ReportingSource = { readonly observed_at: string; readonly jurisdiction: string }

/** An entity as the log has told of it, to the last event. */
export type LoggedEntity = {
  readonly id: number
  readonly ocd_id: string
  readonly entity_type: EntityType
  readonly kafka_key: string
  sequence: number
  content: object | null
  keys: LoggedKey[]
  merge: LoggedMerge | null
  has_been_merged: boolean
  /** Those that it was merged into and is not any more. */
  kept_separate_from: string[]
  deadline: Deadline | null
  /** Which sources have told of it: when what they said was so, the latest, and of which place. */
  reporting_sources: Map<string, ReportingSource>
  /** Stamp of its first telling: events of one telling share it. */
  first_emitted_at: string
}

/** Folds events into what ingest must know of their entities: each once, in the order of their sequence. */
export class LoggedEntities {
  readonly all = new Map<string, LoggedEntity>()
  /** Of events that could not be read only the sequence counts. */
  readonly unreadable: { readonly ocd_id: string; readonly place: string; readonly error: string }[] = []

  apply(event: LogEvent): void {
    if ('bill' in event.body) this.#nameBill(event.body.bill)
    const { id, ocd_id } = event.body
    const { sequence, recorded_at } = event.meta
    const entity = this.all.get(ocd_id) ?? {
      ...{ id, ocd_id, entity_type: catalog[event.type].entity, kafka_key: event.key },
      ...{ sequence: 0, content: null, keys: [], merge: null, kept_separate_from: [], deadline: null },
      ...{
        has_been_merged: false,
        reporting_sources: new Map<string, ReportingSource>(),
        first_emitted_at: recorded_at,
      },
    }
    // A repeat, or what a relay sent of a state that was given up: the first one is what readers have applied.
    if (sequence <= entity.sequence) return
    this.all.set(ocd_id, entity)
    entity.sequence = sequence
    const isNew = entity.content === null || isRemoved(entity.content)
    if (isNew) entity.first_emitted_at = recorded_at
    entity.content = loggedContent(entity.content, event, recorded_at === entity.first_emitted_at)
    addKeys(entity, loggedKeys(event))
    addReportingSource(entity.reporting_sources, event)
    if (entity.entity_type === 'regulation')
      entity.deadline = loggedDeadline(entity.deadline, event, entity.content)
    const back = isNew && entity.content !== null && !isRemoved(entity.content)
    if (back && entity.merge !== null) {
      if (entity.entity_type !== 'vote') entity.kept_separate_from.push(entity.merge.winner_ocd_id)
      entity.merge = null
    }
    entity.merge = mergeIn(event) ?? entity.merge
    entity.has_been_merged ||= entity.merge !== null
  }

  /** An event of an entity that cannot be read: what it told is unknown, that it was told is not. */
  skip({ topic, partition, offset, headers }: LogRecord, error: unknown): void {
    const ocdId = String(headers.ce_subject ?? '')
    const sequence = Number(headers.ce_sequence)
    this.unreadable.push({ ocd_id: ocdId, place: `${topic}:${partition} at ${offset}`, error: String(error) })
    const entity = this.all.get(ocdId)
    if (entity !== undefined && sequence > entity.sequence) entity.sequence = sequence
  }

  /** A vote may come before its bill: the bill's id is given away by then. */
  #nameBill(bill: {
    readonly id: number | null
    readonly ocd_id: string | null
    readonly identifier: string | null
    readonly jurisdiction: string
    readonly session: string
  }): void {
    const { id, ocd_id } = bill
    if (id === null || ocd_id === null || this.all.has(ocd_id)) return
    this.all.set(ocd_id, {
      ...{ id, ocd_id, entity_type: 'bill', kafka_key: ocd_id, sequence: 0, content: null, merge: null },
      ...{ keys: namedBillKeys(ocd_id, bill), kept_separate_from: [], has_been_merged: false },
      ...{ reporting_sources: new Map<string, ReportingSource>(), deadline: null, first_emitted_at: '' },
    })
  }
}

function addKeys(entity: LoggedEntity, keys: readonly LoggedKey[]): void {
  for (const key of keys) {
    const known = entity.keys.some(({ natural_key }) => natural_key === key.natural_key)
    if (!known) entity.keys.push(key)
  }
}

/** Who tells by a clock, by what is known, or at somebody's word is no source. */
const NON_SOURCES: readonly string[] = ['operator', 'policy', 'comment-deadlines', 'legislog', 'names']

/** Of `openstates-scraper/us-wa`, which sourceOf has made. */
function addReportingSource(reportingSources: Map<string, ReportingSource>, { meta }: LogEvent): void {
  const [source = '', place = ''] = meta.source.split('/')
  const jurisdiction = findJurisdiction(place.split('-').at(-1) ?? '')?.division_id
  if (jurisdiction === undefined || NON_SOURCES.includes(source)) return
  const observedAt = toInstant(meta.time)
  const before = reportingSources.get(source)
  if (before === undefined || before.observed_at < observedAt)
    reportingSources.set(source, { observed_at: observedAt, jurisdiction })
}

/** Events of some kinds say only by their reason where an entity went (merge-entities.ts, move-votes.ts). */
const GONE_INTO = /^merged into (\S+)$|^told as (\S+): (.*)$/s

function mergeIn(event: LogEvent): LoggedMerge | null {
  const { id: loser_id } = event.body
  const at = event.meta.recorded_at
  if (event.type === 'bill.merged' || event.type === 'person.merged') {
    return { loser_id, winner_ocd_id: event.body.into.ocd_id, reason: LOGGED_REASON, at }
  }
  if (!event.type.endsWith('.removed') || !('reason' in event.body)) return null
  const [, merged_into, emittedAs, why] = GONE_INTO.exec(event.body.reason) ?? []
  const winnerOcdId = merged_into ?? emittedAs
  return winnerOcdId === undefined
    ? null
    : { loser_id, winner_ocd_id: winnerOcdId, reason: why ?? LOGGED_REASON, at }
}

const LOGGED_REASON = 'told by the log'
