import type { PoolClient } from 'pg'
import { INGEST_PRESENCE_CLASS, SCORECARDS_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { retryTransaction } from '../../runtime/postgres/retry-transaction.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { OperatorOptions } from '../emit/operator.ts'
import { countQuarantined, quarantine, type Rejected } from '../run-context/quarantine.ts'
import { newRunId } from '../run-context/run-record.ts'
import { readScorecardRequest, type ScorecardRequest } from './read-request.ts'
import { ACCOUNTS, recordScorecard } from './record-scorecard.ts'

export type TakenScorecards = {
  readonly requests: number
  readonly changed: number
  readonly unchanged: number
  /** They are in the quarantine of the source `accounts`. */
  readonly refused: number
}

/** A scorecard may have a megabyte. */
const REQUESTS_AT_ONCE = 10

/**
 * Turns the requests of accounts into events, in their order, each in the transaction that deletes it: a kill loses none
 * and doubles none. Several processes may call it: one of them works. It takes nothing while ingest is recovered.
 */
export async function takeScorecards(
  context: OperatorOptions,
  signal?: AbortSignal,
): Promise<TakenScorecards> {
  const total = { requests: 0, changed: 0, unchanged: 0, refused: 0 }
  for (;;) {
    const taken = await retryTransaction(context.database, context.log, (client) => takeSome(client, context))
    for (const name of Object.keys(total) as (keyof TakenScorecards)[]) total[name] += taken[name]
    if (taken.requests < REQUESTS_AT_ONCE || signal?.aborted === true) return total
  }
}

async function takeSome(client: PoolClient, context: OperatorOptions): Promise<TakenScorecards> {
  const counts = { requests: 0, changed: 0, unchanged: 0, refused: 0 }
  const { rows: locks } = await client.query<{ is_mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1, 0) AND pg_try_advisory_xact_lock($2) AS is_mine',
    [INGEST_PRESENCE_CLASS, SCORECARDS_LOCK],
  )
  if (!locks[0]!.is_mine) return counts
  const { rows } = await client.query<ScorecardRequest>(
    'SELECT id, scorecard_id, ocd_id, body::text AS body FROM ingest.scorecard_request ORDER BY id LIMIT $1',
    [REQUESTS_AT_ONCE],
  )
  const run = { ...context, run_id: newRunId(context.clock.now()) }
  const refused: Rejected[] = []
  for (const row of rows) {
    counts.requests += 1
    try {
      const outcome = await recordScorecard(client, run, { ...row, ...readScorecardRequest(row.body) })
      counts[outcome] += 1
    } catch (error) {
      if (!(error instanceof LegislogError) || !REFUSED.has(error.code)) throw error
      counts.refused += 1
      refused.push(rejected(row, error.message))
    }
  }
  await quarantine(client, ACCOUNTS, run.run_id, refused)
  if (refused.length > 0) await countQuarantined(client, ACCOUNTS)
  await client.query('DELETE FROM ingest.scorecard_request WHERE id = ANY ($1::bigint[])', [
    rows.map(({ id }) => id),
  ])
  return counts
}

/** Faults of the request. A statement never fails for one of these, so the transaction goes on. */
const REFUSED: ReadonlySet<string> = new Set([
  'record_invalid',
  'record_too_large',
  'event_invalid',
  'event_too_large',
])

function rejected({ id, body }: ScorecardRequest, detail: string): Rejected {
  return {
    record: `request ${id}`,
    reason: 'record_invalid',
    detail,
    bytes: Buffer.from(body),
    jurisdiction: null,
    form: 'record',
  }
}
