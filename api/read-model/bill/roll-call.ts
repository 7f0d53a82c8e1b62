import { voteOptions } from '../../../schemas/vocabulary/vocabulary.ts'
import { withMembers } from '../../read-schema/json-text.ts'
import type { PersonLookup } from '../people/printed-names.ts'
import type { VoteRow } from './votes.ts'

type PrintedVote = {
  readonly voter_name: string
  readonly option: string
  readonly party: string | null
}
type PartyCount = { party: string; counts: { option: string; value: number }[] }

const printedVotes = (row: VoteRow): PrintedVote[] => (row.votes === null ? [] : JSON.parse(row.votes))

/** Gives the stored roll call with each member's vote, and the person if the printed name is matched. */
export function rollCall(row: VoteRow, personOf: PersonLookup): string {
  const printed = printedVotes(row)
  const votes = printed.map((vote) => ({
    ...vote,
    person: personOf(vote.voter_name, row.vote_chamber) ?? null,
  }))
  return withMembers(row.item ?? '{}', {
    party_counts: JSON.stringify(partyCounts(printed)),
    votes: JSON.stringify(votes),
  })
}

export const voterNames = (rows: readonly VoteRow[]): string[] =>
  rows.flatMap((row) => printedVotes(row).map(({ voter_name }) => voter_name))

/** Counts votes by party, in the order of the parties' names; empty if no party is printed. */
export function partyCounts(votes: readonly PrintedVote[]): PartyCount[] {
  if (votes.every(({ party }) => party === null)) return []
  const byParty = Map.groupBy(votes, ({ party }) => party ?? '')
  return [...byParty]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([party, own]) => ({
      party,
      counts: voteOptions
        .map((option) => ({ option, value: own.filter((vote) => vote.option === option).length }))
        .filter(({ value }) => value > 0),
    }))
}
