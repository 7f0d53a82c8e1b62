import type { PoolClient } from 'pg'
import type { Merge } from '../../ingest/identity/belongings.ts'
import { mergeEntities, splitEntity } from '../../ingest/identity/merge-entities.ts'
import { mergeDuplicates } from '../../ingest/identity/merge-twins.ts'
import { createOperator } from '../../ingest/identity/operator.ts'
import { type Renamed, renameSession } from '../../ingest/identity/rename-session.ts'
import type { StandaloneEmitter } from '../../ingest/sessions/session-sweeps.ts'
import type { EventCodec } from '../../runtime/event-codec.ts'
import { createLog } from '../../runtime/log.ts'
import { type Database, inTransaction } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { createManualClock } from './manual-clock.ts'

/** What an operator can do to identities, as the command line does it. */
export type TestOperator = {
  merge(loserId: number, winnerId: number): Promise<boolean>
  split(loserId: number): Promise<void>
  rename(divisionId: string, oldName: string, newName: string): Promise<Renamed>
  /** Where the source has spoken under the new name already: gives how many became one. */
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
