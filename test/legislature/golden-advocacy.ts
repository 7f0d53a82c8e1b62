import { division, session } from './event-bodies.ts'
import type { LogBuilder } from './log-builder.ts'

const [first, second, third] = [1700, 1701, 1702].map((id) => ({
  id,
  ocd_id: `ocd-advocacy-organization/${id}`,
}))

/** Organizations, of which one is merged and one removed, with their filings and positions. */
export function advocacy(log: LogBuilder): void {
  organizations(log)
  filings(log)
  positions(log)
  log.add('advocacy.released', first!.ocd_id, { ...first!, released_ids: [first!.id, 1799] })
}

const organization = {
  name: 'The Beekeepers Assn., Inc.',
  jurisdiction: division,
  type: 'trade_association',
  roles: ['client'],
  identifiers: [{ publisher: 'us-lda', identifier: 'client/7' }],
  other_names: ['BEEKEEPERS ASSN'],
  description: 'keeps bees',
  url: 'not a link',
  counts: null,
  sources: [{ url: 'https://lda.example/7', note: '' }],
}

function organizations(log: LogBuilder): void {
  for (const one of [first!, second!, third!])
    log.add('advocacy_organization.observed', one.ocd_id, { ...one, advocacy_organization: organization })
  const counts = {
    bills: 3,
    support: 2,
    oppose: 1,
    neutral: 0,
    none: 0,
    years: [2019, 2020],
    paid: [{ year: 2020, amount: '1250.50' }],
    subjects: [{ name: 'Bees', bills: 3 }],
  }
  log.add('advocacy_organization.observed', first!.ocd_id, {
    ...first!,
    advocacy_organization: { ...organization, counts, url: 'https://bees.example/' },
  })
  log.add('advocacy_organization.merged', second!.ocd_id, { ...second!, into: first! })
  log.add('advocacy_organization.removed', third!.ocd_id, { ...third!, reason: 'listed by mistake' })
  log.add('advocacy_organization.observed', second!.ocd_id, {
    ...second!,
    advocacy_organization: organization,
  })
  log.add('advocacy_organization.merged', second!.ocd_id, { ...second!, into: first! })
}

function filings(log: LogBuilder): void {
  const filing = {
    publisher: 'us-lda',
    filing_uuid: '00000000-0000-4000-8000-000000000001',
    jurisdiction: 'ocd-division/country:us',
    kind: 'report',
    type: 'MID-YEAR REPORT',
    year: 2006,
    period: 'Mid-Year (Jan 1 - Jun 30)',
    posted_at: '2006-10-01T00:00:00',
    effective_on: null,
    registrant: { ocd_id: first!.ocd_id, name: 'BEEKEEPERS ASSN' },
    client: { ocd_id: second!.ocd_id, name: 'The Beekeepers Assn., Inc.' },
    amount: '80000.00',
    amount_kind: 'income',
    activities: [
      {
        issue_code: 'AGR',
        issue: 'AGRICULTURE',
        description: 'H.R. 5, hives',
        agencies: ['SENATE'],
        lobbyists: ['ADAMS, ANN'],
      },
      { issue_code: 'AGR', issue: null, description: null, agencies: [], lobbyists: [] },
      { issue_code: null, issue: 'BEES', description: null, agencies: ['USDA'], lobbyists: [] },
    ],
    agencies: ['SENATE'],
    lobbyists: ['ADAMS, ANN'],
    affiliated_organizations: ['Hive Fund'],
    foreign_entities: [{ name: 'Imkerbund', country: 'GERMANY' }],
    source_url: 'https://lda.example/filing/1',
  }
  const [kept, removed] = [1710, 1711].map((id) => ({ id, ocd_id: `ocd-lobbying-filing/${id}` }))
  for (const one of [kept!, removed!]) log.add('lobbying.filed', one.ocd_id, { ...one, filing })
  log.add('lobbying.corrected', kept!.ocd_id, {
    ...kept!,
    filing: { ...filing, amount: null, amount_kind: null, posted_at: null, source_url: 'no link' },
  })
  log.add('lobbying.removed', removed!.ocd_id, { ...removed!, reason: 'withdrawn by its registrant' })
}

function positions(log: LogBuilder): void {
  const position = {
    organization: { ocd_id: first!.ocd_id, name: 'The Beekeepers Assn., Inc.' },
    bill: { ocd_id: 'ocd-bill/100', jurisdiction: division, session, identifier: 'HB 100' },
    regulation: null,
    stance: 'support',
    kind: 'published',
    stated_on: '2025-03-04',
    title: 'Letter to the committee',
    quote: 'We support HB 100.',
    source_url: 'https://bees.example/letter',
  }
  const [onBill, onRule, removed] = [1720, 1721, 1722].map((id) => ({
    id,
    ocd_id: `ocd-advocacy-position/${id}`,
  }))
  log.add('position.stated', onBill!.ocd_id, { ...onBill!, position })
  log.add('position.corrected', onBill!.ocd_id, {
    ...onBill!,
    position: { ...position, stance: null, source_url: 'no link' },
  })
  const regulation = { scheme: 'docket_id', number: 'EPA-HQ-OAR-2021-0317' }
  log.add('position.stated', onRule!.ocd_id, {
    ...onRule!,
    position: { ...position, bill: null, regulation, stated_on: '2025-03-05', quote: null, source_url: null },
  })
  log.add('position.stated', removed!.ocd_id, { ...removed!, position })
  log.add('position.removed', removed!.ocd_id, { ...removed!, reason: 'it was another organization' })
}
