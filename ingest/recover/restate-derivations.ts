import type { PoolClient } from 'pg'
import type { Derivation } from '../../schemas/event-bodies/derivation.ts'
import { toInstant } from '../dates/instant.ts'
import { type DerivationFact, factOf } from '../derivations/record-derivations.ts'
import { type BillContext, contextOfBill, contextOfVote } from '../emit/bill-context.ts'
import { encodeEmission } from '../emit/emission.ts'
import type { StandaloneEmitter } from '../emit/reemit.ts'
import { DERIVE } from '../emit/remove-derivations.ts'
import { sourceLabel } from '../emit/source-label.ts'
import { insertOutbox, type OutboxRow } from '../outbox/outbox.ts'
import { advanceSequences, findByOcdId, type Identity, lockEntities } from '../state/identities.ts'
import { coreOf, isRemoved, loadStored } from '../state/stored-entities.ts'
import type { IncompleteEntity } from './missing-events.ts'

/**
 * Emits, as new backfill events, what models last said about bills if the log lost it: no source reports it, but ingest
 * stores it, and each event has the whole derivation. Gives the ids of the entities whose state the log has again.
 */
export async function restateDerivations(
  client: PoolClient,
  emitter: StandaloneEmitter,
  lost: readonly IncompleteEntity[],
  contentOf: ReadonlyMap<number, object | null>,
): Promise<readonly number[]> {
  const { rows: derivations } = await client.query<Identity>(
    `SELECT id AS entity_id, ocd_id, kafka_key FROM ingest.entity
     WHERE entity_type = 'derivation' AND id = ANY ($1::bigint[]) ORDER BY id`,
    [lost.map(({ id }) => id)],
  )
  const ids = derivations.map(({ entity_id }) => entity_id)
  const sequences = await lockEntities(client, ids)
  const stored = await loadStored(client, ids)
  const contextOf = await billContexts(client, derivations)
  const lastLost = new Map(lost.map(({ id, missing }) => [id, missing.at(-1)]))
  const outbox: OutboxRow[] = []
  const restated: number[] = []
  const advanced: { entity_id: number; sequence: number }[] = []
  for (const identity of derivations) {
    const { entity_id } = identity
    const [content, bill] = [stored.get(entity_id), contextOf(identity)]
    if (content === undefined || bill === undefined) continue
    restated.push(entity_id)
    const sequence = sequences.get(entity_id)!
    // A later event waits in the outbox: it has the whole derivation.
    if (lastLost.get(entity_id) !== sequence) continue
    const fact = lostFact(contentOf.get(entity_id) ?? null, content)
    if (fact === null) continue
    const emission = {
      ...identity,
      sequence,
      facts: [fact],
      bill,
      run_id: emitter.run_id,
      backfill: true,
      source: sourceLabel(DERIVE, bill.jurisdiction),
      observed_at: toInstant(timeOf(fact) ?? emitter.clock.now().toISOString()),
    }
    outbox.push(await encodeEmission(emission, emitter.codec, emitter.settings))
    advanced.push({ entity_id, sequence: sequence + 1 })
  }
  await advanceSequences(client, advanced)
  await insertOutbox(client, outbox)
  return restated
}

/** What the log lacks. null if it says the same. */
function lostFact(logged: object | null, stored: object): DerivationFact | null {
  if (isRemoved(stored)) return factOf(logged, { kind: '', language: '', removed: stored.removed })
  const { derivation } = stored as { readonly derivation: Derivation }
  return factOf(logged, { kind: derivation.kind, language: derivation.language, derivation })
}

const timeOf = (fact: DerivationFact): string | null =>
  fact.type === 'derivation.recorded' ? fact.part.derivation.generated_at : null

type ContextOf = (derivation: Identity) => BillContext | undefined

/** The bills that the derivations are about. A bill that is gone has no content: its key says what it was. */
async function billContexts(client: PoolClient, derivations: readonly Identity[]): Promise<ContextOf> {
  const bills = await findByOcdId(client, [...new Set(derivations.map(({ kafka_key }) => kafka_key))])
  const stored = await loadStored(
    client,
    [...bills.values()].map(({ entity_id }) => entity_id),
  )
  const coreOfBill = ({ entity_id }: Identity) => coreOf(stored.get(entity_id) ?? null)
  const keys = await keysOfGone(
    client,
    [...bills.values()].filter((bill) => coreOfBill(bill) === null),
  )
  return ({ kafka_key }) => {
    const bill = bills.get(kafka_key)
    if (bill === undefined) return undefined
    const core = coreOfBill(bill)
    if (core !== null) return contextOfBill(bill, core)
    const key = keys.get(bill.entity_id)
    if (key === undefined) return undefined
    const [jurisdiction = '', session = '', identifier = ''] = key.split('|')
    return contextOfVote({ key, jurisdiction, session, identifier }, bill, null)
  }
}

/** The key of a merged bill names its winner, and says whose it was. */
async function keysOfGone(
  client: PoolClient,
  gone: readonly Identity[],
): Promise<ReadonlyMap<number, string>> {
  if (gone.length === 0) return new Map()
  const { rows } = await client.query<{ id: number; natural_key: string }>(
    `SELECT coalesce(merged_from, entity_id) AS id, min(natural_key) AS natural_key FROM ingest.identity
     WHERE entity_type = 'bill' AND coalesce(merged_from, entity_id) = ANY ($1::bigint[]) GROUP BY 1`,
    [gone.map(({ entity_id }) => entity_id)],
  )
  return new Map(rows.map(({ id, natural_key }) => [id, natural_key]))
}
