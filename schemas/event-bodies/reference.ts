import { type Static, Type } from 'typebox'
import { chambers, sessionClosers } from '../vocabulary/vocabulary.ts'
import { DateOnly, DivisionId, EventBody, Link, Nullable, Source, Word } from './common.ts'

const NotedLink = Type.Object({ url: Type.String(), note: Type.String() })

export const Jurisdiction = Type.Object({
  division_id: DivisionId,
  jurisdiction_id: Type.String({ description: 'ocd-jurisdiction/country:us/state:wa/government' }),
  abbreviation: Type.String({ description: 'Postal code, lower case; `us` for Congress' }),
  name: Type.String(),
  classification: Type.String({ description: 'state, district, territory, country, municipality' }),
  url: Nullable(Type.String()),
  chambers: Type.Array(Type.Object({ chamber: Word(chambers, 'Chamber.'), name: Type.String() })),
})
export type Jurisdiction = Static<typeof Jurisdiction>

export const Session = Type.Object({
  jurisdiction: DivisionId,
  identifier: Type.String(),
  name: Type.String(),
  classification: Type.String({ description: 'primary or special' }),
  start_date: Nullable(DateOnly),
  end_date: Nullable(DateOnly),
  active: Nullable(Type.Boolean()),
})
export type Session = Static<typeof Session>

export const Role = Type.Object({
  type: Type.String({ description: 'upper, lower, legislature, governor, lt_governor, mayor …' }),
  jurisdiction: DivisionId,
  chamber: Nullable(Word(chambers, 'Chamber, for a legislative role.')),
  district: Nullable(Type.String({ description: 'Always a string' })),
  division_id: Nullable(Type.String()),
  title: Nullable(Type.String()),
  start_date: Nullable(DateOnly),
  end_date: Nullable(DateOnly),
  end_reason: Nullable(Type.String()),
})
export type Role = Static<typeof Role>

export const Person = Type.Object({
  name: Type.String(),
  given_name: Nullable(Type.String()),
  family_name: Nullable(Type.String()),
  middle_name: Nullable(Type.String()),
  suffix: Nullable(Type.String()),
  gender: Nullable(Type.String()),
  email: Nullable(Type.String()),
  biography: Nullable(Type.String()),
  birth_date: Nullable(Type.String()),
  death_date: Nullable(Type.String()),
  image: Nullable(Type.String()),
  party: Type.Array(
    Type.Object({
      name: Type.String(),
      start_date: Nullable(Type.String()),
      end_date: Nullable(Type.String()),
    }),
  ),
  roles: Type.Array(Role),
  offices: Type.Array(
    Type.Object({
      classification: Type.String(),
      name: Nullable(Type.String()),
      address: Nullable(Type.String()),
      voice: Nullable(Type.String()),
      fax: Nullable(Type.String()),
    }),
  ),
  links: Type.Array(NotedLink),
  other_names: Type.Array(
    Type.Object({
      name: Type.String(),
      start_date: Nullable(Type.String()),
      end_date: Nullable(Type.String()),
    }),
  ),
  other_identifiers: Type.Array(Type.Object({ scheme: Type.String(), identifier: Type.String() })),
  sources: Type.Array(Source),
  extras: Type.Record(Type.String(), Type.Unknown()),
})
export type Person = Static<typeof Person>

export const Committee = Type.Object({
  jurisdiction: DivisionId,
  chamber: Nullable(Word(chambers, 'Chamber.')),
  name: Type.String(),
  classification: Type.String({ description: 'committee or subcommittee' }),
  parent_ocd_id: Nullable(Type.String()),
  memberships: Type.Array(
    Type.Object({
      person_name: Type.String(),
      role: Type.String(),
      person_ocd_id: Nullable(Type.String()),
      start_date: Nullable(Type.String()),
      end_date: Nullable(Type.String()),
    }),
  ),
  links: Type.Array(NotedLink),
  other_names: Type.Array(Type.Object({ name: Type.String() })),
  sources: Type.Array(Source),
})
export type Committee = Static<typeof Committee>

export const Organization = Type.Object({
  jurisdiction: DivisionId,
  name: Type.String(),
  classification: Type.String(),
  parent_name: Nullable(Type.String()),
  links: Type.Array(Link),
  sources: Type.Array(Source),
})
export type Organization = Static<typeof Organization>

/** A place, district or ward, as the specification writes its id. */
export const Division = Type.Object({
  division_id: Type.String({ description: 'In the form of the specification: state:dc, cd:1, country:gb' }),
  country: Type.String({ description: 'Two letters; gb for the United Kingdom' }),
  type: Type.String({ description: 'Of its last part: country, state, county, place, sldl, cd …' }),
  parent_id: Nullable(Type.String({ description: 'The division it lies in; null for a country' })),
  name: Type.String(),
  other_names: Type.Array(Type.Object({ name: Type.String(), language: Type.String() })),
  valid_from: Nullable(Type.String({ description: 'YYYY-MM-DD or YYYY; null where nobody says' })),
  valid_through: Nullable(Type.String({ description: 'YYYY-MM-DD or YYYY; null while it is in force' })),
  aliases: Type.Array(Type.String(), { description: 'Other ids that mean it, sorted' }),
  forms: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Nullable(Type.String()),
      valid_from: Nullable(Type.String()),
      valid_through: Nullable(Type.String()),
    }),
    { description: 'The ids under which its source lists it, each as it stands there: retired ones too' },
  ),
  identifiers: Type.Array(Type.Object({ scheme: Type.String(), identifier: Type.String() })),
  extras: Type.Record(Type.String(), Type.Unknown()),
})
export type Division = Static<typeof Division>

/**
 * A printed name and the person it means. It is a separate fact, so that votes are not rewritten when people
 * load later.
 */
export const NameMatch = Type.Object({
  jurisdiction: DivisionId,
  session: Type.String(),
  chamber: Nullable(Word(chambers, 'Chamber.')),
  printed_name: Type.String(),
  person: Nullable(Type.Object({ id: Type.Integer(), ocd_id: Type.String() })),
  candidates: Type.Integer({ description: '1 where matched, 0 where nobody, more where ambiguous' }),
})
export type NameMatch = Static<typeof NameMatch>

export const JurisdictionObserved = EventBody({ jurisdiction: Jurisdiction })
export const SessionObserved = EventBody({ session: Session })
export const SessionClosed = EventBody({
  closed_on: DateOnly,
  reopened: Type.Optional(
    Type.Boolean({ description: 'true: that it was closed on that day is taken back' }),
  ),
  closed_by: Type.Optional(Word(sessionClosers, 'By whose word; absent where a source says it.')),
})
export const JurisdictionRemoved = EventBody({ reason: Type.String() })

export const SessionRemoved = EventBody({ reason: Type.String() })
export const PersonObserved = EventBody({ person: Person })
export const PersonMerged = EventBody({ into: Type.Object({ id: Type.Integer(), ocd_id: Type.String() }) })
export const PersonRemoved = EventBody({ reason: Type.String() })
export const CommitteeObserved = EventBody({ committee: Committee })
export const CommitteeRemoved = EventBody({ reason: Type.String() })
export const OrganizationObserved = EventBody({ organization: Organization })
export const OrganizationRemoved = EventBody({ reason: Type.String() })
export const DivisionObserved = EventBody({ division: Division })
export const DivisionRemoved = EventBody({ reason: Type.String() })
export const NameMatched = EventBody({ match: NameMatch })

/** Appended under a parked key once its events could be applied: moves `at`, so that sync clients see them. */
export const KeyReleased = EventBody({ released_ids: Type.Array(Type.Integer()) })
