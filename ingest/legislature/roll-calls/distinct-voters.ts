import type { MemberVote, RollCall } from '../../../schemas/event-bodies/vote.ts'

/**
 * Lists each member of a roll call once under each option. The source's ids decide whether two lines are one member. A
 * name alone does not, because two members may share it. Then a repeat is dropped only if the reported total of its
 * option counts it once. A member listed under two options cast at most one vote, and nothing shows which one: both
 * lines stay, and the roll call gets `extras.voters_under_two_options`. Reported totals do not change;
 * `extras.repeated_voters` counts dropped lines.
 */
export function withDistinctVoters(vote: RollCall): RollCall {
  const votes = distinctVotes(vote)
  const repeated = vote.votes.length - votes.length
  const undecided = underTwoOptions(votes)
  if (repeated === 0 && undecided.length === 0) return vote
  const extras = {
    ...vote.extras,
    ...(repeated > 0 && { repeated_voters: repeated }),
    ...(undecided.length > 0 && { voters_under_two_options: undecided }),
  }
  return { ...vote, votes: [...votes], extras }
}

type Ballot = Pick<MemberVote, 'option' | 'option_text'>
const ballotOf = ({ option, option_text = null }: { option: string; option_text?: string | null }): string =>
  JSON.stringify([option, option_text])

function distinctVotes({ votes, counts }: RollCall): readonly MemberVote[] {
  const seen = new Set<string>()
  const lines = votes.map((vote) => {
    const ballot = ballotOf(vote)
    const key = `${ballot} ${nameOf(vote)}`
    const isFirst = !seen.has(key)
    seen.add(key)
    return { vote, ballot, is_first: isFirst }
  })
  if (lines.every(({ is_first }) => is_first)) return votes
  const firsts = new Map<string, number>()
  for (const { ballot, is_first } of lines) if (is_first) firsts.set(ballot, (firsts.get(ballot) ?? 0) + 1)
  const isRepeat = (vote: MemberVote, ballot: string): boolean =>
    vote.source_id !== null || reportedTotal(counts, votes, vote) === firsts.get(ballot)
  return lines
    .filter(({ vote, ballot, is_first }) => is_first || !isRepeat(vote, ballot))
    .map(({ vote }) => vote)
}

const nameOf = ({ source_id, voter_name, district, party, state }: MemberVote): string =>
  source_id === null ? JSON.stringify([voter_name, district, party ?? null, state ?? null]) : `#${source_id}`

/** The total that was reported for a word of the ballot, or for its option if totals are by options alone. */
function reportedTotal(counts: RollCall['counts'], votes: readonly Ballot[], cast: Ballot): number | null {
  const ballot = ballotOf(cast)
  const exact = counts.filter((one) => ballotOf(one) === ballot)
  if (exact.length > 0) return exact.reduce((sum, { value }) => sum + value, 0)
  const isAlone = votes.every((one) => one.option !== cast.option || ballotOf(one) === ballot)
  const ofOption = counts.filter((one) => one.option === cast.option)
  return isAlone && ofOption.length > 0 ? ofOption.reduce((sum, { value }) => sum + value, 0) : null
}

function underTwoOptions(votes: readonly MemberVote[]): { voter_name: string; options: string[] }[] {
  const byVoter = Map.groupBy(
    votes.filter(({ source_id }) => source_id !== null),
    ({ source_id }) => source_id,
  )
  return [...byVoter.values()]
    .filter((lines) => new Set(lines.map(ballotOf)).size > 1)
    .map((lines) => ({
      voter_name: lines[0]!.voter_name,
      options: lines.map(({ option, option_text }) => option_text ?? option),
    }))
}
