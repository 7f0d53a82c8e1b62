import { hash } from 'node:crypto'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'

/**
 * Natural keys decide whether two records describe one entity. They are the lookup keys of ingest.identity, and our
 * public ids are minted from them. A minted id is stored, so a better key changes no id.
 */

export function jurisdictionKey(divisionId: string): string {
  return keyOf(divisionId)
}

export function sessionKey(divisionId: string, session: string): string {
  return keyOf(divisionId, session)
}

/** `normalized_identifier` comes from bill-identifiers.ts: `SB 5`, even if the source prints `sb0005`. */
export function billKey(divisionId: string, session: string, normalizedIdentifier: string): string {
  return keyOf(divisionId, session, normalizedIdentifier)
}

/**
 * Gives the key of a person or committee of a source with its own ids (`ocd-person/…`, `ocd-organization/…`).
 */
export function upstreamKey(upstreamId: string): string {
  return keyOf(upstreamId)
}

export function organizationKey(divisionId: string, classification: string, name: string): string {
  return keyOf(divisionId, classification, name)
}

export type VoteKeyParts = {
  /** The bill's natural key, or the session's key for a roll call without a bill. */
  readonly about: string
  readonly dedupe_key: string | null
  /** The chamber, or the name of the committee that voted. */
  readonly organization: string
  readonly start_date: string | null
  readonly motion_text: string
  readonly identifier: string
  readonly source_url: string
}

/** The source's own key if it has one; if not, everything that distinguishes two roll calls, but never their totals. */
export function voteKey(vote: VoteKeyParts): string {
  if (vote.dedupe_key !== null && vote.dedupe_key !== '') return `${vote.about}|${keyOf(vote.dedupe_key)}`
  const { about, organization, start_date, motion_text, identifier, source_url } = vote
  return `${about}|${keyOf(organization, start_date ?? '', motion_text, identifier, source_url)}`
}

/**
 * The key of a roll call in every source that prints its number, for `also_keys`. Null if no number is
 * printed.
 *
 * `about`: the bill's natural key (`billKey`), or the session's for a roll call about no bill: one number on
 * a consent calendar is one vote for each of its bills. For Congress, which votes on one thing at a time, the
 * division id, so that sources that disagree about the bill still meet. `chamber`: upper, lower, legislature,
 * or the committee's name. `day_or_year`: the unit in which the numbers restart. It is the year (`2026`),
 * also if they continue through a whole session, and for Congress, whose sessions are years. It is the day
 * (`2026-03-05`) only if numbers restart each day. All sources of a legislature must agree. `number`: as
 * printed; `078`, `#78` and `RCS# 78` are 78.
 */
export function rollCallKey(
  about: string,
  session: string,
  chamber: string,
  dayOrYear: string,
  number: string | number | null,
): string | null {
  const printed = /(\d+)\s*-?\s*([a-z]?)\s*$/iu.exec(String(number ?? '').normalize('NFKC'))
  if (printed === null) return null
  const digits = printed[1]!.replace(/^0+(?=\d)/u, '')
  return `roll|${keyOf(about, session, chamber, dayOrYear, `${digits}${printed[2]!.toUpperCase()}`)}`
}

export function regulationKey(documentNumber: string, publicationDate: string): string {
  return keyOf(documentNumber, publicationDate)
}

/** `release`: the map. A district of the same name on the next map has another shape. */
export function boundaryKey(divisionId: string, release: string): string {
  return keyOf(divisionId, release)
}

/** `digest`: of the objects. The same area with other rows is another release. */
export function addressReleaseKey(publisher: string, area: string, vintage: string, digest: string): string {
  return keyOf(publisher, area, vintage, digest)
}

/** A publisher gives its texts different titles. A text that it changes keeps its key. */
export function modelTextKey(publisher: string, title: string): string {
  return keyOf(publisher, title)
}

/** An organization gives its scorecards different titles. One that it corrects keeps its key. */
export function scorecardKey(organization: string, title: string): string {
  return keyOf(organization, title)
}

/** Digest of what a release contains, in the order of its objects. */
export function digestOfObjects(objects: readonly { readonly sha256: string }[]): string {
  return hash('sha256', objects.map(({ sha256 }) => sha256).join('\n'))
}

