import { type Static, Type } from 'typebox'
import { Closed, Id, OcdId, OrNull, Text, TextOrNull } from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { Office } from '../people/person.ts'
import { RepresentativesAnswer } from '../places/representatives.ts'
import { ShownBill, sheetColumns } from '../sheets/sheet-columns.ts'
import { MAX_QUESTIONS, Theme, WidgetLeads, widgetTypes } from './widget.ts'
import { WidgetScorecard } from './widget-scorecard.ts'

/** A type and a token, which is no secret of a person: whoever reads the page has it. */
export const WidgetTokenPath = Type.Object({
  type: Type.String({ description: 'The type of the widget', examples: ['bill-grid'] }),
  token: Type.String({ description: 'The token of the widget' }),
})

const WidgetLegislator = Closed({
  id: Id,
  ocd_id: OcdId,
  name: Text,
  party: TextOrNull,
  jurisdiction: TextOrNull,
  chamber: TextOrNull,
  district: TextOrNull,
  email: TextOrNull,
  offices: Type.Array(Office),
})
export type WidgetLegislator = Static<typeof WidgetLegislator>

export const WidgetData = Closed({
  type: Type.Enum([...widgetTypes]),
  name: Text,
  origins: Type.Array(Type.String({ examples: ['https://www.example.org'] }), {
    description: 'Sites that may embed it',
  }),
  theme: Theme,
  columns: Type.Array(Type.Enum([...sheetColumns])),
  bills: Type.Array(ShownBill, {
    description: 'bill_ids: in their order; otherwise the latest action first, or the best match for words',
  }),
  legislator: OrNull(WidgetLegislator),
  scorecard: OrNull(WidgetScorecard),
  takes_leads: Type.Boolean({ description: 'true if visitors can sign up' }),
})
export type WidgetData = Static<typeof WidgetData>

/** What a visitor sees of the form, and the proof that the form was read. */
export const LeadForm = Closed({
  ...WidgetLeads.properties,
  form: Type.String({
    description: 'Send it back with the sign-up, from three seconds to a day later',
    examples: ['1767225600.6yL2zQ0v9mXW3ZkV1p4b8A'],
  }),
})
export type LeadForm = Static<typeof LeadForm>

const short = (most: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: most, description, examples: [example] }))

export const LeadRequest = Closed({
  email: Type.String({
    minLength: 3,
    maxLength: 254,
    description: 'It gets a mail whose link confirms the sign-up',
    examples: ['visitor@example.org'],
  }),
  name: short(100, 'The name of the visitor', 'Ada Visitor'),
  consent: Type.Literal(true, { description: 'The visitor agreed to the consent text of the form' }),
  form: Type.String({
    maxLength: 200,
    description: 'The `form` of the form',
    examples: ['1767225600.6yL2zQ0v'],
  }),
  page: short(500, 'The address of the page on which the visitor signed up', 'https://www.example.org/bills'),
  source: Type.Optional(
    Type.String({
      pattern: '^[\\w.-]{1,50}$',
      description: 'Where the visitor came from, in one word',
      examples: ['newsletter'],
    }),
  ),
  district: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^ocd-division/country:[a-z]{2}(/[a-z_]+:[a-z0-9_~.-]+)*$',
      description: 'The division id of the district of the visitor',
      examples: ['ocd-division/country:us/state:wa/sldl:22'],
    }),
  ),
  answers: Type.Optional(
    Type.Array(Type.String({ maxLength: 500, examples: ['HB 12'] }), {
      maxItems: MAX_QUESTIONS,
      description: 'One for each question of the form, in their order; an empty text is no answer',
    }),
  ),
  website: Type.Optional(
    Type.String({
      maxLength: 500,
      examples: [''],
      description: 'Leave it out: people do not see it, and programs fill it in',
    }),
  ),
})
export type LeadRequest = Static<typeof LeadRequest>

export const LeadAccepted = Closed({
  accepted: Type.Literal(true),
  detail: Type.String({
    description: 'The same for every address',
    examples: ['If the address can be written to, a mail with a link is on its way.'],
  }),
})

/** An answer to a visitor: districts, officials with contacts, and the ids of the districts. */
export const WidgetLookupAnswer = Type.Pick(RepresentativesAnswer, [
  'matched',
  'geographies',
  'representatives',
  'reason',
  'suggestions',
  'divisions',
])

export const WidgetLookupBody = Closed({
  address: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: NOT_BLANK,
    description: 'A street address with city and state, or with a ZIP code',
    examples: ['416 Sid Snyder Ave SW, Olympia, WA 98504'],
  }),
})
