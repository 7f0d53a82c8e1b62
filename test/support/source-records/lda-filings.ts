/** A filing as the API of lda.gov gives it. */
export function ldaFiling(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    url: 'https://lda.gov/api/v1/filings/6f1d7c1a-2a41-4a31-9d0b-0b8d2c3e4f50/',
    filing_uuid: '6f1d7c1a-2a41-4a31-9d0b-0b8d2c3e4f50',
    filing_type: 'Q1',
    filing_type_display: '1st Quarter - Report',
    filing_year: 2026,
    filing_period: 'first_quarter',
    filing_period_display: '1st Quarter (Jan 1 - Mar 31)',
    filing_document_url: 'https://lda.gov/filings/public/filing/6f1d7c1a-2a41-4a31-9d0b-0b8d2c3e4f50/print/',
    filing_document_content_type: 'text/html',
    income: '40000.00',
    expenses: null,
    expenses_method: null,
    posted_by_name: 'Ann Adams',
    dt_posted: '2026-04-20T12:15:18-04:00',
    termination_date: null,
    registrant: {
      id: 323114,
      house_registrant_id: 39832,
      name: 'CEDAR POLICY GROUP',
      description: 'consulting',
      contact_name: 'BEN BROOK',
    },
    client: {
      id: 144550,
      client_id: 12,
      name: 'CASCADE BEEKEEPERS ASSOCIATION',
      general_description: 'beekeepers',
      client_government_entity: false,
      client_self_select: false,
      effective_date: '2024-01-01',
    },
    lobbying_activities: [
      {
        general_issue_code: 'AGR',
        general_issue_code_display: 'Agriculture',
        description: 'H.R. 1234',
        foreign_entity_issues: '',
        lobbyists: [
          {
            lobbyist: { id: 1, first_name: 'ANN', last_name: 'ADAMS' },
            covered_position: 'Staff',
            new: false,
          },
        ],
        government_entities: [{ id: 1, name: 'SENATE' }],
      },
    ],
    foreign_entities: [],
    affiliated_organizations: [],
    ...fields,
  }
}
