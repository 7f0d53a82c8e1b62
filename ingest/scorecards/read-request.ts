import type { Scorecard } from '../../schemas/event-bodies/scorecard.ts'
import { asFields, invalid, textOf } from '../sources/records/fields.ts'

export type ScorecardRequest = {
  readonly id: number
  readonly scorecard_id: number
  readonly ocd_id: string
  readonly body: string
}
export type WantedScorecard = { readonly scorecard: Scorecard } | { readonly removed: string }

/** Postgres stores this character in no text. */
const NUL = '\\u0000'

/** The schema of the event decides whether the scorecard is one. Throws `record_invalid`. */
export function readScorecardRequest(body: string): WantedScorecard {
  if (body.includes(NUL)) throw invalid('body', NUL, 'text without this character')
  const fields = asFields(JSON.parse(body), 'body')
  if (fields.removed !== undefined) return { removed: textOf(fields, 'removed') }
  return { scorecard: asFields(fields.scorecard, 'scorecard') as Scorecard }
}
