import { type Static, Type } from 'typebox'
import { scorecardMarks, scorecardMethods, unscoredReasons } from '../../vocabulary/scorecards.ts'
import { chambers } from '../../vocabulary/vocabulary.ts'
import { ChamberOrNull } from '../bills/bill.ts'
import { Closed, Id, Instant, OcdId, OrNull, Page, Text, TextOrNull } from '../fields.ts'
import { collectionQuery } from '../parameters.ts'

export const scoreSorts = ['-score', 'score', 'name'] as const
export type ScoreSort = (typeof scoreSorts)[number]

export const ScoresQuery = collectionQuery({
  chamber: Type.Optional(Type.Enum([...chambers])),
  sort: Type.Optional(
    Type.Enum([...scoreSorts], {
      description: '`-score` (default): the highest first; members without a score come last',
    }),
  ),
  format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'Default: `json`' })),
})
export type ScoresQuery = Static<typeof ScoresQuery>

const Points = OrNull(Type.Integer({ minimum: 0 }))
const Percent = OrNull(Type.Integer({ minimum: 0, maximum: 100 }))

export const ScoredAct = Closed({
  item_id: Type.String({ description: 'The item of the scorecard' }),
  vote: OrNull(Closed({ id: Id, ocd_id: OcdId }, { description: 'The roll call that was counted' })),
  mark: Type.Enum([...scorecardMarks], {
    description: 'What the member did, seen from the position of the organization',
  }),
  points: Type.Integer({ minimum: 0 }),
  possible: Type.Integer({ minimum: 0, description: '0 if it does not count' }),
})

export const Score = Closed({
  id: Type.String({ description: 'Within the scorecard' }),
  updated_at: Instant,
  legislator: OrNull(
    Closed(
      {
        id: Id,
        ocd_id: OcdId,
        name: Text,
        party: TextOrNull,
        chamber: ChamberOrNull,
        district: TextOrNull,
      },
      { description: 'null: the printed name fits nobody, or several people' },
    ),
  ),
  name: Type.String({ description: 'As printed; of a matched voter, the name of the legislator' }),
  chamber: ChamberOrNull,
  points: Points,
  possible: Points,
  score: Percent,
  printed: OrNull(Type.String({ description: 'The score as the organization printed it' })),
  rank: OrNull(Type.Integer({ minimum: 1, description: 'Among the members of the same chamber' })),
  reason: OrNull(Type.Enum([...unscoredReasons], { description: 'Why there is no score' })),
  sessions: Type.Array(
    Closed({
      session: TextOrNull,
      points: Type.Integer({ minimum: 0 }),
      possible: Type.Integer({ minimum: 0 }),
      score: Percent,
    }),
    { description: 'The score of each session; the mean of these is the score if `lifetime` is `mean`' },
  ),
  items: Type.Array(ScoredAct, {
    description: 'Their points add up to `points`, and so do the possible ones',
  }),
})

export const ScoreMethod = Closed({
  name: Type.Enum([...scorecardMethods]),
  version: Type.Integer({ minimum: 1 }),
  points_of_weight: Type.Integer({
    minimum: 1,
    description: 'Points of an act of weight 1, so that halves and shares of roll calls are whole numbers',
  }),
})

export const ScorePage = Closed({ ...Page(Score).properties, method: ScoreMethod })

export const LegislatorScorecardsQuery = collectionQuery({})

/** A scorecard with the score of one legislator. */
export const LegislatorScorecard = Closed({
  id: Id,
  ocd_id: OcdId,
  updated_at: Instant,
  scorecard: Closed({ id: Id, ocd_id: OcdId, title: Text, organization: Text, sessions: Type.Array(Text) }),
  points: Points,
  possible: Points,
  points_of_weight: Type.Integer({ minimum: 1 }),
  score: Percent,
  printed: TextOrNull,
  rank: OrNull(Type.Integer({ minimum: 1 })),
  reason: OrNull(Type.Enum([...unscoredReasons])),
})
export const LegislatorScorecardPage = Page(LegislatorScorecard)