export function nameMatchKey(
  divisionId: string,
  session: string,
  chamber: string | null,
  printedName: string,
): string {
  return keyOf(divisionId, session, chamber ?? '', printedName)
}

/** A bill has one derivation for each kind and language. */
export function derivationKey(billOcdId: string, kind: string, language: string): string {
  return keyOf(billOcdId, kind, language)
}

/** Adds the discriminator, once, for the second and later entities of one listing with the same base key. */
export function variantKey(baseKey: string, discriminator: string): string {
  return `${baseKey}|${keyOf(discriminator)}`
}

/** Postgres limits the size of index entries, and a motion may be a page long, so a long key ends in its hash. */
const KEY_CHARACTERS = 400

/** The natural key that consists of these parts. */
export function keyOf(...parts: readonly string[]): string {
  const key = parts.map(normalizeKeyPart).join('|')
  if (key.length <= KEY_CHARACTERS) return key
  return `${key.slice(0, KEY_CHARACTERS - 65).toWellFormed()}#${hash('sha256', key)}`
}

const PLAIN = /^[!-~]+(?: [!-~]+)*$/
const INVISIBLE = /(?:\p{Cf}|\p{Cs}|[^\P{Cc}\s])+/gu
const SPACES = /\s+/gu

/**
 * Gives two spellings that look the same one key: it normalizes compatibility forms, invisible characters and spaces.
 */
function normalizeKeyPart(text: string): string {
  if (PLAIN.test(text)) return text
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(SPACES, ' ').trim()
}

/** One fixed namespace for each type, so that equal keys of two types give two ids. The namespaces never change. */
const minted = {
  bill: { prefix: 'ocd-bill', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a01' },
  vote: { prefix: 'ocd-vote', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a02' },
  regulation: { prefix: 'ocd-regulation', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a03' },
  jurisdiction: { prefix: 'ocd-jurisdiction', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a04' },
  session: { prefix: 'ocd-session', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a05' },
  person: { prefix: 'ocd-person', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a06' },
  committee: { prefix: 'ocd-organization', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a07' },
  organization: { prefix: 'ocd-organization', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a08' },
  name_match: { prefix: 'ocd-name', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a09' },
  // If the place has a division id, that id also identifies its jurisdiction.
  division: { prefix: 'ocd-division', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a11' },
  boundary: { prefix: 'ocd-boundary', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a12' },
  address_release: { prefix: 'ocd-address-release', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a13' },
  derivation: { prefix: 'ocd-derivation', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a14' },
  model_text: { prefix: 'ocd-model-text', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a15' },
  scorecard: { prefix: 'ocd-scorecard', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a16' },
  advocacy_organization: {
    prefix: 'ocd-advocacy-organization',
    namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a17',
  },
  lobbying_filing: { prefix: 'ocd-lobbying-filing', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a18' },
  advocacy_position: { prefix: 'ocd-advocacy-position', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a19' },
} as const satisfies Record<EntityType, { prefix: string; namespace: string }>

/** Mints the public id of an entity from the natural key under which it is first seen. */
export function mintOcdId(entityType: EntityType, naturalKey: string): string {
  const { prefix, namespace } = minted[entityType]
  return `${prefix}/${uuidv5(naturalKey, namespace)}`
}

const CHILD_NAMESPACE = 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a10'

/** Mints the id of an action, sponsor or version from its parent and its first content. */
export function mintChildId(parentOcdId: string, firstSeenAs: string): string {
  return uuidv5(`${parentOcdId}|${firstSeenAs}`, CHILD_NAMESPACE)
}

const UUID_BYTES = 16
let seed = Buffer.allocUnsafe(4096)

/** UUID version 5 of RFC 9562: a name within a namespace. A load mints a dozen for each record. */
function uuidv5(name: string, namespace: string): string {
  const most = UUID_BYTES + name.length * 3
  if (most > seed.length) seed = Buffer.allocUnsafe(2 * most)
  seed.write(namespace.replaceAll('-', ''), 'hex')
  const end = UUID_BYTES + seed.write(name, UUID_BYTES)
  const hex = hash('sha1', seed.subarray(0, end))
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
