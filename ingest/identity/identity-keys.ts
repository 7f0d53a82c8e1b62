import { hash } from 'node:crypto'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'

/**
 * Natural keys: what makes two records speak of one entity. They are the lookup keys of ingest.identity, and the
 * minting rule of our own public ids; once minted an id stands in the table, so that a better key moves nothing.
 */

export function jurisdictionKey(divisionId: string): string {
  return keyOf(divisionId)
}

export function sessionKey(divisionId: string, session: string): string {
  return keyOf(divisionId, session)
}

/** `normalised_identifier` is the work of identifiers.ts: `SB 5`, whatever `sb0005` the source prints. */
export function billKey(divisionId: string, session: string, normalizedIdentifier: string): string {
  return keyOf(divisionId, session, normalizedIdentifier)
}

/** People and committees of a source that has ids of its own (`ocd-person/…`, `ocd-organization/…`). */
export function upstreamKey(upstreamId: string): string {
  return keyOf(upstreamId)
}

export function organizationKey(divisionId: string, classification: string, name: string): string {
  return keyOf(divisionId, classification, name)
}

export type VoteKeyParts = {
  /** The bill's natural key, or the session's for a roll call about no bill. */
  readonly about: string
  readonly dedupe_key: string | null
  /** Chamber, or the name of the committee that voted. */
  readonly organization: string
  readonly start_date: string | null
  readonly motion_text: string
  readonly identifier: string
  readonly source_url: string
}

/** The source's own key where it has one, else everything that tells two roll calls apart, but never their totals. */
export function voteKey(vote: VoteKeyParts): string {
  if (vote.dedupe_key !== null && vote.dedupe_key !== '') return `${vote.about}|${keyOf(vote.dedupe_key)}`
  const { about, organization, start_date, motion_text, identifier, source_url } = vote
  return `${about}|${keyOf(organization, start_date ?? '', motion_text, identifier, source_url)}`
}

/**
 * What a roll call is known by in every source that prints its number: for `also_keys`. Null where nothing is printed.
 *
 * `about`: the bill's natural key (`billKey`), or the session's for a roll call about no bill: one number on a consent
 * calendar is one vote for each of its bills. For Congress, which votes on one thing at a time, the division id, so that
 * sources that disagree about the bill still meet. `chamber`: upper, lower, legislature, or the committee's name.
 * `day_or_year`: what the numbers restart with: the year (`2026`; also where they run through a whole session, and for
 * Congress, whose sessions are years); the day (`2026-03-05`) only where each day counts afresh. All sources of a
 * legislature must say the same. `number`: as printed; `078`, `#78` and `RCS# 78` are 78.
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

/** `release`: the map. A district of the same name on the next map is another shape. */
export function boundaryKey(divisionId: string, release: string): string {
  return keyOf(divisionId, release)
}

export function nameMatchKey(
  divisionId: string,
  session: string,
  chamber: string | null,
  printedName: string,
): string {
  return keyOf(divisionId, session, chamber ?? '', printedName)
}

/** The second and later entities of one listing under one base key (identity.ts) get the discriminator added, once. */
export function variantKey(baseKey: string, discriminator: string): string {
  return `${baseKey}|${keyOf(discriminator)}`
}

/** Index entries of Postgres have a limit, and a motion may be a page long: a long key ends in its hash. */
const KEY_CHARACTERS = 400

function keyOf(...parts: readonly string[]): string {
  const key = parts.map(normalizeKeyPart).join('|')
  if (key.length <= KEY_CHARACTERS) return key
  return `${key.slice(0, KEY_CHARACTERS - 65).toWellFormed()}#${hash('sha256', key)}`
}

const PLAIN = /^[!-~]+(?: [!-~]+)*$/
const INVISIBLE = /(?:\p{Cf}|\p{Cs}|[^\P{Cc}\s])+/gu
const SPACES = /\s+/gu

/** Two spellings that look the same are one key: compatibility forms, invisible characters and spaces are levelled. */
function normalizeKeyPart(text: string): string {
  if (PLAIN.test(text)) return text
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(SPACES, ' ').trim()
}

/** One fixed namespace a type, so that equal keys of two types are two ids. Never changed. */
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
  // The division id itself stands for the jurisdiction of the place, where there is one.
  division: { prefix: 'ocd-division', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a11' },
  boundary: { prefix: 'ocd-boundary', namespace: 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a12' },
} as const satisfies Record<EntityType, { prefix: string; namespace: string }>

/** The public id that a natural key is given when it is first seen. */
export function mintOcdId(entityType: EntityType, naturalKey: string): string {
  const { prefix, namespace } = minted[entityType]
  return `${prefix}/${uuidv5(naturalKey, namespace)}`
}

const CHILD_NAMESPACE = 'b1a5ca3f-0b54-5b0e-9d5e-0d3c6f6b8a10'

/** The id of an action, sponsor, version: from its parent and what it was when it was first seen. */
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
