import type pg from 'pg'
import { insertOutbox, type OutboxRow } from '../../ingest/outbox/outbox.ts'
import { advanceSequences, lockEntities } from '../../ingest/state/identities.ts'
import type { Release } from '../../projections/parked-retry/retry-parked.ts'
import type { EmitReleases } from '../../projections/rebuild/switch/emit-changed.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { encodeRelease } from './emit-release.ts'

/**
 * Puts events about all rows that moved in a swap into the outbox, in the swap's transaction. They are
 * backfill, which sends no webhook. Gives the entities that ingest does not know and cannot emit.
 */
export function emitReleases(codec: EventCodec, settings: Settings): EmitReleases {
  return async (client, releases) => {
    const sequences = await lockEntities(
      client,
      releases.map(({ entity_id }) => entity_id),
    )
    const known = releases.filter(({ entity_id }) => sequences.has(entity_id))
    const { at, ocd_ids } = await facts(client, known)
    const rows: OutboxRow[] = []
    for (const release of known) {
      const { entity_id } = release
      const entity = { ocd_id: ocd_ids.get(entity_id)!, sequence: sequences.get(entity_id)!, at }
      rows.push(
        await encodeRelease(
          release,
          entity,
          { source: 'legislog/rebuild', run_id: 'rebuild', backfill: true },
          codec,
          settings,
        ),
      )
    }
    await advanceSequences(
      client,
      known.map(({ entity_id }) => ({ entity_id, sequence: sequences.get(entity_id)! + 1 })),
    )
    await insertOutbox(client, rows)
    return releases.filter(({ entity_id }) => !sequences.has(entity_id))
  }
}

async function facts(
  client: pg.PoolClient,
  releases: readonly Release[],
): Promise<{ at: string; ocd_ids: Map<number, string> }> {
  const { rows } = await client.query<{ id: number; ocd_id: string; at: string }>(
    'SELECT id, ocd_id, now() AS at FROM ingest.entity WHERE id = ANY ($1::bigint[])',
    [releases.map(({ entity_id }) => entity_id)],
  )
  return { at: rows[0]?.at ?? '', ocd_ids: new Map(rows.map(({ id, ocd_id }) => [id, ocd_id])) }
}
