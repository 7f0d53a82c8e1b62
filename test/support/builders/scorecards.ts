import type { ScoredAct, ScoredMember } from '../../../derive/scores/scored-members.ts'
import type {
  Scorecard,
  ScorecardItem,
  ScorecardMember,
  ScorecardPolicies,
} from '../../../schemas/event-bodies/scorecard.ts'
import { defaultPolicies, type ScorecardMark } from '../../../schemas/vocabulary/scorecards.ts'
import type { EventBuilder, Named } from './event-builder.ts'
import { WA } from './event-parts.ts'

export const act = (key: string, more: Partial<ScoredAct> = {}): ScoredAct => ({
  key,
  item_id: key,
  weight: 1,
  share_of: 1,
  session: '2026',
  majority: 'for',
  ...more,
})
export const member = (
  who: string,
  marks: Readonly<Record<string, ScorecardMark>>,
  ranked_with = '',
): ScoredMember<string> => ({
  who,
  ranked_with,
  marks: new Map(Object.entries(marks)),
})
export const policies = (more: Partial<ScorecardPolicies> = {}): ScorecardPolicies => ({
  ...defaultPolicies,
  ...more,
})

export const scorecardItem = (id: string, more: Partial<ScorecardItem> = {}): ScorecardItem => ({
  id,
  kind: 'vote',
  vote_ocd_id: null,
  bill_ocd_id: null,
  session: null,
  bill_identifier: null,
  roll_call: null,
  chamber: null,
  date: null,
  position: 'yes',
  weight: 1,
  title: `Item ${id}`,
  why: null,
  url: null,
  ...more,
})

export const scorecardMember = (name: string, more: Partial<ScorecardMember> = {}): ScorecardMember => ({
  name,
  source_id: null,
  chamber: 'lower',
  party: null,
  district: null,
  state: null,
  printed: null,
  marks: null,
  ...more,
})

export const someScorecard = (more: Partial<Scorecard> = {}): Scorecard => ({
  title: 'Bee scorecard',
  organization: { name: 'Society of Beekeepers', url: 'https://bees.example/' },
  jurisdiction: WA,
  sessions: ['2025-2026'],
  method: 'computed',
  policies: defaultPolicies,
  printed_unit: 'none',
  published_on: '2026-05-01',
  url: null,
  items: [],
  members: [],
  ...more,
})

export function emitScorecard(story: EventBuilder, more: Partial<Scorecard> = {}): Named {
  const named = story.mint('ocd-scorecard')
  story.emit('scorecard.published', {
    ...named,
    scorecard: someScorecard({ title: `Card ${named.id}`, ...more }),
  })
  return named
}
