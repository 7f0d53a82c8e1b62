import type { PoolClient } from 'pg'
import type { RollCall } from '../../schemas/event-bodies/vote.ts'
import { pairRollCalls, type RollCallFacts } from '../legislature/roll-calls/pair-roll-calls.ts'
import { additionalKeys, type Resolved } from './resolve-group.ts'

type Client = Pick<PoolClient, 'query'>

/**
 * Looks for roll calls of other sources that match unknown roll calls of this source (pair-roll-calls.ts). It costs
 * nothing if no other source reports the jurisdiction.
 */
export async function joinRollCalls(
  database: Client,
  source: string,
  resolved: readonly Resolved[],
): Promise<Resolved[]> {
  const unknown = resolved.filter(isNewRollCall)
  if (unknown.length === 0) return [...resolved]
  const others = await findOthers(database, source, unknown)
  const facts = unknown.map(factsOf)
  const pairs = pairRollCalls(facts, others)
  const comparedWith = new Set(others.map(({ entity_id }) => entity_id))
  const joined = new Map(facts.map((one) => [one.placed, pairs.get(one)]))
  return resolved.map((one) => {
    const other = joined.get(one)
    if (other !== undefined) return joinTo(one, other)
    return joined.has(one) ? { ...one, compared_with: comparedWith } : one
  })
}

/**
 * Says if another source has emitted roll calls of the same bills since these were compared. Called under the locks
 * of the bills: if two transactions emit the same roll call, the later one sees the earlier one.
 */
export async function findNewRollCalls(
  client: Client,
  source: string,
  resolved: readonly Resolved[],
): Promise<Resolved[]> {
  const unknown = resolved.filter(isNewRollCall)
  if (unknown.length === 0) return []
  const others = Map.groupBy(await findOthers(client, source, unknown), ({ bill }) => bill)
  return unknown.filter(({ observation, compared_with }) =>
    others.get(observation.bill!.key)?.some(({ entity_id }) => compared_with?.has(entity_id) !== true),
  )
}

export function isNewRollCall({ observation, known }: Resolved): boolean {
  return observation.entity === 'vote' && known === null && observation.bill !== null
}

async function findOthers(
  database: Client,
  source: string,
  unknown: readonly Resolved[],
): Promise<Unjoined[]> {
  if (!(await hasOtherSources(database, source, unknown))) return []
  const bills = new Set(unknown.map(({ observation }) => observation.bill!.key))
  return findUnjoined(database, source, [...bills])
}

type Unjoined = RollCallFacts & {
  readonly entity_id: number
  readonly natural_key: string
  readonly base_key: string
  readonly merged_from: number | null
}

function joinTo(resolved: Resolved, { entity_id, natural_key, base_key, merged_from }: Unjoined): Resolved {
  const known = { base_key, natural_key, entity_id, merged_from, snapshots: new Map() }
  const own = { natural_key: resolved.natural_key, base_key: resolved.observation.key }
  return { ...resolved, natural_key, known, free_keys: [own, ...resolved.free_keys] }
}

function factsOf(resolved: Resolved): RollCallFacts & { placed: Resolved } {
  const { observation, natural_key } = resolved
  const vote = observation.parts as { vote?: RollCall }
  return {
    ...vote.vote!,
    bill: observation.bill!.key,
    is_numbered: additionalKeys(observation).some((key) => key.startsWith('roll|')),
    rank: natural_key,
    placed: resolved,
  }
}

async function hasOtherSources(
  database: Client,
  source: string,
  resolved: readonly Resolved[],
): Promise<boolean> {
  const jurisdictions = [...new Set(resolved.map(({ observation }) => observation.jurisdiction))]
  const { rows } = await database.query<{ others: boolean }>(
    `SELECT bool_or(least_source <> $2 OR greatest_source <> $2) AS others
     FROM unnest($1::text[]) AS w (jurisdiction),
       LATERAL (SELECT min(s.source) AS least_source FROM ingest.snapshot s WHERE s.jurisdiction = w.jurisdiction) a,
       LATERAL (SELECT max(s.source) AS greatest_source FROM ingest.snapshot s WHERE s.jurisdiction = w.jurisdiction) b`,
    [jurisdictions, source],
  )
  return rows[0]?.others === true
}

/**
 * Gives the roll calls of these bills that other sources have reported and this one has not. Roll calls that were
 * recovered from the log are left out, because their sources are not known yet.
 */
async function findUnjoined(
  database: Client,
  source: string,
  billKeys: readonly string[],
): Promise<Unjoined[]> {
  const { rows } = await database.query<Unjoined>(
    // Reads from the bills to their votes, even if table statistics are wrong, and never scans all votes.
    `SELECT b.bill, v.id AS entity_id, lpad(v.id::text, 20, '0') AS rank, k.natural_key, k.base_key, k.merged_from,
       EXISTS (SELECT FROM ingest.identity n WHERE n.entity_id = v.id AND n.natural_key LIKE 'roll|%') AS is_numbered,
       r.chamber, r.organization, r.start_date, r.motion_text, r.motion_classification, r.counts
     FROM (
       SELECT w.bill, e.ocd_id FROM unnest($1::text[]) AS w (bill)
       JOIN ingest.identity i ON i.entity_type = 'bill' AND i.natural_key = w.bill
       JOIN ingest.entity e ON e.id = i.entity_id OFFSET 0
     ) b
     CROSS JOIN LATERAL (
       SELECT v.id FROM ingest.entity v WHERE v.entity_type = 'vote' AND v.kafka_key = b.ocd_id
         AND NOT EXISTS (SELECT FROM ingest.snapshot s WHERE s.entity_id = v.id AND s.source = $2)
         AND EXISTS (SELECT FROM ingest.snapshot s WHERE s.entity_id = v.id) OFFSET 0
     ) v
     JOIN ingest.stored_entity h ON h.entity_id = v.id
     CROSS JOIN LATERAL (
       SELECT natural_key, base_key, merged_from FROM ingest.identity k WHERE k.entity_id = v.id ORDER BY natural_key LIMIT 1
     ) k
     CROSS JOIN LATERAL json_to_record(h.content -> 'vote') AS r (chamber text, organization text, start_date text,
       motion_text text, motion_classification json, counts json)
     ORDER BY v.id`,
    [billKeys, source],
  )
  return rows
}
