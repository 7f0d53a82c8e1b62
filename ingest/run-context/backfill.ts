import type { Database } from '../../runtime/postgres/postgres.ts'

/** `auto`: by the rules below. The others override them for a whole run. */
export type Mode = 'auto' | 'backfill' | 'live'

export type Circumstances = {
  /** This source has not told of the entity before. */
  readonly is_new: boolean
  /** It has, by an older mapper: what changes may be the mapper's doing. */
  readonly is_remapped: boolean
}

/**
 * Which events are old news and send no webhooks: all of a (source, jurisdiction) until a run of it has ended well; what
 * a new mapper changes; and what a bulk load adds.
 */
export type Backfill = {
  appliesTo(jurisdiction: string, circumstances: Circumstances): boolean
  /** Whether it matters, and is not yet known, if this run is a bulk load: what is new has to wait. */
  isUndecided(jurisdiction: string): boolean
  /** That so many new entities have been seen settles it, or not yet. */
  decide(jurisdiction: string, newEntities: number): Promise<'bulk' | 'undecided'>
  /** The input has ended: whatever waits is live. */
  settle(): void
  /** Those of which all that was looked at so far was old news, since no run of the source has ended well before. */
  firstLoads(): readonly string[]
}

/** A run that adds more than this, and more than this share of what is held, is a bulk load. */
const BULK_ENTITIES = 200
const BULK_SHARE = 1 / 5
/** And so is one that adds more than this: that many are not kept waiting in memory. */
const BULK_ENTITIES_ALWAYS = 5_000

export async function createBackfill(database: Database, source: string, mode: Mode): Promise<Backfill> {
  const { rows } = await database.query<{ jurisdiction: string }>(
    'SELECT jurisdiction FROM ingest.source_jurisdiction WHERE source = $1 AND live_since IS NOT NULL',
    [source],
  )
  const live = new Set(rows.map(({ jurisdiction }) => jurisdiction))
  const bulk = new Set<string>()
  const storedCounts = new Map<string, number>()
  const firstLoads = new Set<string>()
  let settled = false

  return {
    appliesTo(jurisdiction, { is_new, is_remapped }) {
      if (mode !== 'auto') return mode === 'backfill'
      if (!live.has(jurisdiction)) firstLoads.add(jurisdiction)
      return !live.has(jurisdiction) || is_remapped || (is_new && bulk.has(jurisdiction))
    },
    isUndecided(jurisdiction) {
      return mode === 'auto' && !settled && live.has(jurisdiction) && !bulk.has(jurisdiction)
    },
    async decide(jurisdiction, newEntities) {
      if (newEntities <= BULK_ENTITIES) return 'undecided'
      const storedCount =
        storedCounts.get(jurisdiction) ?? (await countSnapshots(database, source, jurisdiction))
      storedCounts.set(jurisdiction, storedCount)
      if (newEntities <= storedCount * BULK_SHARE && newEntities <= BULK_ENTITIES_ALWAYS) return 'undecided'
      bulk.add(jurisdiction)
      return 'bulk'
    },
    settle() {
      settled = true
    },
    firstLoads: () => [...firstLoads].toSorted(),
  }
}

async function countSnapshots(database: Database, source: string, jurisdiction: string): Promise<number> {
  const { rows } = await database.query<{ stored: number }>(
    'SELECT count(*) AS stored FROM ingest.snapshot WHERE source = $1 AND jurisdiction = $2',
    [source, jurisdiction],
  )
  return rows[0]?.stored ?? 0
}
