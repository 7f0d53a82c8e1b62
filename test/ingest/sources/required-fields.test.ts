import { describe, expect, it } from 'vitest'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { congressVotes } from '../../../ingest/sources/congress-votes/index.ts'
import { federalRegister } from '../../../ingest/sources/federal-register/index.ts'
import { govinfoBillstatus } from '../../../ingest/sources/govinfo-billstatus/index.ts'
import { legiscan } from '../../../ingest/sources/legiscan/index.ts'
import { regulationsGov } from '../../../ingest/sources/regulations-gov/index.ts'
import { unitedstatesCongress } from '../../../ingest/sources/unitedstates-congress/index.ts'
import { congressBillJson } from '../../support/source-records/congress-bill-json.ts'
import { someDocument } from '../../support/source-records/federal-register-documents.ts'
import { billOf, rollCallOf } from '../../support/source-records/legiscan-records.ts'
import { faultsOf } from '../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../support/source-records/read-source.ts'
import { faaDocument, pageOf } from '../../support/source-records/regulations-gov-documents.ts'
import { houseJson } from '../../support/source-records/roll-calls.ts'

type Record = { readonly [name: string]: unknown }

/** Writes fields as a bill status document, with lists as `item` elements. */
function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => `<item>${xmlOf(item)}</item>`).join('')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => `<${name}>${xmlOf(inner)}</${name}>`)
    .join('')
}

const billStatus = {
  number: '1500',
  type: 'HR',
  congress: '116',
  originChamber: 'House',
  title: 'Consumers First Act',
  updateDate: '2022-09-07T13:36:03Z',
  introducedDate: '2019-03-05',
  policyArea: { name: 'Finance' },
  subjects: { legislativeSubjects: [{ name: 'Consumer credit' }] },
  titles: [{ titleType: 'Official Title as Introduced', title: 'To amend.' }],
  laws: [{ type: 'Public Law', number: '116-1' }],
  actions: [
    { actionDate: '2019-03-05', text: 'Introduced in House', type: 'IntroReferral', actionCode: '1000' },
  ],
  sponsors: [{ fullName: 'Rep. Alder, Quincy [I-VT-At Large]', bioguideId: 'Q000001' }],
  cosponsors: [{ fullName: 'Rep. Birch, B. [I-VT-At Large]', sponsorshipDate: '2019-03-06' }],
  relatedBills: [{ type: 'S', number: '1', congress: '116' }],
  textVersions: [
    { type: 'Introduced in House', date: '2019-03-05', formats: [{ url: 'https://x.example/a.xml' }] },
  ],
}
const scraped = congressBillJson({
  titles: [{ type: 'official', as: 'introduced', is_for_portion: false, title: 'To amend.' }],
  actions: [{ acted_at: '2015-03-04', text: 'Introduced in House', type: 'action', committees: ['HSJU'] }],
  sponsor: { name: 'Alder, Quincy', bioguide_id: 'Q000001', title: 'Rep', state: 'VT', type: 'person' },
  cosponsors: [{ name: 'Birch, B.', title: 'Rep', state: 'VT', sponsored_at: '2015-03-05' }],
  summary: { text: 'It amends.', as: 'Introduced', date: '2015-03-04' },
  related_bills: [{ bill_id: 's1-114', reason: 'related', type: 'bill' }],
  committees: [{ committee: 'House Judiciary', committee_id: 'HSJU', activity: ['referral'] }],
  enacted_as: { congress: '114', law_type: 'public', number: '1' },
})
const printed = someDocument({
  agencies: [
    { name: 'Interior Department', raw_name: 'DEPARTMENT OF THE INTERIOR', id: 253, slug: 'interior' },
  ],
  cfr_references: [{ title: 43, part: 1 }],
  effective_on: '2024-02-01',
  comments_close_on: '2024-02-01',
})
const posted = faaDocument({
  commentStartDate: '2023-08-11T04:00:00Z',
  commentEndDate: '2023-09-26T03:59:59Z',
  effectiveDate: '2023-10-01T04:00:00Z',
})

type Case = {
  readonly source: Source
  readonly sample: Record
  readonly files: (record: unknown) => Readonly<{ [name: string]: unknown }>
  /** The fields that an entity needs. A record must not be rejected for any other field. */
  readonly required: readonly string[]
}

const cases: readonly Case[] = [
  {
    source: govinfoBillstatus,
    sample: billStatus,
    files: (bill) => ({ 'BILLSTATUS-116hr1500.xml': `<billStatus><bill>${xmlOf(bill)}</bill></billStatus>` }),
    required: ['congress', 'number', 'type'],
  },
  {
    source: unitedstatesCongress,
    sample: scraped,
    files: (bill) => ({ 'bills/hr/hr1314/data.json': bill }),
    required: ['bill_id'],
  },
  {
    source: federalRegister,
    sample: printed,
    files: (document) => ({ 'documents.json': { count: 1, results: [document] } }),
    required: ['document_number', 'publication_date'],
  },
  {
    source: regulationsGov,
    sample: posted,
    files: (document) => ({ '2023_08_11.json': [pageOf(document)] }),
    // Without its type a document cannot be distinguished from the other items of a docket.
    required: ['attributes', 'attributes.documentType', 'attributes.postedDate', 'id', 'type'],
  },
  {
    source: legiscan,
    sample: billOf(2),
    files: (bill) => ({ 'bill.json': { status: 'OK', bill } }),
    required: ['bill_id', 'bill_number', 'session', 'session.year_end', 'session.year_start', 'state'],
  },
  {
    source: legiscan,
    sample: rollCallOf(9, 2, { 7: 1, 8: 2 }),
    files: (roll_call) => ({ 'a.json': { bill: billOf(2) }, 'b.json': { roll_call } }),
    required: ['bill_id', 'roll_call_id'],
  },
  {
    source: congressVotes,
    sample: houseJson,
    files: (vote) => ({ '119/votes/2026/h37/data.json': vote }),
    required: ['chamber', 'congress', 'date', 'number', 'session', 'votes'],
  },
]

/** All fields of a record and of the first item of each list. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : pathsOf(value[0], `${path}.0`)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [own, ...pathsOf(inner, own)]
  })
}

function without(record: Record, path: string): Record {
  const copy = structuredClone(record) as { [name: string]: unknown }
  const names = path.split('.')
  let owner = copy
  for (const name of names.slice(0, -1)) owner = owner[name] as typeof owner
  delete owner[names.at(-1)!]
  return copy
}

describe.each(cases)('a record of $source.name', ({ source, sample, files, required }) => {
  it('is read without rejections', async () => {
    const run = await readSourceFiles(source, files(sample))
    expect(run.rejections).toEqual([])
    expect(run.observations.flatMap(faultsOf)).toEqual([])
  })

  it(`is rejected only if one of these fields is missing: ${required.join(', ')}`, async () => {
    const lost: string[] = []
    for (const path of pathsOf(sample)) {
      const run = await readSourceFiles(source, files(without(sample, path)))
      if (run.rejections.length > 0) lost.push(path)
      else expect(run.observations.flatMap(faultsOf), path).toEqual([])
    }
    expect(lost.toSorted()).toEqual(required.toSorted())
  }, 60_000)
})
