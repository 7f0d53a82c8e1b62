import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadSource } from '../../../ingest/sources/registry.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'

/** Names that each source reads. */
const names: Readonly<Record<string, readonly string[]>> = {
  'openstates-scraper': [
    'wa/bill_1.json',
    'wa/vote_event_1.json',
    'wa/organization_1.json',
    'wa/bill.ndjson',
  ],
  'openstates-people': ['data/wa/legislature/x.yml', 'data/wa/committees/x.yml'],
  'openstates-bulk': [
    'country:us/state:wa/sessions/2025/bills/HB1/metadata.json',
    'country:us/state:wa/sessions/2025/bills/HB1/vote_event_1.json',
  ],
  legiscan: ['WA/bill/HB1.json', 'WA/vote/1.json', 'set/bills.csv', 'set/votes.csv'],
  'govinfo-billstatus': ['BILLSTATUS-119hr1.xml'],
  'congress-votes': ['votes/2026/h1/data.json', 'votes/2026/h1/data.xml', 'roll001.xml'],
  'congress-legislators': [
    'legislators-current.yaml',
    'committees-current.yaml',
    'committee-membership-current.yaml',
  ],
  'federal-register': ['documents.json', 'FR-2026-01-02.xml', 'agencies.csv'],
  'regulations-gov': ['documents.json', 'docket.json'],
  'ocd-divisions': ['identifiers/country-us.csv'],
  boundaries: ['ne/districts.geojson', 'ne/districts.json', 'tl_2024_31_sldu.dbf', 'tl_2024_31_sldu.shp'],
  tiger: ['tl_2021_30059_addrfeat.dbf', 'tl_2021_30059_addrfeat.shp', 'tl_2024_31_sldu.dbf'],
  openaddresses: [
    'us/ca/berkeley.csv',
    'us/ca/berkeley.json',
    'us/ca/berkeley-addresses-city.geojson',
    'us-ca-x.dbf',
  ],
  'bill-text': ['BILLS-119hr1ih.xml', 'BILLS-119hr1ih.htm', 'BILLS-119hr1ih.txt', 'BILLS-119hr1ih.pdf'],
  'model-legislation': ['models.json', 'models.ndjson', 'models.csv'],
  scorecards: [
    'bees.yaml',
    'bees.json',
    'bees.ndjson',
    'legislation.json',
    'aclu_rep_scores_with_id_116.csv',
  ],
  lda: ['filings.xml', 'filings.json', 'filings.ndjson'],
  'ma-lobbying': ['employers.json'],
  'administration-policy': ['statements.json'],
  positions: ['positions.csv'],
  'unitedstates-congress': ['119/bills/hr/hr1/data.json'],
}

/** A stack of calls ends far below it. */
const DEPTH = NIGHTLY ? 200_000 : 25_000

const lol = Array.from(
  { length: 9 },
  (_, nth) => `<!ENTITY l${nth + 1} "${`&l${nth === 0 ? '' : nth};`.repeat(10)}">`,
)
const rubbish: Readonly<Record<string, string | Buffer>> = {
  'no object': 'null',
  'a list of nothing': '[null]',
  'objects without fields': '{"bill":{},"results":[{}],"data":[{}],"roll_call":{},"status":"OK"}',
  'JSON nested without end': '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  'objects nested without end': `${'{"bill":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  'XML nested without end': '<a>'.repeat(DEPTH) + '</a>'.repeat(DEPTH),
  'HTML nested without end': `<!doctype html><html><body>${'<div>'.repeat(DEPTH)}`,
  'an entity that names a file': '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
  'a billion laughs': `<!DOCTYPE r [<!ENTITY l "lol">${lol.join('')}]><billStatus><bill><title>&l9;</title></bill></billStatus>`,
  'an alias of itself': '&a [*a, *a]',
  'a merge with itself': '- &x\n  <<: *x\n',
  'a quotation mark that is left open': 'bill_id,session_id,roll_call_id,id\n1,"open,2\n3,4\n',
  'lines that end in CR': 'bill_id,roll_call_id\r1,2\r3,4\r',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]),
  'two bytes a character': Buffer.from('\ufeff{"a":1}', 'utf16le'),
  'a broken PDF': '%PDF-1.4\n1 0 obj<</Type/Catalog>>\ntrailer<<>>',
}

type Result = { readonly observed: number; readonly details: string[]; readonly passed_over: string[] }

async function read(source: string, name: string, content: string | Buffer): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-rubbish-'))
  try {
    const file = join(folder, 'x', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    const result = { observed: 0, details: [] as string[], passed_over: [] as string[] }
    const input = {
      paths: [join(folder, 'x')],
      started_at: '2026-01-01T00:00:00Z',
      passed_over: (_: string, why: string) => result.passed_over.push(why),
    }
    for await (const item of (await loadSource(source)).read(input)) {
      if (item.kind === 'observed') result.observed += 1
      if (item.kind === 'rejected') result.details.push(item.rejection.detail)
    }
    return result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const mayBeEmpty = (name: string): boolean => /committee|legislators/u.test(name)

const files = Object.entries(names).flatMap(([source, list]) => list.map((name) => [source, name] as const))

describe.each(files)('the source %s with the file %s', (source, name) => {
  it('reports bad content of every kind and does not fail', async () => {
    for (const [kind, content] of Object.entries(rubbish)) {
      const { observed, details, passed_over } = await read(source, name, content)
      // A list or a table may be empty, but a record is always reported.
      const is_said = observed + details.length + passed_over.length > 0
      expect([kind, is_said || mayBeEmpty(name)]).toEqual([kind, true])
      for (const detail of details) expect(detail.length).toBeLessThanOrEqual(1_000)
    }
  }, 60_000)
})

describe.each(Object.keys(names))('the source %s', (source) => {
  it.each(['set.zip', 'set.tar.gz', 'set.tar'])('reports a broken %s as rejected', async (name) => {
    const half = gzipSync(Buffer.alloc(4_096, 'a')).subarray(0, 30)
    const { details } = await read(source, name, name.endsWith('gz') ? half : Buffer.alloc(2_048, 'x'))
    expect(details).toHaveLength(1)
  })
})
