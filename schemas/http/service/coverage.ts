import { type Static, Type } from 'typebox'
import { Closed, Day, DivisionId, Instant, OrNull, Text, TextOrNull } from '../fields.ts'
import { BoundaryItem } from '../places/boundary.ts'
import { AddressCoverage } from './address-coverage.ts'

const Count = Type.Integer({ minimum: 0 })
const Time = OrNull(Instant)
const Ratio = OrNull(Type.Number({ minimum: 0, maximum: 1 }))

const State = Type.Enum(['loaded', 'requestable'], {
  description: '`requestable`: it is not loaded yet, but can be requested',
})

const SourceCoverage = Closed({
  source: Text,
  interval_s: OrNull(
    Type.Integer({ description: 'Seconds between fetches; null if the source only comes as files' }),
  ),
  is_late: Type.Boolean({ description: 'The last successful fetch is older than twice the interval' }),
  last_seen_at: Time,
  last_success_at: Time,
  last_change_at: Time,
  held: Type.Record(Type.String(), Count, { description: 'Stored data of this source, by kind' }),
  quarantined: Type.Integer({ description: 'Records that could not be read or mapped' }),
})

const LatestRun = Closed({
  source: Text,
  success: Type.Boolean(),
  status: Type.Enum(['done', 'failed', 'stopped', 'lost']),
  start_time: Time,
  end_time: Time,
})

/** The greatest count of any one source by kind: two sources of one place mostly report the same entities. */
const HeldCounts = Closed(
  {
    bills: Count,
    votes: Count,
    texts: Type.Integer({ description: 'Bills with a stored text' }),
    people: Count,
    committees: Count,
    sessions: Count,
    regulations: Count,
    boundaries: Count,
  },
  { description: 'Per kind, the count of the source that has the most' },
)

const Within = (share: string) =>
  OrNull(Type.Number({ description: `${share} took at most this long; null if that is more than 11 days` }))
const Since = Type.String({ description: 'The first of these days (UTC) that has a count' })

const SeenDelays = OrNull(
  Closed({
    events: Type.Integer({ minimum: 1 }),
    p50_s: Within('Half of them'),
    p95_s: Within('95 of 100'),
    since: Since,
  }),
)
const ReceivedDelays = OrNull(
  Closed({
    deliveries: Type.Integer({ minimum: 20, description: 'A lower bound: 20, 50, 100, 200, 500 …' }),
    p50_s: Within('Half of them'),
    p95_s: Within('95 of 100'),
    since: Since,
  }),
)

/** Measured, from the counts of runtime/delays/delay-classes.ts. */
const MeasuredDelays = Closed(
  {
    api: Closed(
      { two_days: SeenDelays, seven_days: SeenDelays },
      { description: 'Time until readers of `updated_since` see an event; null if there was none' },
    ),
    webhook: Closed(
      { two_days: ReceivedDelays, seven_days: ReceivedDelays },
      {
        description:
          'Time until the receiver answered, over all deliveries that succeeded at the first attempt; null if there were fewer than 20',
      },
    ),
  },
  {
    description:
      'How long live events took from their record in the log. `two_days`: today and yesterday (UTC); `seven_days`: today and the six days before',
  },
)

const place = {
  ocd_id: DivisionId,
  division_id: Type.String({ description: 'Equal to `ocd_id`' }),
  name: TextOrNull,
}

export const JurisdictionCoverage = Closed({
  ...place,
  classification: TextOrNull,
  status: State,
  loaded: Type.Boolean(),
  requestable: Type.Boolean(),
  held: HeldCounts,
  sources: Type.Array(SourceCoverage),
  latest_runs: Type.Array(LatestRun),
  last_success_at: Time,
  last_change_at: Time,
  unmatched: OrNull(
    Closed(
      {
        voters: Count,
        unmatched_voters: Count,
        voters_ratio: Ratio,
        sponsors: Count,
        unmatched_sponsors: Count,
        sponsors_ratio: Ratio,
      },
      { description: 'Counts of printed names, and of those that match no person' },
    ),
  ),
  numbers: OrNull(
    Closed(
      { present: Count, missing: Count },
      { description: 'Bill numbers: those present, and the gaps between them' },
    ),
  ),
  overdue_sessions: Type.Array(
    Closed({
      session: Text,
      ended_on: OrNull(
        Type.String({
          description: 'Date by which the session was over; null: only its source says that it is over',
        }),
      ),
      last_action_on: OrNull(Day),
    }),
    {
      description: 'Sessions that seem to have ended but are not closed: their bills still look alive',
    },
  ),
  visible_through: Type.String({ description: 'Changes recorded before this time are visible' }),
  lag_s: Type.Number({ description: 'Seconds since that time: the delay from the log to this API' }),
  delays: MeasuredDelays,
})

/** The collection envelope; a report has no tombstones. */
export const CoveragePage = Closed({
  data: Type.Array(JurisdictionCoverage),
  next_cursor: OrNull(Type.String({ description: 'Pass it as `cursor` to get the next page' })),
})

const Gap = Closed({
  session: Text,
  prefix: Text,
  present: Count,
  lowest: Type.Integer(),
  highest: Type.Integer(),
  missing: Count,
  first_missing: Type.Array(Type.Integer(), { description: 'The first missing numbers, at most ten' }),
})

export const DivisionCoverage = Closed({
  ...place,
  aliases: Type.Array(Text, { description: 'Other ids of this entity' }),
  type: Text,
  parent_id: TextOrNull,
  is_listed: Type.Boolean({ description: 'false: no loaded list could contain this division' }),
  valid_from: TextOrNull,
  valid_through: TextOrNull,
  boundary: Closed({
    status: State,
    loaded: Type.Boolean(),
    requestable: Type.Boolean(),
    href: Type.String({ description: 'Address of the boundary, if it is loaded' }),
    maps: Type.Array(BoundaryItem, { description: 'Every map that is loaded, the oldest first' }),
  }),
  addresses: AddressCoverage,
  legislators: Type.Integer({ description: 'Legislators who have a seat today' }),
  jurisdiction: JurisdictionCoverage,
  gaps: Type.Array(Gap, {
    description: 'Series of numbers with a gap, newest session first; at most 100',
  }),
})

export const CoverageQuery = Type.Object(
  {
    ocd_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 220,
        description: 'A division id; without it, pages of all jurisdictions',
        examples: ['ocd-division/country:us/state:ne/sldu:7'],
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 2000, description: 'The `next_cursor` of the previous page' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of items on a page' })),
  },
  { additionalProperties: false },
)
export type CoverageQuery = Static<typeof CoverageQuery>

export const Coverage = Type.Union([DivisionCoverage, CoveragePage])
