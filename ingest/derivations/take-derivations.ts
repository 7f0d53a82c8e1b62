import type { PoolClient } from 'pg'
import { DERIVATIONS_LOCK, INGEST_PRESENCE_CLASS } from '../../runtime/postgres/advisory-locks.ts'
import { retryTransaction } from '../../runtime/postgres/retry-transaction.ts'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import { contextOfBill } from '../emit/bill-context.ts'
import type { OperatorOptions } from '../emit/operator.ts'
import { DERIVE } from '../emit/remove-derivations.ts'
import { derivationKey } from '../identity/identity-keys.ts'
import { requireReaders } from '../outbox/require-readers.ts'
import { countQuarantined, quarantine, type Rejected } from '../run-context/quarantine.ts'
import { newRunId } from '../run-context/run-record.ts'
import { findByOcdId, type Identity, identityKey, lockEntities, mintIdentities } from '../state/identities.ts'
import { coreOf, loadStored } from '../state/stored-entities.ts'
import { type DerivationRequest, readRequest } from './read-request.ts'
import { recordDerivations, type Wanted } from './record-derivations.ts'

export type TakenDerivations = {
  readonly requests: number
  readonly recorded: number
  readonly removed: number
  readonly unchanged: number
  /** They are in the quarantine of the source `derive`. */
  readonly refused: number
}

const REQUESTS_AT_ONCE = 100

/**
 * Turns the requests of derive/ into events, in their order, each in the transaction that deletes it: a kill loses none
 * and doubles none. Several processes may call it: one of them works. It takes nothing while ingest is recovered.
 * Throws `read_schema_missing` if a read schema would not count the events.
 */
export async function takeDerivations(
  context: OperatorOptions,
  signal?: AbortSignal,
): Promise<TakenDerivations> {
  const total = { requests: 0, recorded: 0, removed: 0, unchanged: 0, refused: 0 }
  for (;;) {
    const taken = await retryTransaction(context.database, context.log, (client) => takeSome(client, context))
    for (const name of Object.keys(total) as (keyof TakenDerivations)[]) total[name] += taken[name]
    if (taken.requests < REQUESTS_AT_ONCE || signal?.aborted === true) return total
  }
}

type Row = { readonly id: number; readonly bill_ocd_id: string; readonly body: string }
type Read = { readonly row: Row; readonly request: DerivationRequest }

const NOTHING: TakenDerivations = { requests: 0, recorded: 0, removed: 0, unchanged: 0, refused: 0 }

async function takeSome(client: PoolClient, context: OperatorOptions): Promise<TakenDerivations> {
  const { rows: locks } = await client.query<{ is_mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1, 0) AND pg_try_advisory_xact_lock($2) AS is_mine',
    [INGEST_PRESENCE_CLASS, DERIVATIONS_LOCK],
  )
  if (!locks[0]!.is_mine) return NOTHING
  const { rows } = await client.query<Row>(
    'SELECT id, bill_ocd_id, body::text AS body FROM ingest.derivation_request ORDER BY id LIMIT $1',
    [REQUESTS_AT_ONCE],
  )
  if (rows.length === 0) return NOTHING
  await requireReaders(client, ['legislog.derived.v1'])
  const refused: Rejected[] = []
  const read = rows.flatMap((row): Read[] => {
    try {
      return [{ row, request: readRequest(row.body) }]
    } catch (error) {
      refused.push(rejected(row, messageOf(error)))
      return []
    }
  })
  const run = { ...context, run_id: newRunId(context.clock.now()) }
  const wanted = await findWanted(client, read, refused)
  const outcomes = await recordDerivations(client, run, wanted)
  for (const { wanted: one, error } of outcomes.refused) refused.push(rejected(one.row, messageOf(error)))
  await quarantine(client, DERIVE, run.run_id, refused)
  if (refused.length > 0) await countQuarantined(client, DERIVE)
  await client.query('DELETE FROM ingest.derivation_request WHERE id = ANY ($1::bigint[])', [
    rows.map(({ id }) => id),
  ])
  const { recorded, removed, unchanged } = outcomes
  return { requests: rows.length, recorded, removed, unchanged, refused: refused.length }
}

/** Finds the bills of the requests and the entities of the derivations, and locks both. */
async function findWanted(
  client: PoolClient,
  read: readonly Read[],
  refused: Rejected[],
): Promise<Wanted<Row>[]> {
  const bills = await findByOcdId(client, [...new Set(read.map(({ row }) => row.bill_ocd_id))])
  const about = read.flatMap(({ row, request }) => {
    const bill = bills.get(row.bill_ocd_id)
    if (bill !== undefined) return [{ row, request, bill }]
    refused.push(rejected(row, `bill_ocd_id is ${JSON.stringify(row.bill_ocd_id)}, not a known bill`))
    return []
  })
  // Under the bill's lock it cannot be merged or removed meanwhile.
  await lockEntities(
    client,
    about.map(({ bill }) => bill.entity_id),
  )
  const stored = await loadStored(
    client,
    about.map(({ bill }) => bill.entity_id),
  )
  const present = about.flatMap(({ row, request, bill }) => {
    const core = coreOf(stored.get(bill.entity_id) ?? null)
    if (core !== null) return [{ row, request, bill, core }]
    refused.push(rejected(row, `bill_ocd_id is ${JSON.stringify(row.bill_ocd_id)}, not a present bill`))
    return []
  })
  const identities = await mintFor(client, present)
  return present.map(({ row, request, bill, core }) => ({
    row,
    request,
    identity: identities.get(keyOf(bill, request))!,
    bill: contextOfBill(bill, core),
  }))
}

async function mintFor(
  client: PoolClient,
  present: readonly {
    readonly bill: Identity
    readonly core: BillCore
    readonly request: DerivationRequest
  }[],
): Promise<ReadonlyMap<string, Identity>> {
  const { identities } = await mintIdentities(
    client,
    present.map(({ bill, request }) => {
      const key = derivationKey(bill.ocd_id, request.kind, request.language)
      return {
        ...({ entity: 'derivation', natural_key: key, base_key: key, ocd_id: null } as const),
        kafka_key: bill.ocd_id,
      }
    }),
  )
  return identities
}

const keyOf = ({ ocd_id }: Identity, { kind, language }: DerivationRequest): string =>
  identityKey('derivation', derivationKey(ocd_id, kind, language))

function rejected({ id, body }: Row, detail: string): Rejected {
  return {
    record: `request ${id}`,
    reason: 'record_invalid',
    detail,
    bytes: Buffer.from(body),
    jurisdiction: null,
    form: 'record',
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
