import type { RollCall } from '../../schemas/event-bodies/vote.ts'
import { isRemoved, isSame, type Stored } from '../state/stored-entities.ts'
import type { Change } from './change.ts'

export function diffVote(stored: Stored<'vote'> | null, vote: RollCall | undefined): Change<'vote'> {
  if (vote === undefined) return { stored, facts: [] }
  if (stored === null || isRemoved(stored))
    return { stored: { vote }, facts: [{ type: 'vote.recorded', part: { vote } }] }
  if (isSame(stored.vote, vote)) return { stored, facts: [] }
  return { stored: { vote }, facts: [{ type: 'vote.corrected', part: { vote } }] }
}
