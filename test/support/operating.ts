import type { PoolClient } from 'pg'
import type { Merge } from '../../ingest/identity/belongings.ts'
import { mergeEntities, splitEntity } from '../../ingest/identity/merge-entities.ts'
import { mergeTwins } from '../../ingest/identity/merge-twins.ts'
import { createOperator } from '../../ingest/identity/operator.ts'
import { type Renamed, renameSession } from '../../ingest/identity/rename-session.ts'
import type { Sweeping } from '../../ingest/sessions/session-sweeps.ts'
import type { EventCodec } from '../../runtime/event-codec.ts'
import { createLog } from '../../runtime/log.ts'
import { type Database, inTransaction } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { createManualClock } from './manual-clock.ts'

/** What an operator can do to identities, as the command line does it. */
export type Operating = {
  merge(loser_id: number, winner_id: number): Promise<boolean>
  split(loser_id: number): Promise<void>
  rename(division_id: string, old_name: string, new_name: string): Promise<Renamed>
  /** Where the source has spoken under the new name already: gives how many became one. */
  renameAndMerge(division_id: string, old_name: string, new_name: string): Promise<number>
}

export function createOperating(database: Database, settings: Settings, codec: EventCodec): Operating {
  const log = createLog('test', 'silent')
  const decide = <T>(work: (client: PoolClient, operator: Sweeping) => Promise<T>) =>
    inTransaction(database, (client) =>
      work(client, createOperator({ database, settings, codec, log, clock: createManualClock() })),
    )
  return {
    merge(loser_id, winner_id) {
      const merge: Merge = { loser_id, winner_id, reason: 'an operator said so' }
      return decide((client, operator) => mergeEntities(client, operator, merge))
    },
    split: (loser_id) => decide((client, operator) => splitEntity(client, operator, loser_id)),
    async renameAndMerge(division_id, old_name, new_name) {
      await decide((client) => renameSession(client, division_id, old_name, new_name, { merges: true }))
      const operator = createOperator({ database, settings, codec, log, clock: createManualClock() })
      return mergeTwins(operator, division_id, old_name, new_name)
    },
    rename: (division_id, old_name, new_name) =>
      decide((client) => renameSession(client, division_id, old_name, new_name)),
  }
}
