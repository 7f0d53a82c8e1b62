import type { Action, BillCore, Sponsor, Version } from '../../schemas/event-bodies/bill.ts'
import type { Derivation } from '../../schemas/event-bodies/derivation.ts'
import type { Person } from '../../schemas/event-bodies/reference.ts'
import type { Regulation } from '../../schemas/event-bodies/regulation.ts'
import type { RollCall } from '../../schemas/event-bodies/vote.ts'
import type { EventBodyOf } from '../../schemas/log/event-schemas.ts'

/** Bodies of a small invented state; every builder takes what a test wants otherwise. */
export const division = 'ocd-division/country:us/state:gs'
export const session = '2025'

export type Entity = { readonly id: number; readonly ocd_id: string }

export const billEntity = (id: number): Entity => ({ id, ocd_id: `ocd-bill/${id}` })
export const voteEntity = (id: number): Entity => ({ id, ocd_id: `ocd-vote/${id}` })
export const derivationEntity = (id: number): Entity => ({ id, ocd_id: `ocd-derivation/${id}` })

export const billContext = (bill: Entity, identifier = `HB ${bill.id}`) => ({
  ...bill,
  identifier,
  jurisdiction: division,
  session,
  subjects: null,
})

export const core = (identifier: string, changes: Partial<BillCore> = {}): BillCore => ({
  jurisdiction: division,
  session,
  identifier,
  chamber: 'lower',
  title: `An act about ${identifier}`,
  classification: ['bill'],
  subjects: ['Water'],
  abstracts: [{ abstract: 'What it does.', note: 'summary' }],
  other_titles: [],
  other_identifiers: [],
  citations: [],
  introduced_on: '2025-01-14',
  sources: [{ url: `https://legis.example/${identifier}`, note: '' }],
  extras: {},
  session_known: true,
  ...changes,
})

export const action = (
  id: string,
  date: string,
  description: string,
  changes: Partial<Action> = {},
): Action => ({
  id,
  date,
  chamber: 'lower',
  organization: null,
  description,
  classification: [],
  related_entities: [],
  ...changes,
})

export const sponsor = (id: string, name: string, changes: Partial<Sponsor> = {}): Sponsor => ({
  id,
  name,
  entity_type: 'person',
  classification: 'primary',
  primary: true,
  chamber: 'lower',
  district: null,
  sponsored_on: null,
  withdrawn_on: null,
  source_id: null,
  ...changes,
})

export const version = (id: string, note: string): Version => ({
  id,
  note,
  date: '2025-01-14',
  classification: '',
  links: [{ url: `https://legis.example/${id}.pdf`, media_type: 'application/pdf' }],
  text: null,
})

export const rollCall = (changes: Partial<RollCall> = {}): RollCall => ({
  jurisdiction: division,
  session,
  chamber: 'lower',
  organization: null,
  identifier: '',
  motion_text: 'Third reading',
  motion_classification: ['passage'],
  start_date: '2025-02-03T14:00:00-08:00',
  end_date: null,
  result: 'pass',
  counts: [
    { option: 'yes', value: 2 },
    { option: 'no', value: 1 },
  ],
  votes: [member('Adams', 'yes'), member('Brook', 'yes'), member('Cole', 'no')],
  sources: [{ url: 'https://legis.example/votes/1', note: '' }],
  dedupe_key: null,
  bill_action: null,
  extras: {},
  ...changes,
})

export const derivation = (changes: Partial<Derivation> = {}): Derivation => ({
  kind: 'summary',
  language: 'en',
  text: 'Sets a fee of $5 for river permits.',
  content: {},
  citations: [{ section: '2', start: 120, end: 146, quote: 'a fee of $5 is established' }],
  method: 'model',
  method_version: 1,
  model: 'test-model',
  prompt_version: 1,
  version_id: 'v1',
  text_sha256: 'a'.repeat(64),
  generated_at: '2026-01-10T12:00:00.000Z',
  ...changes,
})

export const member = (voterName: string, option: string) => ({
  option,
  option_text: null,
  voter_name: voterName,
  district: null,
  note: '',
  source_id: null,
})

export const statusBody = (
  bill: Entity,
  from: string | null,
  to: string,
): EventBodyOf<'bill.status_changed'> => ({
  ...bill,
  bill: billContext(bill),
  from,
  to,
  detail: null,
  date: '2025-02-03',
  action_id: null,
  progress: [{ status: to, detail: null, date: '2025-02-03', action_id: null }],
})

export const person = (name: string, changes: Partial<Person> = {}): Person => ({
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
  party: [{ name: 'Independent', start_date: null, end_date: null }],
  roles: [
    {
      type: 'lower',
      jurisdiction: division,
      chamber: 'lower',
      district: '5',
      division_id: `${division}/sldl:5`,
      title: null,
      start_date: '2025-01-06',
      end_date: '2027-01-04',
      end_reason: null,
    },
  ],
  offices: [],
  links: [],
  other_names: [],
  other_identifiers: [],
  sources: [],
  extras: {},
  ...changes,
})

export const regulation = (documentNumber: string, changes: Partial<Regulation> = {}): Regulation => ({
  jurisdiction: 'ocd-division/country:us',
  document_number: documentNumber,
  publication_date: '2026-01-05',
  type: 'proposed_rule',
  subtype: null,
  title: 'Limits for dust',
  abstract: 'Lower limits.',
  action: null,
  citation: null,
  agencies: [{ name: 'Dust Agency', slug: 'dust-agency', source_id: '1', parent_source_id: null }],
  docket_ids: ['DUST-2026-0001'],
  rins: ['1234-AB56'],
  cfr_references: [{ title: 40, part: '60', chapter: null }],
  topics: ['Dust'],
  effective_on: null,
  signing_on: null,
  significant: false,
  state: 'published',
  correction_of: null,
  html_url: null,
  pdf_url: null,
  text_url: null,
  start_page: 1,
  end_page: 2,
  extras: {},
  ...changes,
})
