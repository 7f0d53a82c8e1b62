import type { EntityHistory } from '../../projections/entity-history.ts'
import type { Action } from '../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../schemas/log/event.ts'

type Entry = EntityHistory['entries'][number]

export type Phrased = { readonly entry: Entry; readonly phrase: string }

/** A few words for each event on what it changed. An event carries a whole part, so the change shows against the part's last value. */
export function phraseEvents(entries: readonly Entry[]): Phrased[] {
  const actions = new Map<string, string>()
  /** The last value of each part, by entity: a vote on a bill is a separate entity. */
  const parts = new Map<string, unknown>()
  return entries.map((entry) => {
    const { event, error } = entry
    if (event === null) return { entry, phrase: `unreadable: ${error}` }
    const place = `${event.body.id} ${partOf(event)}`
    const phrase = phraseOf(event, parts.get(place), actions)
    parts.set(place, partValueOf(event))
    if ('action' in event.body) actions.set(event.body.action.id, describeAction(event.body.action))
    return { entry, phrase }
  })
}

function phraseOf(event: LogEvent, before: unknown, actions: ReadonlyMap<string, string>): string {
  switch (event.type) {
    case 'bill.introduced':
      return event.body.core.title
    case 'bill.action':
    case 'bill.action_corrected':
      return describeAction(event.body.action)
    case 'bill.action_removed':
      return actions.get(event.body.action_id) ?? `action ${event.body.action_id}`
    case 'bill.status_changed': {
      const { from, to, detail, date } = event.body
      // If they are equal, only the detail, the date or the path to the status changed.
      const steps = from === to ? to : `${from ?? 'none'} -> ${to}`
      return [steps, detail === null ? '' : ` (${detail})`, date === null ? '' : `, ${date}`].join('')
    }
    case 'bill.merged':
    case 'person.merged':
    case 'advocacy_organization.merged':
      return `into ${event.body.into.ocd_id}`
    case 'vote.recorded':
    case 'vote.corrected': {
      const { motion_text, result, counts } = event.body.vote
      const numbers = counts.map(({ option, value }) => `${option} ${value}`).join(', ')
      return `${motion_text}: ${result}${numbers === '' ? '' : ` (${numbers})`}`
    }
    case 'derivation.recorded': {
      const { kind, language, model, text } = event.body.derivation
      return `${kind} (${language}, ${model}): ${text}`
    }
    case 'scorecard.published':
    case 'scorecard.updated': {
      const { title, organization, items, members } = event.body.scorecard
      return `${organization.name}: ${title} (${items.length} items, ${members.length} members)`
    }
    case 'lobbying.filed':
    case 'lobbying.corrected': {
      const { kind, year, period, registrant, client } = event.body.filing
      return `${kind} ${period ?? year}: ${registrant.name} for ${client.name}`
    }
    case 'position.stated':
    case 'position.corrected': {
      const { organization, bill, regulation, stance, stated_on } = event.body.position
      const about = bill?.identifier ?? regulation?.number ?? ''
      return `${stated_on} ${organization.name}: ${stance ?? 'a statement'} on ${about}`
    }
    case 'regulation.comment_period_changed': {
      const { opens_on, closes_on } = event.body.comment_period
      return `${opens_on ?? '?'} to ${closes_on ?? '?'}`
    }
    case 'regulation.comment_period_closed':
      return event.body.closed_on
    case 'session.closed':
      return event.body.reopened === true ? 'reopened' : `on ${event.body.closed_on}`
    case 'name.matched': {
      const { printed_name, person, candidates } = event.body.match
      return `${printed_name} -> ${person?.ocd_id ?? (candidates === 0 ? 'nobody' : `${candidates} people`)}`
    }
    case 'bill.released':
    case 'vote.released':
    case 'regulation.released':
    case 'reference.released':
    case 'derivation.released':
    case 'advocacy.released':
      return `${event.body.released_ids.length} entities`
    default:
      return 'reason' in event.body ? event.body.reason : describeValue(partValueOf(event), before)
  }
}

function describeAction({ date, chamber, organization, description, classification }: Action): string {
  const who = organization ?? chamber
  const classes = classification.length === 0 ? '' : ` [${classification.join(', ')}]`
  return `${date}${who === null ? '' : ` ${who}`}: ${description}${classes}`
}

/** The name of the part that an event carries: the member of its body that does not name the entity. */
function partOf({ body }: LogEvent): string {
  return Object.keys(body).find((name) => name !== 'id' && name !== 'ocd_id' && name !== 'bill') ?? ''
}

function partValueOf(event: LogEvent): unknown {
  return (event.body as Readonly<Record<string, unknown>>)[partOf(event)]
}

/** For a list, what was added and removed; for an object, the members that differ; for something new, its name. */
function describeValue(value: unknown, before: unknown): string {
  if (Array.isArray(value)) return describeList(value, Array.isArray(before) ? before : [])
  if (typeof value !== 'object' || value === null) return ''
  if (typeof before !== 'object' || before === null) return nameOf(value)
  const changed = [...new Set([...Object.keys(before), ...Object.keys(value)])].filter(
    (name) => JSON.stringify(memberOf(before, name)) !== JSON.stringify(memberOf(value, name)),
  )
  return changed.length === 0 ? 'the same' : `changed: ${changed.join(', ')}`
}

function describeList(items: readonly unknown[], before: readonly unknown[]): string {
  const [had, has] = [new Set(before.map(nameOf)), new Set(items.map(nameOf))]
  const added = [...has].filter((name) => !had.has(name)).map((name) => `+ ${name}`)
  const removed = [...had].filter((name) => !has.has(name)).map((name) => `- ${name}`)
  const moved = [...added, ...removed]
  return `${items.length}${moved.length === 0 ? ', changed' : `: ${moved.join(', ')}`}`
}

const NAMES = ['name', 'identifier', 'note', 'title', 'division_id'] as const

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const found = NAMES.map((name) => memberOf(item, name)).find((name) => typeof name === 'string' && name)
  return typeof found === 'string' ? found : ''
}

const memberOf = (value: object, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name]
