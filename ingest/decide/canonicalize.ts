import { readSchemas } from '../../runtime/registry/schema-folder.ts'
import { catalog, type EventType } from '../../schemas/log/event-catalog.ts'
import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import { canonicalText, type TextKind } from './canonical-text.ts'

/**
 * Brings a source's content into the one form that is compared, hashed and published. The form is derived from the
 * event schemas: they list the fields, their order, and which may be null (an empty text is null there).
 */
type Canonicalizer = (value: unknown, path: string) => unknown

/** Lists without a meaningful order. They are sorted, and equal items appear once. */
const SETS = new Set([
  'BillCore.classification',
  'BillCore.subjects',
  'BillCore.sources',
  'BillCore.other_identifiers',
  'Action.classification',
  'RollCall.motion_classification',
  'RollCall.sources',
  'Regulation.docket_ids',
  'Regulation.rins',
  'Regulation.topics',
  'Person.sources',
  'Person.other_identifiers',
  'Committee.sources',
  'Organization.sources',
  'Division.aliases',
  'AdvocacyOrganization.roles',
  'AdvocacyOrganization.identifiers',
  'AdvocacyOrganization.other_names',
  'AdvocacyOrganization.sources',
])
/** Lists without a meaningful order, in which two equal items count as two. */
const BAGS = new Set(['RollCall.votes', 'RollCall.counts'])
const LINES = new Set(['abstract', 'biography', 'address'])
const ADDRESS = /(?:^|_)(?:url|image)$/

type Shape = {
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

function compile(shape: Shape, field: string, owner: string): Canonicalizer {
  const nullable = shape.anyOf?.some((option) => option.type === 'null') === true
  const inner = shape.anyOf?.find((option) => option.type !== 'null') ?? shape
  if (inner.type === 'string') return textOf(field, nullable)
  if (inner.type === 'array') return listOf(inner.items ?? {}, field, owner)
  if (inner.type === 'object' && inner.properties !== undefined) return objectOf(inner.properties, field)
  if (inner.type === 'object') return (value, path) => canonicalUnknown(value ?? {}, path)
  return (value) => value ?? null
}

function textOf(field: string, nullable: boolean): Canonicalizer {
  const kind: TextKind = LINES.has(field) ? 'lines' : ADDRESS.test(field) ? 'address' : 'line'
  return (value, path) => {
    const text = typeof value === 'string' ? canonicalText(value, kind, path) : value
    return nullable && (text === '' || text === undefined) ? null : text
  }
}

function listOf(items: Shape, field: string, owner: string): Canonicalizer {
  const item = compile(items, field, field)
  const each: Canonicalizer = (value, path) =>
    Array.isArray(value) ? value.map((one) => item(one, path)) : value
  const name = `${owner}.${field}`
  if (SETS.has(name)) return (value, path) => sorted(each(value, path), true)
  if (BAGS.has(name)) return (value, path) => sorted(each(value, path), false)
  return each
}

function objectOf(properties: Readonly<Record<string, Shape>>, owner: string): Canonicalizer {
  const fields = Object.entries(properties).map(
    ([name, shape]) => [name, compile(shape, name, owner)] as const,
  )
  return (value, path) => {
    if (typeof value !== 'object' || value === null) return value
    const source = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const [name, canonicalizeField] of fields) {
      const field = source[name]
      if (field !== undefined) result[name] = canonicalizeField(field, `${path}.${name}`)
    }
    return result
  }
}

/** Extras have no schema: every text is one line, and keys are sorted. */
function canonicalUnknown(value: unknown, path: string): unknown {
  if (typeof value === 'string') return canonicalText(value, 'line', path)
  if (Array.isArray(value)) return value.map((item) => canonicalUnknown(item, path))
  if (typeof value !== 'object' || value === null) return value
  const sortedKeys = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Object.fromEntries(
    sortedKeys.map(([key, item]) => [
      canonicalText(key, 'line', path),
      canonicalUnknown(item, `${path}.${key}`),
    ]),
  )
}

function sorted(value: unknown, distinct: boolean): unknown {
  if (!Array.isArray(value)) return value
  const texts = value.filter((item) => item !== '').map((item) => JSON.stringify(item))
  if (texts.length === value.length && isSorted(texts, distinct)) return value
  texts.sort()
  const kept = distinct ? texts.filter((text, index) => index === 0 || texts[index - 1] !== text) : texts
  return kept.map((text) => JSON.parse(text) as unknown)
}

