/** Records as the Open States scrapers write them, of an invented session. */
const RUN = '90ab-5a1a4546c13e'
let made = 0

/** A version-1 UUID of a run: the clock advances by a microsecond with each call. */
export function scrapedId(run = RUN, hour = 7): string {
  const epoch = (BigInt(Date.UTC(2026, 7, 22, hour)) + 12_219_292_800_000n) * 10_000n + BigInt(made++) * 10n
  const hex = epoch.toString(16).padStart(15, '0')
  return `${hex.slice(7)}-${hex.slice(3, 7)}-1${hex.slice(0, 3)}-${run}`
}

export const OTHER_RUN = '81cd-0242ac120002'

export function pseudoId(fields: Readonly<Record<string, string>>): string {
  return `~${JSON.stringify(fields)}`
}
const UPPER = pseudoId({ classification: 'upper' })

export const scrapedJurisdiction = {
  _id: 'ocd-jurisdiction/country:us/state:wa/government',
  id: 'ocd-jurisdiction/country:us/state:wa/government',
  name: 'Washington',
  url: 'http://www.leg.wa.gov',
  division_id: 'ocd-division/country:us/state:wa',
  classification: 'state',
  legislative_sessions: [
    {
      _scraped_name: '2025-26',
      identifier: '2025-2026',
      name: '2025-2026 Regular Session',
      start_date: '2025-01-13',
      end_date: '',
    },
  ],
  extras: {},
}

export function scrapedBill(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    legislative_session: '2025-2026',
    identifier: 'SB 5157',
    title: 'Concerning ferries.',
    from_organization: UPPER,
    classification: ['bill'],
    subject: [],
    abstracts: [],
    other_titles: [],
    other_identifiers: [],
    actions: [
      scrapedAction('2026-01-12', 'First reading, referred to Transportation.', [
        'reading-1',
        'referral-committee',
      ]),
    ],
    sponsorships: [],
    related_bills: [],
    versions: [],
    documents: [],
    citations: [],
    sources: [{ url: 'https://app.leg.wa.gov/billsummary/?BillNumber=5157', note: '' }],
    extras: {},
    jurisdiction: {
      id: 'ocd-jurisdiction/country:us/state:wa/government',
      name: 'Washington',
      classification: 'state',
      division_id: 'ocd-division/country:us/state:wa',
    },
    scraped_at: '2026-08-22T07:22:36+00:00',
    _id: scrapedId(),
    ...fields,
  }
}

export function scrapedAction(
  date: string,
  description: string,
  classification: readonly string[] = [],
  organizationId = UPPER,
): Record<string, unknown> {
  return { description, date, organization_id: organizationId, classification, related_entities: [] }
}

export function scrapedVote(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    identifier: '',
    motion_text: '3rd Reading & Final Passage',
    motion_classification: ['passage'],
    start_date: '2026-02-11',
    result: 'pass',
    organization: UPPER,
    legislative_session: '2025-2026',
    bill: scrapedId(),
    bill_action: null,
    bill_identifier: 'SB 5157',
    votes: [
      { option: 'yes', voter_name: 'Alvarado', voter_id: pseudoId({ name: 'Alvarado' }), note: '' },
      { option: 'no', voter_name: 'Boehnke', voter_id: pseudoId({ name: 'Boehnke' }), note: '' },
    ],
    counts: [
      { option: 'yes', value: 1 },
      { option: 'no', value: 1 },
    ],
    sources: [{ url: 'https://app.leg.wa.gov/rollcall/1', note: '' }],
    extras: {},
    _id: scrapedId(),
    ...fields,
  }
}

/** A file with this many bills, HB 1000 and on. Another number gives other titles and a later time. */
export function scrapedSession(bills: number): string {
  const scrapedAt = new Date(Date.parse('2026-01-10T00:00:00Z') + bills * 60_000).toISOString()
  return Array.from({ length: bills }, (_, number) => {
    const bill = {
      _id: `429dc7ae-9dfa-11f1-bb56-${String(number).padStart(12, '0')}`,
      jurisdiction: { id: scrapedJurisdiction.id },
      legislative_session: '2025-2026',
      identifier: `HB ${1000 + number}`,
      title: `A bill about ${number} of ${bills}`,
      from_organization: '~{"classification": "lower"}',
      classification: ['bill'],
      actions: [],
      sponsorships: [],
      scraped_at: scrapedAt,
    }
    return `${JSON.stringify(bill)}\n`
  }).join('')
}
