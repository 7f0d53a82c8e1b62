import { type Static, Type } from 'typebox'
import { Closed, Id, OrNull, Text, TextOrNull } from '../fields.ts'

/** A public scorecard as a widget shows it. How its scores are made is on its page. */
export const WidgetScorecard = Closed({
  id: Id,
  title: Text,
  organization: Text,
  place: Type.String({ description: 'The name of the jurisdiction', examples: ['Washington'] }),
  sessions: Type.Array(Text),
  page_url: Type.String({
    description: 'The page that shows what the scores are made of',
    examples: ['https://pages.example.org/scorecards/7'],
  }),
  scores: Type.Array(
    Closed({
      legislator_id: OrNull(Id),
      name: Text,
      party: TextOrNull,
      chamber: TextOrNull,
      district: TextOrNull,
      score: OrNull(Type.Integer({ minimum: 0, maximum: 100 })),
      printed: OrNull(Type.String({ description: 'The score as the organization printed it' })),
      rank: OrNull(Type.Integer({ minimum: 1, description: 'Among the members of the same chamber' })),
    }),
    { description: 'The highest score first, up to the limit of the widget' },
  ),
})
export type WidgetScorecard = Static<typeof WidgetScorecard>