function isSorted(texts: readonly string[], distinct: boolean): boolean {
  return texts.every((text, index) => {
    const before = texts[index - 1]
    return before === undefined || (distinct ? before < text : before <= text)
  })
}

/** The schema of the part that the events of this type have. */
function shapeOf(type: EventType, name: string): Shape {
  const { schema } = readSchemas().find((one) => one.type === type && one.version === catalog[type].version)!
  return (schema as Shape).properties![name]!
}

const part = (shape: Shape, name: string): Canonicalizer => compile(shape, name, name)
const list = (items: Shape, name: string): Canonicalizer => {
  const item = part(items, name)
  return (value, path) =>
    Array.isArray(value) ? value.map((one, index) => item(one, `${path}[${index}]`)) : value
}
const itemsOf = (type: EventType, name: string): Shape => shapeOf(type, name).items!

type Canonicalizers = { readonly [T in ObservedType]: Readonly<Record<keyof PartsOf[T], Canonicalizer>> }

function createCanonicalizers(): Canonicalizers {
  const related = list(itemsOf('bill.related_changed', 'related_bills'), 'RelatedBill')
  return {
    bill: {
      core: part(shapeOf('bill.introduced', 'core'), 'BillCore'),
      actions: list(shapeOf('bill.action', 'action'), 'Action'),
      sponsors: list(itemsOf('bill.sponsors_changed', 'sponsors'), 'Sponsor'),
      versions: list(itemsOf('bill.versions_changed', 'versions'), 'Version'),
      documents: list(itemsOf('bill.documents_changed', 'documents'), 'Document'),
      related_bills: (value, path) => sorted(related(value, path), true),
      texts: (value) => sorted(value, true),
    },
    vote: { vote: part(shapeOf('vote.recorded', 'vote'), 'RollCall') },
    regulation: {
      regulation: part(shapeOf('regulation.published', 'regulation'), 'Regulation'),
      comment_period: part(shapeOf('regulation.comment_period_changed', 'comment_period'), 'CommentPeriod'),
      comment_count: (value) => value,
    },
    jurisdiction: { jurisdiction: part(shapeOf('jurisdiction.observed', 'jurisdiction'), 'Jurisdiction') },
    session: { session: part(shapeOf('session.observed', 'session'), 'Session'), closed: (value) => value },
    person: { person: part(shapeOf('person.observed', 'person'), 'Person') },
    committee: { committee: part(shapeOf('committee.observed', 'committee'), 'Committee') },
    organization: { organization: part(shapeOf('organization.observed', 'organization'), 'Organization') },
    division: { division: part(shapeOf('division.observed', 'division'), 'Division') },
    boundary: { boundary: part(shapeOf('boundary.loaded', 'boundary'), 'Boundary') },
    address_release: {
      address_release: part(shapeOf('address_release.loaded', 'address_release'), 'AddressRelease'),
    },
    model_text: { model_text: part(shapeOf('model_text.observed', 'model_text'), 'ModelText') },
    scorecard: { scorecard: part(shapeOf('scorecard.published', 'scorecard'), 'Scorecard') },
    advocacy_organization: {
      advocacy_organization: part(
        shapeOf('advocacy_organization.observed', 'advocacy_organization'),
        'AdvocacyOrganization',
      ),
    },
    lobbying_filing: { filing: part(shapeOf('lobbying.filed', 'filing'), 'LobbyingFiling') },
    advocacy_position: { position: part(shapeOf('position.stated', 'position'), 'AdvocacyPosition') },
  }
}

let canonicalizers: Canonicalizers | undefined

/** Throws `record_too_large` that names the field. The event schemas refuse everything else that is wrong. */
export function canonicalize<T extends ObservedType>(
  entity: T,
  parts: Partial<PartsOf[T]>,
): Partial<PartsOf[T]> {
  canonicalizers ??= createCanonicalizers()
  const byPart: Readonly<Record<string, Canonicalizer>> = canonicalizers[entity]
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(parts)) {
    const canonicalizer = byPart[name]
    if (value !== undefined && canonicalizer !== undefined) result[name] = canonicalizer(value, name)
  }
  return result as Partial<PartsOf[T]>
}
