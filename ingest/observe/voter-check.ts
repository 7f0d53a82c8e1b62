import type { PoolClient } from 'pg'
import { matchName } from '../legislature/names/match-name.ts'
import { type NamedLegislator, nameLegislator } from '../legislature/names/named-legislator.ts'
import { countRejected, isTableWord, rejectVoters } from '../legislature/roll-calls/listed-voters.ts'
import type { Observation, ObservationGroup } from '../source-interface/observation.ts'
import { loadPeople } from '../state/people.ts'
import { namesOfVote } from '../state/printed-names.ts'

type Database = Pick<PoolClient, 'query'>

export type VoterCheck = {
  /** Removes voters that are words of a misread table and gives the number of removed voters. */
  settle(group: ObservationGroup): Promise<{ readonly group: ObservationGroup; readonly rejected: number }>
}

/**
 * `Nay` in a list of voters is a heading, unless a legislator of that chamber and day has that name. Legislators are
 * read only if such a word is listed, once per run and place.
 */
export function createVoterCheck(database: Database): VoterCheck {
  const people = new Map<string, Promise<readonly NamedLegislator[]>>()
  const peopleOf = (jurisdiction: string) => {
    const loading =
      people.get(jurisdiction) ??
      loadPeople(database, jurisdiction).then((legislators) => legislators.map(nameLegislator))
    people.set(jurisdiction, loading)
    return loading
  }
  const settleOne = async (observation: Observation): Promise<Observation> => {
    if (observation.entity !== 'vote') return observation
    const { vote } = observation.parts
    if (vote?.votes.some(({ voter_name }) => isTableWord(voter_name)) !== true) return observation
    const legislators = await peopleOf(vote.jurisdiction)
    const borne = new Set(
      [...namesOfVote({ vote })]
        .filter((name) => isTableWord(name.name) && matchName(name, legislators).candidates > 0)
        .map(({ name }) => name),
    )
    const settled = rejectVoters(vote, ({ voter_name }) =>
      isTableWord(voter_name) && !borne.has(voter_name) ? 'a word of the table' : null,
    )
    return { ...observation, parts: { vote: settled } }
  }
  return {
    async settle(group) {
      if (group[0]?.entity !== 'vote') return { group, rejected: 0 }
      const settled = await Promise.all(group.map(settleOne))
      const rejected = settled.reduce((sum, { parts }) => sum + rejectedIn(parts), 0)
      return { group: settled, rejected }
    },
  }
}

const rejectedIn = (parts: Observation['parts']): number =>
  'vote' in parts && parts.vote !== undefined ? countRejected(parts.vote) : 0
