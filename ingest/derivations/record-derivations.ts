import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { toInstant } from '../dates/instant.ts'
import type { Fact } from '../diff/change.ts'
import type { BillContext } from '../emit/bill-context.ts'
import { encodeEmission } from '../emit/emission.ts'
import type { OperatorOptions } from '../emit/operator.ts'
import { DERIVE } from '../emit/remove-derivations.ts'
import { sourceLabel } from '../emit/source-label.ts'
import { insertOutbox, type OutboxRow } from '../outbox/outbox.ts'
import { advanceSequences, type Identity, lockEntities } from '../state/identities.ts'
import { isRemoved, loadStored, saveStored } from '../state/stored-entities.ts'
import type { DerivationRequest } from './read-request.ts'

export type Wanted<R> = {
  readonly row: R
  readonly request: DerivationRequest
  readonly identity: Identity
  readonly bill: BillContext
}

type Recorded<R> = {
  readonly recorded: number
  readonly removed: number
  readonly unchanged: number
  readonly refused: readonly { readonly wanted: Wanted<R>; readonly error: LegislogError }[]
}

type State = { content: object | null; sequence: number; is_changed: boolean }

/** Compares each request with the stored derivation, in their order, and writes what changed with its events. */
export async function recordDerivations<R>(
  client: PoolClient,
  run: OperatorOptions & { readonly run_id: string },
  all: readonly Wanted<R>[],
): Promise<Recorded<R>> {
  const states = await loadStates(client, [...new Set(all.map(({ identity }) => identity.entity_id))])
  const counts = { recorded: 0, removed: 0, unchanged: 0 }
  const refused: { wanted: Wanted<R>; error: LegislogError }[] = []
  const outbox: OutboxRow[] = []
  for (const wanted of all) {
    const state = states.get(wanted.identity.entity_id)!
    const fact = factOf(state.content, wanted.request)
    if (fact === null) {
      counts.unchanged += 1
      continue
    }
    try {
      outbox.push(await encode(run, wanted, state.sequence, fact))
    } catch (error) {
      if (!(error instanceof LegislogError) || !REFUSED.has(error.code)) throw error
      refused.push({ wanted, error })
      continue
    }
    counts[fact.type === 'derivation.recorded' ? 'recorded' : 'removed'] += 1
    state.content =
      fact.type === 'derivation.recorded'
        ? { derivation: fact.part.derivation }
        : { removed: fact.part.reason, retired_actions: [] }
    state.sequence += 1
    state.is_changed = true
  }
  await save(client, states)
  await insertOutbox(client, outbox)
  return { ...counts, refused }
}

const REFUSED: ReadonlySet<string> = new Set(['event_invalid', 'event_too_large'])

export type DerivationFact = Extract<Fact, { type: 'derivation.recorded' | 'derivation.removed' }>

/** Says what changes; null if the log has it already. A model that says the same again at another time changes nothing. */
export function factOf(stored: object | null, request: DerivationRequest): DerivationFact | null {
  const before = stored === null || isRemoved(stored) ? null : (stored as { derivation: object }).derivation
  if ('removed' in request)
    return before === null ? null : { type: 'derivation.removed', part: { reason: request.removed } }
  const { derivation } = request
  if (before !== null && contentOf(before) === contentOf(derivation)) return null
  return { type: 'derivation.recorded', part: { derivation } }
}

function contentOf(derivation: object): string {
  const { generated_at: _time, ...content } = derivation as Record<string, unknown>
  return canonicalJson(content)
}

function encode<R>(
  run: OperatorOptions & { readonly run_id: string },
  { identity, bill, request }: Wanted<R>,
  sequence: number,
  fact: DerivationFact,
): Promise<OutboxRow> {
  const at = 'derivation' in request ? request.derivation.generated_at : run.clock.now().toISOString()
  const emission = {
    ...identity,
    sequence,
    facts: [fact],
    bill,
    source: sourceLabel(DERIVE, bill.jurisdiction),
    observed_at: toInstant(at),
    run_id: run.run_id,
    backfill: false,
  }
  return encodeEmission(emission, run.codec, run.settings)
}

async function loadStates(client: PoolClient, ids: readonly number[]): Promise<Map<number, State>> {
  const sequences = await lockEntities(client, ids)
  const stored = await loadStored(client, ids)
  return new Map(
    ids.map((id) => [
      id,
      { content: stored.get(id) ?? null, sequence: sequences.get(id) ?? 0, is_changed: false },
    ]),
  )
}

async function save(client: PoolClient, states: ReadonlyMap<number, State>): Promise<void> {
  const changed = [...states].flatMap(([entity_id, { content, sequence, is_changed }]) =>
    is_changed && content !== null ? [{ entity_id, content, sequence }] : [],
  )
  await saveStored(client, changed)
  await advanceSequences(client, changed)
}
