import { inTransaction } from '../../runtime/postgres/postgres.ts'
import type { StandaloneEmitter } from '../emit/reemit.ts'
import { mergeEntities } from './merge-entities.ts'
import { findDuplicates } from './rename-session.ts'

/**
 * After a session was renamed whose source had spoken under the new name already: what is held under both becomes one,
 * the old ones stay. One at a time: cut off anywhere, the same command goes on. Gives how many there were.
 */
export async function mergeDuplicates(
  operator: StandaloneEmitter,
  divisionId: string,
  oldName: string,
  newName: string,
): Promise<number> {
  const reason = `session ${oldName} is ${newName}`
  for (let merged = 0; ; merged++) {
    const isDone = await inTransaction(operator.database, async (client) => {
      const duplicates = await findDuplicates(client, divisionId, oldName, newName)
      // The source speaks under the new name only.
      return (
        duplicates === null ||
        !(await mergeEntities(client, operator, { ...duplicates, reason, first: 'loser' }))
      )
    })
    if (isDone) return merged
  }
}
