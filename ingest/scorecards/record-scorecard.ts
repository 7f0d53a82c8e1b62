import type { PoolClient } from 'pg'
import type { Scorecard } from '../../schemas/event-bodies/scorecard.ts'
import { toInstant } from '../dates/instant.ts'
import { canonicalize } from '../decide/canonicalize.ts'
import { diff, remove } from '../diff/diff.ts'
import { encodeEmission } from '../emit/emission.ts'
import type { OperatorOptions } from '../emit/operator.ts'
import { sourceLabel } from '../emit/source-label.ts'
import { insertOutbox } from '../outbox/outbox.ts'
import { invalid } from '../sources/records/fields.ts'
import { advanceSequences, findByOcdId, type Identity, lockEntities } from '../state/identities.ts'
import { createPrintedNames, namesOfScorecard } from '../state/printed-names.ts'
import { isRemoved, loadStored, type Stored, saveStored } from '../state/stored-entities.ts'
import type { WantedScorecard } from './read-request.ts'

/** The source of events that accounts cause. */
export const ACCOUNTS = 'accounts'
const COUNTRY = 'ocd-division/country:us'

type Wanted = { readonly scorecard_id: number; readonly ocd_id: string } & WantedScorecard

/**
 * Compares a request with the stored scorecard, and writes what changed with its event. Everything that can be refused is
 * refused before the first write.
 */
export async function recordScorecard(
  client: PoolClient,
  run: OperatorOptions & { readonly run_id: string },
  wanted: Wanted,
): Promise<'changed' | 'unchanged'> {
  const known = (await findByOcdId(client, [wanted.ocd_id])).get(wanted.ocd_id)
  if (known === undefined && 'removed' in wanted) return 'unchanged'
  const identity = known ?? {
    entity_id: wanted.scorecard_id,
    ocd_id: wanted.ocd_id,
    kafka_key: wanted.ocd_id,
  }
  const sequences = await lockEntities(client, [identity.entity_id])
  const stored = ((await loadStored(client, [identity.entity_id])).get(identity.entity_id) ??
    null) as Stored<'scorecard'> | null
  const change =
    'removed' in wanted
      ? remove('scorecard', wanted.ocd_id, stored, wanted.removed)
      : diff({
          entity: 'scorecard',
          ocd_id: wanted.ocd_id,
          stored,
          parts: canonicalize('scorecard', { scorecard: wanted.scorecard }),
          session: null,
        })
  if (change.facts.length === 0 || change.stored === null) return 'unchanged'
  const emission = {
    ...identity,
    sequence: sequences.get(identity.entity_id) ?? 0,
    facts: change.facts,
    bill: null,
    source: sourceLabel(ACCOUNTS, scorecardIn(change.stored)?.jurisdiction ?? COUNTRY),
    observed_at: toInstant(run.clock.now().toISOString()),
    run_id: run.run_id,
    backfill: false,
  }
  const row = await encodeEmission(emission, run.codec, run.settings)
  if (known === undefined) await insertEntity(client, identity)
  await saveStored(client, [{ entity_id: identity.entity_id, content: change.stored }])
  await advanceSequences(client, [
    { entity_id: identity.entity_id, sequence: emission.sequence + change.facts.length },
  ])
  const scorecard = scorecardIn(change.stored)
  if (scorecard !== null) await createPrintedNames().add(client, namesOfScorecard({ scorecard }))
  await insertOutbox(client, [row])
  return 'changed'
}

const scorecardIn = (stored: Stored<'scorecard'>): Scorecard | null =>
  isRemoved(stored) ? null : stored.scorecard

/** Accounts take their ids from the sequence of all entities, so an id that is taken shows a wrong backup. */
async function insertEntity(client: PoolClient, { entity_id, ocd_id, kafka_key }: Identity): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO ingest.entity (id, ocd_id, entity_type, kafka_key) VALUES ($1, $2, 'scorecard', $3)
     ON CONFLICT DO NOTHING`,
    [entity_id, ocd_id, kafka_key],
  )
  if (rowCount === 0) throw invalid('scorecard_id', entity_id, 'an id that no other entity has')
}
