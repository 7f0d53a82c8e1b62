import type { BillCore, Sponsor, Version } from '../../../schemas/event-bodies/bill.ts'
import type { Committee, Person, Role } from '../../../schemas/event-bodies/reference.ts'
import type { MemberVote, RollCall } from '../../../schemas/event-bodies/vote.ts'
import { regulationOf } from './regulations.ts'

/** Complete parts with a value in every field; a test overrides only the fields that matter to it. */
export const WA = 'ocd-division/country:us/state:wa'

export const stamp = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z')
export const noBill = { id: null, ocd_id: null, identifier: null, subjects: null }

export const washington = {
  division_id: WA,
  jurisdiction_id: 'ocd-jurisdiction/country:us/state:wa/government',
  abbreviation: 'wa',
  name: 'Washington',
  classification: 'state',
  url: null,
  chambers: [{ chamber: 'lower', name: 'House of Representatives' }],
}

export const someCommittee: Committee = {
  jurisdiction: WA,
  chamber: 'lower',
  name: 'Rules',
  classification: 'committee',
  parent_ocd_id: null,
  memberships: [],
  links: [],
  other_names: [],
  sources: [],
}

export function billCore(core: Partial<BillCore>): BillCore {
  return {
    jurisdiction: WA,
    session: '2025-2026',
    identifier: 'HB 1',
    chamber: 'lower',
    title: 'An act',
    classification: ['bill'],
    subjects: [],
    abstracts: [],
    other_titles: [],
    other_identifiers: [],
    citations: [],
    introduced_on: '2026-01-12',
    sources: [{ url: 'https://leg.example/', note: '' }],
    extras: { note: 'as the source has it' },
    session_known: true,
    ...core,
  }
}

export function rollCall(
  votes: readonly (readonly [string, MemberVote['option']])[],
  roll: Partial<RollCall>,
): RollCall {
  return {
    jurisdiction: WA,
    session: '2025-2026',
    chamber: 'lower',
    organization: null,
    identifier: 'Roll 1',
    motion_text: 'Final passage',
    motion_classification: ['passage'],
    start_date: '2026-02-01',
    end_date: null,
    result: 'pass',
    counts: [{ option: 'yes', value: votes.filter(([, option]) => option === 'yes').length }],
    votes: votes.map(([voter_name, option]) => ({
      option,
      option_text: null,
      voter_name,
      district: null,
      note: '',
      source_id: null,
    })),
    sources: [],
    dedupe_key: null,
    bill_action: null,
    extras: {},
    ...roll,
  }
}

export function person(name: string, role: Partial<Role> | null, party: string): Person {
  const whole: Role = {
    type: 'lower',
    jurisdiction: WA,
    chamber: 'lower',
    district: '5',
    division_id: null,
    title: 'Representative',
    start_date: '2025-01-01',
    end_date: null,
    end_reason: null,
    ...role,
  }
  return {
    name,
    given_name: null,
    family_name: null,
    middle_name: null,
    suffix: null,
    gender: null,
    email: null,
    biography: null,
    birth_date: null,
    death_date: null,
    image: null,
    party: [{ name: party, start_date: null, end_date: null }],
    roles: role === null ? [] : [whole],
    offices: [{ classification: 'capitol', name: null, address: 'Olympia', voice: '555-0100', fax: null }],
    links: [],
    other_names: [],
    other_identifiers: [],
    sources: [],
    extras: {},
  }
}

export const someRegulation = regulationOf({
  document_number: '2026-00001',
  publication_date: '2026-01-05',
  title: 'Energy conservation standards',
  abstract: 'Standards for pumps.',
  agencies: [
    { name: 'Energy Department', slug: 'energy-department', source_id: '136', parent_source_id: null },
  ],
  docket_ids: ['EERE-2026-0001'],
  rins: ['1904-AF00'],
  cfr_references: [{ title: 10, part: '431', chapter: null }],
})

/** Sponsors of a bill; the first is the primary one. */
export function sponsorsOf(billId: number, names: readonly string[]): Sponsor[] {
  return names.map((name, index) => ({
    id: `spo-${billId}-${name}`,
    name,
    entity_type: 'person',
    classification: index === 0 ? 'primary' : 'cosponsor',
    primary: index === 0,
    chamber: null,
    district: null,
    sponsored_on: null,
    withdrawn_on: null,
    source_id: null,
  }))
}

export function textsOf(billId: number, kind: 'version' | 'document', notes: readonly string[]): Version[] {
  return notes.map((note) => ({
    id: `${kind}-${billId}-${note}`,
    note,
    date: '2026-01-02',
    classification: '',
    links: [{ url: `https://leg.example/${billId}/${note}.pdf`, media_type: 'application/pdf' }],
    text: null,
  }))
}
