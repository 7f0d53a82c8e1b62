import type { Database } from '../../runtime/postgres.ts'
import type { Observation, ObservedType } from '../observation.ts'
import type { KnownEntity } from '../observe/snapshots.ts'
import { identityOf } from './identity.ts'
import { variantKey } from './identity-keys.ts'
import { canBeOneBill, canBeOnePerson, type SaidOfBill, type SaidOfPerson } from './namesakes.ts'
import { type KnownByKey, type Placed, placedUnder } from './placement.ts'

/**
 * What a record says may be about another than the one that has its key: a second bill under one number, two people under
 * one external id. Such a record never overwrites: it is placed under a key of its own, and the key is kept as disputed
 * (identity-disputes.ts) until somebody looks. A bill is compared with what the same source said of it before, a person with
 * everything that is stored of him. The database is asked only about records that changed.
 */
export async function separateNamesakes(
  database: Pick<Database, 'query'>,
  source: string,
  placed: readonly Placed[],
  known: KnownByKey,
): Promise<Placed[]> {
  const asked = new Set(placed.filter(mayBeAnother))
  if (asked.size === 0) return [...placed]
  const idsOf = (entity: ObservedType): number[] => {
    const some = [...asked].filter(({ observation }) => observation.entity === entity)
    return [...new Set(some.flatMap((one) => candidatesOf(one, known).map(({ entity_id }) => entity_id)))]
  }
  const said: Said = {
    bills: await findBills(database, source, idsOf('bill')),
    people: await findPeople(database, idsOf('person')),
  }
  const taken = new Set<string>()
  return placed.map((one) => (asked.has(one) ? placeApart(one, known, said, taken) : one))
}

function mayBeAnother({ known, snapshot, hash, observation }: Placed): boolean {
  if (known === null || observation.removed !== null || snapshot?.hash === hash) return false
  if (observation.entity === 'bill') return snapshot !== null && isComparable(observation)
  return observation.entity === 'person' && observation.parts.person !== undefined
}

const isComparable = ({ parts }: Observation): boolean =>
  'core' in parts && parts.core !== undefined && 'actions' in parts && parts.actions !== undefined

/** Everything under its key and its variants; the entity at which it was placed comes first. */
function candidatesOf({ observation, known: found }: Placed, known: KnownByKey): readonly KnownEntity[] {
  const held = known.get(identityOf(observation.entity, observation.key)) ?? []
  return [found!, ...held.filter(({ entity_id }) => entity_id !== found!.entity_id)]
}

type Said = {
  readonly bills: ReadonlyMap<string, SaidOfBill>
  readonly people: ReadonlyMap<number, SaidOfPerson>
}

function placeApart(placed: Placed, known: KnownByKey, said: Said, taken: Set<string>): Placed {
  const { observation, known: found } = placed
  const candidates = candidatesOf(placed, known)
  const own = candidates.find((candidate) => canBe(placed, candidate, said))
  if (own === found) return placed
  if (own !== undefined) return placedUnder(placed, own.natural_key, own, known)
  // The name comes from the record's own facts, so that it is the same in every run.
  const name = observation.discriminator ?? `#${placed.hash.slice(0, 16)}`
  let natural_key = variantKey(observation.key, name)
  const is_free = (key: string) =>
    !taken.has(key) && !candidates.some((candidate) => candidate.natural_key === key)
  for (let ordinal = 2; !is_free(natural_key); ordinal++)
    natural_key = `${variantKey(observation.key, name)}#${ordinal}`
  taken.add(natural_key)
  return placedUnder(placed, natural_key, null, known)
}

function canBe({ observation, record_key }: Placed, candidate: KnownEntity, said: Said): boolean {
  if (observation.entity === 'person') {
    const held = said.people.get(candidate.entity_id)
    return held === undefined || canBeOnePerson(held, observation.parts.person!)
  }
  if (observation.entity !== 'bill') return true
  const before = said.bills.get(`${candidate.entity_id}|${record_key}`)
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
  entity_ids: readonly number[],
): Promise<Said['bills']> {
  if (entity_ids.length === 0) return new Map()
  const { rows } = await database.query<{
    entity_id: number
    record_key: string
    title: string | null
    actions: SaidOfBill['actions'] | null
  }>(
    `SELECT s.entity_id, s.record_key, s.parts#>>'{core,title}' AS title, s.parts->'actions' AS actions
     FROM ingest.snapshot s
     WHERE s.entity_id = ANY ($1::bigint[]) AND s.source = $2 AND s.parts->'core' IS NOT NULL`,
    [entity_ids, source],
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
  entity_ids: readonly number[],
): Promise<Said['people']> {
  if (entity_ids.length === 0) return new Map()
  const { rows } = await database.query<{ entity_id: number; person: SaidOfPerson | null }>(
    `SELECT h.entity_id, h.content->'person' AS person
     FROM ingest.held h WHERE h.entity_id = ANY ($1::bigint[])`,
    [entity_ids],
  )
  return new Map(
    rows.flatMap(({ entity_id, person }) => (person === null ? [] : [[entity_id, person] as const])),
  )
}
