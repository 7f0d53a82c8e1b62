import { type Static, Type } from 'typebox'
import { Closed, DivisionId, Instant, OrNull } from '../fields.ts'

const Count = Type.Integer({ minimum: 0 })
const Time = OrNull(Instant)
/** An instant with its meaning. */
const TimeThat = (description: string) => OrNull(Type.Unsafe<string>({ ...Instant, description }))
const Name = (example: string) => Type.String({ examples: [example] })

const Source = Closed({
  source: Type.String({ examples: ['federal-register'] }),
  interval_s: OrNull(Type.Integer({ description: 'Seconds between fetches; null: it only comes as files' })),
  is_late: Type.Boolean({ description: 'The last successful fetch is older than twice the interval' }),
  last_status: OrNull(Type.Enum(['done', 'failed', 'stopped', 'lost'])),
  last_ended_at: Time,
  last_success_at: Time,
  last_error: OrNull(Name('The publisher answered 503')),
  fetch_failures: Type.Integer({ minimum: 0, description: 'Failed fetches in a row' }),
})

const Quarantined = Closed({
  source: Type.String({ examples: ['federal-register'] }),
  reason: Name('invalid'),
  jurisdiction: OrNull(DivisionId),
  records: Count,
  last_seen_at: Instant,
  example_id: Type.Integer({ description: '`legislog quarantine show` takes it' }),
  example: Type.String({
    description: 'What is wrong with the newest of them, at most 300 characters',
    examples: ['title is missing'],
  }),
})

const Parked = Closed({
  reader: Type.Enum(['projections', 'webhooks', 'alerts'], { description: 'Who could not take the event' }),
  read_schema: OrNull(Type.String({ description: 'Of projections', examples: ['read_0001'] })),
  topic: Type.String({ examples: ['legislog.bills.v1'] }),
  partition: Count,
  offset: Count,
  key: Name('ocd-bill/0f6f6b1e-35a5-5f2e-8a62-6a3f6c9f1d0b'),
  code: Name('event_invalid'),
  error: Type.String({
    description: 'At most 300 characters',
    examples: ['bill.title is 7; it must be a text'],
  }),
  parked_at: Instant,
})

const Schema = Closed({
  name: Type.String({ examples: ['read_0001'] }),
  is_live: Type.Boolean(),
  state: Type.Enum(['building', 'projecting', 'frozen', 'dropping']),
  watermark: TimeThat('Changes recorded before this time are in its rows'),
  keep_until: Time,
  created_at: Instant,
})

const Rebuild = Closed({
  id: Count,
  read_schema: Type.String({ examples: ['read_0002'] }),
  phase: Type.Enum(['load', 'index', 'catch_up', 'compare', 'swap', 'done', 'abandoned']),
  until_at: TimeThat('The past time whose state it makes; null: of now'),
  error: OrNull(Name('3 rows differ')),
  started_at: Instant,
  ended_at: Time,
})

const Derived = Closed(
  {
    through: TimeThat('How far the service followed the changes of bills'),
    bills_to_do: Type.Integer({ minimum: 0, description: 'Changed bills that wait, counted up to 100,000' }),
    results: Type.Array(Closed({ kind: Name('sections'), results: Count, bytes: Count })),
    failures: Type.Array(
      Closed({
        kind: Name('sections'),
        reason: Name('the text has no words'),
        results: Count,
        retry_at: Instant,
      }),
      {
        description: 'At most 20 kinds of failure',
      },
    ),
    model_due: Type.Integer({ minimum: 0, description: 'Texts that a model is to write, up to 100,000' }),
  },
  { description: 'What is derived from texts of bills' },
)

/** What may need the hand of an operator. Commands change it: the API only shows it. */
export const Operations = Closed({
  as_of: Instant,
  sources: Type.Array(Source),
  quarantine: Type.Array(Quarantined, {
    description: 'By source, reason and place, most records first, at most 100',
  }),
  parked: Type.Array(Parked, {
    description: 'Events that a reader could not take, newest first, at most 100',
  }),
  read_schemas: Type.Array(Schema),
  rebuilds: Type.Array(Rebuild, { description: 'The newest first, at most 20' }),
  derived: Derived,
})
export type Operations = Static<typeof Operations>
