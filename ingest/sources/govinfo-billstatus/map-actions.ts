import { toLocal } from '../../dates/local-time.ts'
import { classifyAction } from '../../legislature/action-classes/classify-action.ts'
import type { BillParts } from '../../source-interface/observation.ts'
import { congressActor } from '../congress/actors.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { oldestFirst } from '../mapping/action-order.ts'
import type { LeftOut } from '../mapping/left-out.ts'
import { type Fields, invalid, looseText, textOf } from '../records/fields.ts'
import { elementOf, itemsOf } from '../records/xml.ts'

type Action = BillParts['actions'][number]
type ReportedAction = { readonly action: Action; readonly system: string; readonly event: string }

const LIBRARY = '9'

/** Oldest first. If several source systems report one event, it is one action. */
export function mapActions(bill: Fields, leftOut: LeftOut): Action[] {
  const items = itemsOf(bill, 'actions/item').filter((item) => looseText(item, 'text') !== '')
  const reported = leftOut.items('actions', items, reportedActionOf)
  return oldestFirst(onePerEvent(reported), 'us')
}

function reportedActionOf(item: Fields): ReportedAction {
  const text = textOf(item, 'text')
  const code = looseText(item, 'actionCode')
  const source = elementOf(item, 'sourceSystem')
  const system = looseText(source, 'code') || (looseText(source, 'name') === 'Senate' ? '0' : LIBRARY)
  const committees = [...itemsOf(item, 'committees/item'), elementOf(item, 'committee')]
  const actor = congressActor(system, code, text)
  const action = {
    date: dateOf(item),
    ...actor,
    description: text,
    classification: classifyAction({
      division_id: CONGRESS.division_id,
      chamber: actor.chamber,
      description: text,
      code,
    }),
    related_entities: committees
      .map((committee) => looseText(committee, 'name'))
      .filter((name) => name !== '')
      .map((name) => ({ name, entity_type: 'organization' })),
  }
  return { action, system, event: `${action.date.slice(0, 10)} ${eventOf(text)}` }
}

/** House floor actions have a time of day, in Washington. */
function dateOf(item: Fields): string {
  const day = textOf(item, 'actionDate')
  const time = looseText(item, 'actionTime')
  const printed = time === '' ? day : `${day}T${twentyFourHours(time)}`
  const date = toLocal(printed, CONGRESS.time_zone)
  if (date === undefined) throw invalid('actionDate', printed, 'a date')
  return date
}

/** The layout before version 1 writes `07:00PM`. */
function twentyFourHours(time: string): string {
  const match = /^(\d{1,2}):(\d{2}) ?([AP])M$/iu.exec(time)
  if (match === null) return time
  const hour = (Number(match[1]) % 12) + (match[3]!.toUpperCase() === 'P' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${match[2]}`
}

/** Gives the words of an event without the Library's heading and the brackets (page numbers, roll calls). */
function eventOf(text: string): string {
  return text
    .replace(
      /^(?:passed\/agreed to in (?:house|senate)|resolving differences -- (?:house|senate) actions): ?/iu,
      '',
    )
    .replace(/\([^)]*\)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/**
 * For each event, takes the system that reports it most often (a debate is resumed twice a day), with the classes of
 * all.
 */
function onePerEvent(reported: readonly ReportedAction[]): Action[] {
  const kept = new Map<string, { readonly system: string; readonly classes: ReadonlySet<string> }>()
  for (const [event, reportingSources] of Map.groupBy(reported, (one) => one.event)) {
    const systems = [...Map.groupBy(reportingSources, (one) => one.system).entries()]
    // The Library repeats others, so it is last among equals.
    systems.sort(
      ([a, of_a], [b, of_b]) => of_b.length - of_a.length || Number(a === LIBRARY) - Number(b === LIBRARY),
    )
    const classes = new Set(reportingSources.flatMap(({ action }) => action.classification))
    kept.set(event, { system: systems[0]![0], classes })
  }
  return withoutCopies(reported.filter(({ event, system }) => kept.get(event)!.system === system)).map(
    ({ event, action }) => ({ ...action, classification: [...kept.get(event)!.classes] }),
  )
}

/**
 * Removes duplicates within one system: the Library reports an introduction under each of its codes, and the
 * House reports one vote twice (118 HR 2799: the same second, two addresses). Two entries on one day without
 * a time may be two debates.
 */
function withoutCopies(reported: readonly ReportedAction[]): ReportedAction[] {
  const seen = new Set<string>()
  return reported.filter(({ action, system, event }) => {
    const moment = action.date.length > 10 ? `${action.date} ${action.description}` : null
    const once = system === LIBRARY ? event : moment
    if (once === null) return true
    const isFirst = !seen.has(once)
    seen.add(once)
    return isFirst
  })
}
