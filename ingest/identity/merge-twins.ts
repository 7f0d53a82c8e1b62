import { inTransaction } from '../../runtime/postgres.ts'
import type { Sweeping } from '../sessions/session-sweeps.ts'
import { mergeEntities } from './merge-entities.ts'
import { findTwins } from './rename-session.ts'

/**
 * After a session was renamed whose source had spoken under the new name already: what is held under both becomes one,
 * the old ones stay. One at a time: cut off anywhere, the same command goes on. Gives how many there were.
 */
export async function mergeTwins(
  operator: Sweeping,
  division_id: string,
  old_name: string,
  new_name: string,
): Promise<number> {
  const reason = `session ${old_name} is ${new_name}`
  for (let merged = 0; ; merged++) {
    const is_done = await inTransaction(operator.database, async (client) => {
      const twins = await findTwins(client, division_id, old_name, new_name)
      // The source speaks under the new name only.
      return twins === null || !(await mergeEntities(client, operator, { ...twins, reason, first: 'loser' }))
    })
    if (is_done) return merged
  }
}
