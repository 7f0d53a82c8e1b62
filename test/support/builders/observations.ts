import { billKey, sessionKey, voteKey } from '../../../ingest/identity/identity-keys.ts'
import type {
  BillParts,
  Observation,
  ObservationGroup,
  ObservationOf,
  PartsOf,
} from '../../../ingest/source-interface/observation.ts'

/** Observations of an invented state, as a source would make them; every field can be overridden. */
export const DIVISION = 'ocd-division/country:us/state:wa'
export const SESSION = '2025-2026'

type Overrides<T extends 'bill' | 'vote' | 'person'> = Partial<Omit<ObservationOf<T>, 'parts' | 'entity'>>

const common = {
  discriminator: null,
  ocd_id: null,
  jurisdiction: DIVISION,
  observed_at: '2026-01-10T00:00:00Z',
  schema_rank: 1,
  bill: null,
  aliases: [],
  removed: null,
} as const

export type SeenAction = BillParts['actions'][number]

export function action(date: string, description: string, classification: string[] = []): SeenAction {
  return { date, description, classification, chamber: 'lower', organization: null, related_entities: [] }
}

export function sponsor(name: string, primary = true): BillParts['sponsors'][number] {
  return {
    name,
    entity_type: 'person',
    classification: primary ? 'primary' : 'cosponsor',
    primary,
    chamber: null,
    district: null,
    sponsored_on: null,
    withdrawn_on: null,
    source_id: null,
  }
}

export function version(note: string, url: string): BillParts['versions'][number] {
  return { note, date: null, classification: '', links: [{ url, media_type: 'text/html' }], text: null }
}

export function core(identifier: string, overrides: Partial<BillParts['core']> = {}): BillParts['core'] {
  return {
    jurisdiction: DIVISION,
    session: SESSION,
    identifier,
    chamber: 'lower',
    title: `An act about ${identifier}`,
    classification: ['bill'],
    subjects: [],
    abstracts: [],
    other_titles: [],
    other_identifiers: [],
    citations: [],
    sources: [{ url: `https://example.gov/${identifier.replace(' ', '')}`, note: '' }],
    extras: {},
    ...overrides,
  }
}

export function bill(
  identifier: string,
  parts: Partial<BillParts> & { title?: string; subjects?: string[] } = {},
  overrides: Overrides<'bill'> = {},
): ObservationOf<'bill'> {
  const { title, subjects, ...lists } = parts
  return {
    ...common,
    entity: 'bill',
    key: billKey(DIVISION, SESSION, identifier),
    record: `bill ${identifier}`,
    ...overrides,
    parts: {
      core: core(identifier, { ...(title && { title }), ...(subjects && { subjects }) }),
      actions: [],
      sponsors: [],
      versions: [],
      documents: [],
      related_bills: [],
      ...lists,
    },
  }
}

export function vote(
  about: string | null,
  dedupeKey: string,
  roll: Partial<PartsOf['vote']['vote']> = {},
  overrides: Overrides<'vote'> = {},
): ObservationOf<'vote'> {
  const bill_key = about === null ? null : billKey(DIVISION, SESSION, about)
  const vote = {
    jurisdiction: DIVISION,
    session: SESSION,
    chamber: 'lower',
    organization: null,
    identifier: '',
    motion_text: 'Final passage',
    motion_classification: ['passage'],
    start_date: '2026-02-01',
    end_date: null,
    result: 'pass',
    counts: [
      { option: 'yes', value: 2 },
      { option: 'no', value: 1 },
    ],
    votes: [member('Chase', 'yes'), member('Orcutt', 'yes'), member('Thai', 'no')],
    sources: [],
    dedupe_key: dedupeKey,
    bill_action: null,
    extras: {},
    ...roll,
  }
  return {
    ...common,
    entity: 'vote',
    key: voteKey({
      about: bill_key ?? sessionKey(DIVISION, SESSION),
      dedupe_key: dedupeKey,
      organization: 'lower',
      start_date: vote.start_date,
      motion_text: vote.motion_text,
      identifier: vote.identifier,
      source_url: '',
    }),
    bill:
      about === null || bill_key === null
        ? null
        : { key: bill_key, identifier: about, jurisdiction: DIVISION, session: SESSION },
    record: `vote ${dedupeKey}`,
    ...overrides,
    parts: { vote },
  }
}

export function member(voterName: string, option: string): PartsOf['vote']['vote']['votes'][number] {
  return { option, option_text: null, voter_name: voterName, district: null, note: '', source_id: null }
}

export function session(identifier = SESSION): ObservationOf<'session'> {
  return {
    ...common,
    entity: 'session',
    key: sessionKey(DIVISION, identifier),
    record: `session ${identifier}`,
    parts: {
      session: {
        jurisdiction: DIVISION,
        identifier,
        name: identifier,
        classification: 'primary',
        start_date: null,
        end_date: null,
        active: null,
      },
    },
  }
}

export function legislator(
  name: string,
  seat: { chamber?: string; district?: string; start_date?: string | null; end_date?: string | null } = {},
  details: Partial<PartsOf['person']['person']> = {},
): ObservationOf<'person'> {
  const { chamber = 'lower', district = '1', start_date = null, end_date = null } = seat
  const ocdId = `ocd-person/${name.toLowerCase().replaceAll(/[^a-z]/g, '-')}`
  const words = name.split(' ')
  return {
    ...common,
    entity: 'person',
    key: ocdId,
    ocd_id: ocdId,
    record: `person ${name}`,
    parts: {
      person: {
        name,
        given_name: words[0] ?? null,
        family_name: words.slice(1).join(' '),
        middle_name: null,
        suffix: null,
        gender: null,
        email: null,
        biography: null,
        birth_date: null,
        death_date: null,
        image: null,
        party: [],
        roles: [
          {
            type: chamber,
            jurisdiction: DIVISION,
            chamber,
            district,
            division_id: null,
            title: null,
            start_date,
            end_date,
            end_reason: null,
          },
        ],
        offices: [],
        links: [],
        other_names: [],
        other_identifiers: [],
        sources: [],
        extras: {},
        ...details,
      },
    },
  }
}

export function alone(...observations: readonly Observation[]): ObservationGroup[] {
  return observations.map((observation) => [observation])
}
