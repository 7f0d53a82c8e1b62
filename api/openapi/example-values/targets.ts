const ORGANIZATION = 'ocd-advocacy-organization/0d3f3c56-53c5-5a7b-8d2f-3c8f0a8b1e77'

/** Example values of properties of targets, outreach and prospects. */
export const targetValues: Readonly<Record<string, readonly unknown[]>> = {
  'target.ocd_id': [ORGANIZATION],
  'outreach.ocd_id': [ORGANIZATION],
  'prospect.ocd_id': [ORGANIZATION],
  'organization.type': ['trade_association'],
  'organization.url': ['https://www.beekeepers.example'],
  'target.score': [0.9347],
  'prospect.score': [0.4211],
  'reason.about': ['HB 1110'],
  'reason.quote': ['HB 1110, licensing of apiaries'],
  'reason.date': ['2026-01-20'],
  'reason.source_url': ['https://filings.example/filing/1'],
  'reason.weight': [0.5683],
  'coverage.reason': [null],
  'to.name': ['Friends of Bees'],
  'to.email': [null],
  'to.url': ['https://www.beekeepers.example'],
  'outreach.subject': ['A question about HB 1110 of Washington'],
  'outreach.body': [
    'Hello,\n\nHB 1110 of Washington (session 2025-2026) has the title “Licensing of apiaries”.',
  ],
  'fact.text': ['HB 1110 of Washington (session 2025-2026) has the title “Licensing of apiaries”.'],
  'fact.source': ['/v1/bills/1042'],
  legal_note: ['This is a draft from public records. Read and correct it before you send it.'],
  issue_code: ['AGR'],
  active_in: ['ocd-division/country:us'],
  absent_in: ['ocd-division/country:us/state:wa'],
}
