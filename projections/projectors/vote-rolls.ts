import { type Projector, write } from '../read-model/projector.ts'
import { voteRollsTable } from '../tables/vote-tables.ts'

/** The vote of each member: one JSON list per roll call, because it is only read whole. */
export const voteRolls: Projector<'vote.recorded' | 'vote.corrected' | 'vote.removed'> = {
  name: 'vote-rolls',
  events: ['vote.recorded', 'vote.corrected', 'vote.removed'],
  tables: [voteRollsTable],
  touches: () => [],
  evolve(_rows, event) {
    const voteId = event.body.id
    if (event.type === 'vote.removed') return [write(voteRollsTable, { vote_id: voteId, votes: null })]
    const votes = JSON.stringify(
      event.body.vote.votes.map((vote) => ({
        option: vote.option,
        option_text: vote.option_text,
        voter_name: vote.voter_name,
        district: vote.district,
        party: vote.party ?? null,
        state: vote.state ?? null,
        note: vote.note,
        source_id: vote.source_id,
      })),
    )
    return [write(voteRollsTable, { vote_id: voteId, votes })]
  },
}
