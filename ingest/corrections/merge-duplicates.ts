import { inTransaction } from '../../runtime/postgres/postgres.ts'
import type { StandaloneEmitter } from '../emit/reemit.ts'
import { mergeEntities } from './merge-entities.ts'
import { findDuplicates } from './rename-session.ts'

/**
 * Merges entities that are stored twice because the source used the new name before the session was renamed; the old
 * entities stay. It merges one at a time, so an interrupted command can be repeated. Gives the number of merges.
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
      // The source uses the new name only.
      return (
        duplicates === null ||
        !(await mergeEntities(client, operator, { ...duplicates, reason, first: 'loser' }))
      )
    })
    if (isDone) return merged
  }
}
