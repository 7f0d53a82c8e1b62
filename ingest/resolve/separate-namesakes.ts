import type { Database } from '../../runtime/postgres/postgres.ts'
import { variantKey } from '../identity/identity-keys.ts'
import { type BillFacts, canBeOneBill, canBeOnePerson, type PersonFacts } from '../identity/namesakes.ts'
import type { Observation, ObservedType } from '../source-interface/observation.ts'
import { identityKey } from '../state/identities.ts'
import type { KnownEntity } from '../state/snapshots.ts'
import { type KnownByKey, type Resolved, reassign } from './resolve-group.ts'

/**
 * A record may be about a different entity from the one that has its key: a second bill under one number, or two
 * people under one external id. Such a record never overwrites. It gets a separate key, and the key is
 * recorded as disputed (identity-disputes.ts) until an operator looks at it. A bill is compared with what the
 * same source said before, a person with all stored facts. The database is queried only for changed records.
 */
export async function separateNamesakes(
  database: Pick<Database, 'query'>,
  source: string,
  resolved: readonly Resolved[],
  known: KnownByKey,
): Promise<Resolved[]> {
  const asked = new Set(resolved.filter(mayBeAnother))
  if (asked.size === 0) return [...resolved]
  const idsOf = (entity: ObservedType): number[] => {
    const some = [...asked].filter(({ observation }) => observation.entity === entity)
    return [...new Set(some.flatMap((one) => candidatesOf(one, known).map(({ entity_id }) => entity_id)))]
  }
  const facts: StoredFacts = {
    bills: await findBills(database, source, idsOf('bill')),
    people: await findPeople(database, idsOf('person')),
  }
  const taken = new Set<string>()
  return resolved.map((one) => (asked.has(one) ? separate(one, known, facts, taken) : one))
}

function mayBeAnother({ known, snapshot, hash, observation }: Resolved): boolean {
  if (known === null || observation.removed !== null || snapshot?.hash === hash) return false
  if (observation.entity === 'bill') return snapshot !== null && isComparable(observation)
  return observation.entity === 'person' && observation.parts.person !== undefined
}

const isComparable = ({ parts }: Observation): boolean =>
  'core' in parts && parts.core !== undefined && 'actions' in parts && parts.actions !== undefined

/** Gives all entities under its key and the key's variants. The entity that the arrival resolved to comes first. */
function candidatesOf({ observation, known: found }: Resolved, known: KnownByKey): readonly KnownEntity[] {
  const stored = known.get(identityKey(observation.entity, observation.key)) ?? []
  return [found!, ...stored.filter(({ entity_id }) => entity_id !== found!.entity_id)]
}

type StoredFacts = {
  readonly bills: ReadonlyMap<string, BillFacts>
  readonly people: ReadonlyMap<number, PersonFacts>
}

function separate(resolved: Resolved, known: KnownByKey, facts: StoredFacts, taken: Set<string>): Resolved {
  const { observation, known: found } = resolved
  const candidates = candidatesOf(resolved, known)
  const own = candidates.find((candidate) => canBe(resolved, candidate, facts))
  if (own === found) return resolved
  if (own !== undefined) return reassign(resolved, own.natural_key, own, known)
  // The name comes from the record's own facts, so that every run gives the same name.
  const name = observation.discriminator ?? `#${resolved.hash.slice(0, 16)}`
  let naturalKey = variantKey(observation.key, name)
  const isFree = (key: string) =>
    !taken.has(key) && !candidates.some((candidate) => candidate.natural_key === key)
  for (let ordinal = 2; !isFree(naturalKey); ordinal++)
    naturalKey = `${variantKey(observation.key, name)}#${ordinal}`
  taken.add(naturalKey)
  return reassign(resolved, naturalKey, null, known)
}

function canBe({ observation, record_key }: Resolved, candidate: KnownEntity, facts: StoredFacts): boolean {
  if (observation.entity === 'person') {
    const stored = facts.people.get(candidate.entity_id)
    return stored === undefined || canBeOnePerson(stored, observation.parts.person!)
  }
  if (observation.entity !== 'bill') return true
  const before = facts.bills.get(`${candidate.entity_id}|${record_key}`)
  if (before === undefined) return true
  const { core, actions } = observation.parts
  const head = candidate.snapshots.get(record_key)
  const { discriminator } = observation
  if (discriminator !== null && head?.discriminator === discriminator) return true
  return canBeOneBill(before, { title: core!.title, actions: actions! })
}

async function findBills(
  database: Pick<Database, 'query'>,
  source: string,
  entityIds: readonly number[],
): Promise<StoredFacts['bills']> {
  if (entityIds.length === 0) return new Map()
  const { rows } = await database.query<{
    entity_id: number
    record_key: string
    title: string | null
    actions: BillFacts['actions'] | null
  }>(
    `SELECT s.entity_id, s.record_key, s.parts#>>'{core,title}' AS title, s.parts->'actions' AS actions
     FROM ingest.snapshot s
     WHERE s.entity_id = ANY ($1::bigint[]) AND s.source = $2 AND s.parts->'core' IS NOT NULL`,
    [entityIds, source],
  )
  return new Map(
    rows.map(({ entity_id, record_key, title, actions }) => [
      `${entity_id}|${record_key}`,
      { title, actions: actions ?? [] },
    ]),
  )
}

async function findPeople(
  database: Pick<Database, 'query'>,
  entityIds: readonly number[],
): Promise<StoredFacts['people']> {
  if (entityIds.length === 0) return new Map()
  const { rows } = await database.query<{ entity_id: number; person: PersonFacts | null }>(
    `SELECT h.entity_id, h.content->'person' AS person
     FROM ingest.stored_entity h WHERE h.entity_id = ANY ($1::bigint[])`,
    [entityIds],
  )
  return new Map(
    rows.flatMap(({ entity_id, person }) => (person === null ? [] : [[entity_id, person] as const])),
  )
}
