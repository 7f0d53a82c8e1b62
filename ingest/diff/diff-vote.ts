import type { RollCall } from '../../schemas/event/vote.ts'
import { type Change, type Held, isRemoved, isSame } from '../observe/held.ts'

export function diffVote(held: Held<'vote'> | null, vote: RollCall | undefined): Change<'vote'> {
  if (vote === undefined) return { held, facts: [] }
  if (held === null || isRemoved(held))
    return { held: { vote }, facts: [{ type: 'vote.recorded', part: { vote } }] }
  if (isSame(held.vote, vote)) return { held, facts: [] }
  return { held: { vote }, facts: [{ type: 'vote.corrected', part: { vote } }] }
}
