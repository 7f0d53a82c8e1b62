import type { ScorecardPolicies } from '../../../schemas/event-bodies/scorecard.ts'
import {
  defaultPolicies,
  lifetimeRules,
  missedMarks,
  missedPolicies,
  roundings,
  voteChoices,
} from '../../../schemas/vocabulary/scorecards.ts'
import { type Fields, integerOf, invalid } from '../records/fields.ts'

const words: Readonly<Record<Exclude<keyof ScorecardPolicies, 'min_votes'>, readonly string[]>> = {
  absent: missedPolicies,
  excused: missedPolicies,
  abstain: missedPolicies,
  present: missedPolicies,
  not_voting: missedPolicies,
  paired: missedPolicies,
  blank: missedPolicies,
  vote_choice: voteChoices,
  lifetime: lifetimeRules,
  rounding: roundings,
}

/** A policy that is not stated has its default. An unknown one is refused: a misspelled rule would change scores. */
export function readPolicies(fields: Fields): ScorecardPolicies {
  const known: Readonly<Record<string, readonly string[]>> = words
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'min_votes') continue
    if (known[name] === undefined)
      throw invalid(
        `policies.${name}`,
        value,
        `a policy; there are ${[...missedMarks, 'vote_choice', 'min_votes', 'lifetime', 'rounding'].join(', ')}`,
      )
    if (!known[name].includes(value as string))
      throw invalid(`policies.${name}`, value, `one of ${known[name].join(', ')}`)
  }
  const stated = { ...defaultPolicies, ...(fields as Partial<ScorecardPolicies>) }
  const minVotes = fields.min_votes === undefined ? defaultPolicies.min_votes : integerOf(fields, 'min_votes')
  if (minVotes < 1) throw invalid('policies.min_votes', minVotes, 'at least 1')
  return { ...stated, min_votes: minVotes }
}
