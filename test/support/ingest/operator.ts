import type { PoolClient } from 'pg'
import { mergeDuplicates } from '../../../ingest/corrections/merge-duplicates.ts'
import { mergeEntities, splitEntity } from '../../../ingest/corrections/merge-entities.ts'
import { type Renamed, renameSession } from '../../../ingest/corrections/rename-session.ts'
import { createOperator } from '../../../ingest/emit/operator.ts'
import type { StandaloneEmitter } from '../../../ingest/emit/reemit.ts'
import type { Merge } from '../../../ingest/state/merges.ts'
import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { createLog } from '../../../runtime/log.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createManualClock } from '../clocks/manual-clock.ts'

/** Operations on identities, as the command line does them. */
export type TestOperator = {
  merge(loserId: number, winnerId: number): Promise<boolean>
  split(loserId: number): Promise<void>
  rename(divisionId: string, oldName: string, newName: string): Promise<Renamed>
  /** For a source that has already used the new name. Returns the number of merged entities. */
  renameAndMerge(divisionId: string, oldName: string, newName: string): Promise<number>
}

export function createTestOperator(database: Database, settings: Settings, codec: EventCodec): TestOperator {
  const log = createLog('test', 'silent')
  const decide = <T>(work: (client: PoolClient, operator: StandaloneEmitter) => Promise<T>) =>
    inTransaction(database, (client) =>
      work(client, createOperator({ database, settings, codec, log, clock: createManualClock() })),
    )
  return {
    merge(loserId, winnerId) {
      const merge: Merge = { loser_id: loserId, winner_id: winnerId, reason: 'an operator said so' }
      return decide((client, operator) => mergeEntities(client, operator, merge))
    },
    split: (loserId) => decide((client, operator) => splitEntity(client, operator, loserId)),
    async renameAndMerge(divisionId, oldName, newName) {
      await decide((client) => renameSession(client, divisionId, oldName, newName, { merges: true }))
      const operator = createOperator({ database, settings, codec, log, clock: createManualClock() })
      return mergeDuplicates(operator, divisionId, oldName, newName)
    },
    rename: (divisionId, oldName, newName) =>
      decide((client) => renameSession(client, divisionId, oldName, newName)),
  }
}
