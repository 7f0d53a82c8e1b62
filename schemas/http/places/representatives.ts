import { type Static, type TProperties, Type } from 'typebox'
import { matchLevels, unmatchedReasons } from '../../vocabulary/vocabulary.ts'
import { Parts } from '../bills/bill-parameters.ts'
import {
  Closed,
  Day,
  DivisionId,
  Id,
  NotedLink,
  OcdId,
  OrNull,
  Text,
  TextOrNull,
  unlinked,
} from '../fields.ts'
import { NOT_BLANK } from '../not-blank.ts'
import { Office } from '../people/person.ts'

const lookupParts = ['details', 'congress', 'next'] as const
export type LookupPart = (typeof lookupParts)[number]

const MAX_BATCH = 500
const AS_OF = 'The day of the districts and officials, YYYY-MM-DD; default: today (UTC)'

const place = {
  address: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: NOT_BLANK,
      description: 'A street address with city and state, or with a ZIP code',
      examples: ['416 Sid Snyder Ave SW, Olympia, WA 98504'],
    }),
  ),
  lat: Type.Optional(
    Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'Degrees, WGS 84, with `lng`',
      examples: [47.0353],
    }),
  ),
  lng: Type.Optional(
    Type.Number({
      minimum: -180,
      maximum: 180,
      description: 'Degrees, WGS 84, with `lat`',
      examples: [-122.9049],
    }),
  ),
}
const as_of = Type.Optional(
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: AS_OF, examples: ['2026-11-03'] }),
)
const PARTS =
  '`details`: where and how the address was found, and contacts; `congress`: members of Congress; `next`: the districts of a map that is in force later'

const Parameters = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** Either `address`, or `lat` and `lng`. */
export const LookupQuery = Parameters({ ...place, as_of, include: Parts(lookupParts, PARTS) })

const include = Type.Optional(
  Type.Array(Type.Enum([...lookupParts]), { uniqueItems: true, description: PARTS }),
)
export const LookupBody = Closed({ ...place, as_of, include })
export const BatchBody = Closed({
  lookups: Type.Array(Closed(place), {
    minItems: 1,
    maxItems: MAX_BATCH,
    description: 'Each has `address`, or `lat` and `lng`. They are answered in this order',
  }),
  as_of,
  include,
})
export type LookupBody = Static<typeof LookupBody>

const Geographies = Closed({
  matched: Type.Boolean({ examples: [true] }),
  state: OrNull(Type.String({ description: 'Its name', examples: ['Washington'] })),
  upper_district: OrNull(
    Type.String({
      description: 'The only chamber of a legislature counts as the upper one',
      examples: ['22'],
    }),
  ),
  lower_district: OrNull(
    Type.String({ description: 'Two districts of one address are joined with `; `', examples: ['22'] }),
  ),
})

const representative = {
  id: Id,
  name: Text,
  party: OrNull(Type.String({ description: 'null if no source gives it' })),
  chamber: Type.Enum(['upper', 'lower']),
  district: Type.String({ description: 'As its legislature calls it, with the seat', examples: ['22'] }),
  email: TextOrNull,
  ocd_id: OcdId,
}
const contact = {
  division_id: Type.Optional(DivisionId),
  title: Type.Optional(TextOrNull),
  image: Type.Optional(TextOrNull),
  ...unlinked,
  offices: Type.Optional(Type.Array(Office)),
  links: Type.Optional(Type.Array(NotedLink)),
  legislator: Type.Optional(
    Type.String({ description: 'The path of the person', examples: ['/v1/legislators/1042'] }),
  ),
}
/** `include=details` adds the members that may be absent. */
const Representative = Closed({ ...representative, ...contact })

const DivisionOfAnswer = Closed({
  division_id: DivisionId,
  type: Type.String({ examples: ['sldl'] }),
  boundary_release: Type.String({ description: 'The map that is in force', examples: ['census-sld-2024'] }),
  valid_from: OrNull(Day),
  valid_to: OrNull(Day),
})

const details = {
  normalized_address: OrNull(
    Type.String({
      description: 'The address in one spelling; null for a position',
      examples: ['416 SID SNYDER AVE SW, OLYMPIA, WA 98504'],
    }),
  ),
  match_level: Type.Enum([...matchLevels], {
    description: '`street`: the whole street lies in one district of each chamber',
  }),
  confidence: Type.Integer({ minimum: 0, maximum: 100, examples: [100] }),
  point: Closed({
    lat: Type.Number({ examples: [47.0353] }),
    lng: Type.Number({ examples: [-122.9049] }),
  }),
  divisions: Type.Array(DivisionOfAnswer),
  county: TextOrNull,
  place: TextOrNull,
  boundary_release: Closed({
    upper: OrNull(Type.String({ examples: ['census-sld-2024'] })),
    lower: OrNull(Type.String({ examples: ['census-sld-2024'] })),
  }),
  source: Type.Array(Text, { description: 'The releases of addresses that were used' }),
  local: Type.Array(DivisionOfAnswer, { description: 'Council districts that are loaded' }),
}

/** The members of the specification. The others are requested, or explain why nothing matched. */
export const RepresentativesAnswer = Closed({
  matched: Type.Boolean({ examples: [true] }),
  geographies: Geographies,
  representatives: Type.Array(Representative),
  reason: Type.Optional(Type.Enum([...unmatchedReasons], { description: 'If `matched` is false' })),
  suggestions: Type.Optional(
    Type.Array(Text, { maxItems: 5, description: 'For `ambiguous`: addresses in one spelling' }),
  ),
  ...Type.Partial(Type.Object(details)).properties,
  congress: Type.Optional(
    Closed({ representatives: Type.Array(Representative), senators: Type.Array(Representative) }),
  ),
  next: Type.Optional(
    OrNull(
      Closed(
        {
          effective_on: Day,
          geographies: Geographies,
          representatives: Type.Array(Representative, {
            description: 'Those whose term begins on that day or later',
          }),
        },
        { description: 'null if no later map is loaded' },
      ),
    ),
  ),
})

const Count = Type.Integer({ minimum: 0 })
export const BatchAnswer = Closed({
  results: Type.Array(
    Closed({
      status: Type.Integer({
        description: 'The status that the lookup would have in a request of its own',
        examples: [200],
      }),
      code: OrNull(
        Type.String({
          description: 'null for 200. `monthly_lookup_cap`: it was not tried',
          examples: ['monthly_lookup_cap'],
        }),
      ),
      detail: TextOrNull,
      answer: OrNull(RepresentativesAnswer),
    }),
  ),
  counts: Closed({
    matched: Type.Integer({ minimum: 0, description: 'Billed' }),
    unmatched: Count,
    failed: Count,
    not_tried: Count,
  }),
})
