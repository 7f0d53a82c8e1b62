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

/** The entity that it was merged into. */
export type LoggedMerge = {
  readonly loser_id: number
  readonly winner_ocd_id: string
  readonly reason: string
  readonly at: string
}

export type ReportingSource = { readonly observed_at: string; readonly jurisdiction: string }

/** An entity as the log describes it, up to the last event. */
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
  /** Former merge winners from which it was split. */
  kept_separate_from: string[]
  deadline: Deadline | null
  /** Sources that have reported it, with the latest observation time and the place. */
  reporting_sources: Map<string, ReportingSource>
  /** Stamp of its first emission, which its events share. */
  first_emitted_at: string
}

/** Folds events into ingest's knowledge of their entities, each once, in the order of their sequence. */
export class LoggedEntities {
  readonly all = new Map<string, LoggedEntity>()
  /** Only the sequence counts for events that could not be read. */
  readonly unreadable: { readonly ocd_id: string; readonly place: string; readonly error: string }[] = []

  apply(event: LogEvent): void {
    if ('bill' in event.body) this.#nameBill(event.body.bill)
    const { id, ocd_id } = event.body
    const { sequence, recorded_at } = event.meta
    const entity = this.all.get(ocd_id) ?? {
      id,
      ocd_id,
      entity_type: catalog[event.type].entity,
      kafka_key: event.key,
      sequence: 0,
      content: null,
      keys: [],
      merge: null,
      kept_separate_from: [],
      deadline: null,
      has_been_merged: false,
      reporting_sources: new Map<string, ReportingSource>(),
      first_emitted_at: recorded_at,
    }
    // This is a repeat, or an event of an abandoned state: readers have applied the first one.
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

  /** An entity with an unreadable event: its content is unknown, but the event exists. */
  skip({ topic, partition, offset, headers }: LogRecord, error: unknown): void {
    const ocdId = String(headers.ce_subject ?? '')
    const sequence = Number(headers.ce_sequence)
    this.unreadable.push({ ocd_id: ocdId, place: `${topic}:${partition} at ${offset}`, error: String(error) })
    const entity = this.all.get(ocdId)
    if (entity !== undefined && sequence > entity.sequence) entity.sequence = sequence
  }

  /** A vote may come before its bill, and it uses the bill's id. */
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
      id,
      ocd_id,
      entity_type: 'bill',
      kafka_key: ocd_id,
      sequence: 0,
      content: null,
      merge: null,
      keys: namedBillKeys(ocd_id, bill),
      kept_separate_from: [],
      has_been_merged: false,
      reporting_sources: new Map<string, ReportingSource>(),
      deadline: null,
      first_emitted_at: '',
    })
  }
}

function addKeys(entity: LoggedEntity, keys: readonly LoggedKey[]): void {
  for (const key of keys) {
    const known = entity.keys.some(({ natural_key }) => natural_key === key.natural_key)
    if (!known) entity.keys.push(key)
  }
}

/** Emitters that are not sources: timers, name matching, models, and operators. */
const NON_SOURCES: readonly string[] = [
  'operator',
  'policy',
  'comment-deadlines',
  'legislog',
  'names',
  'derive',
]

/** For `openstates-scraper/us-wa`, which sourceOf has made. */
function addReportingSource(reportingSources: Map<string, ReportingSource>, { meta }: LogEvent): void {
  const [source = '', place = ''] = meta.source.split('/')
  const jurisdiction = findJurisdiction(place.split('-').at(-1) ?? '')?.division_id
  if (jurisdiction === undefined || NON_SOURCES.includes(source)) return
  const observedAt = toInstant(meta.time)
  const before = reportingSources.get(source)
  if (before === undefined || before.observed_at < observedAt)
    reportingSources.set(source, { observed_at: observedAt, jurisdiction })
}

/** For events of some kinds, only the reason says where an entity went (merge-entities.ts, move-votes.ts). */
const GONE_INTO = /^merged into (\S+)$|^told as (\S+): (.*)$/s

function mergeIn(event: LogEvent): LoggedMerge | null {
  const { id: loser_id } = event.body
  const at = event.meta.recorded_at
  if (
    event.type === 'bill.merged' ||
    event.type === 'person.merged' ||
    event.type === 'advocacy_organization.merged'
  ) {
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
