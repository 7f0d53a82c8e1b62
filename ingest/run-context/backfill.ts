import type { Database } from '../../runtime/postgres/postgres.ts'

/** `auto`: by the rules below. The other modes override them for a whole run. */
export type Mode = 'auto' | 'backfill' | 'live'

export type Circumstances = {
  /** This source has not reported the entity before. */
  readonly is_new: boolean
  /** An older mapper reported it, so its changes may come from the new mapper. */
  readonly is_remapped: boolean
}

/**
 * Decides which events are backfill and send no webhooks. These are all events of a (source, jurisdiction)
 * until one of its runs has succeeded, changes by a new mapper, and additions of a bulk load.
 */
export type Backfill = {
  appliesTo(jurisdiction: string, circumstances: Circumstances): boolean
  /** True if new entities must wait until it is known whether this run is a bulk load. */
  isUndecided(jurisdiction: string): boolean
  /** Says if this number of new entities decides that the run is a bulk load. */
  decide(jurisdiction: string, newEntities: number): Promise<'bulk' | 'undecided'>
  /** The input has ended, so waiting entities are live. */
  settle(): void
  /** Jurisdictions whose events were all backfill so far, because no earlier run of the source succeeded. */
  firstLoads(): readonly string[]
}

/** A run that adds more than this number, and more than this share of the stored entities, is a bulk load. */
const BULK_ENTITIES = 200
const BULK_SHARE = 1 / 5
/** A run that adds more than this is a bulk load too, because so many entities cannot wait in memory. */
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
