import { expect, it } from 'vitest'
import { positions } from '../../../../ingest/sources/positions/index.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'

const HEAD =
  'organization,organization_id,jurisdiction,session,bill,regulation,position,date,source_url,quote,withdrawn'
const line = (fields: Readonly<Record<string, string>> = {}): string => {
  const all: Readonly<Record<string, string>> = {
    organization: 'Cascade Beekeepers',
    jurisdiction: 'us',
    session: '119',
    bill: 'H.R. 1234',
    position: 'support',
    date: '2026-03-02',
    source_url: 'https://bees.example/letter',
    ...fields,
  }
  return HEAD.split(',')
    .map((name) => all[name] ?? '')
    .join(',')
}
const table = (...lines: readonly string[]) => ({ 'positions.csv': [HEAD, ...lines, ''].join('\n') })

it('a line is a position of an organization on a bill, as its source states it', async () => {
  const read = await readSourceFiles(positions, table(line({ quote: '"We support it, fully."' })))
  expect(read.rejections).toEqual([])
  expect(read.observations.flatMap(faultsOf)).toEqual([])
  expect(read.of('advocacy_position')[0]!.parts.position).toMatchObject({
    organization: { name: 'Cascade Beekeepers' },
    bill: { jurisdiction: 'ocd-division/country:us', session: '119', identifier: 'H.R. 1234' },
    regulation: null,
    stance: 'support',
    stated_on: '2026-03-02',
    quote: 'We support it, fully.',
  })
  expect(read.of('advocacy_organization')[0]!.key).toBe('positions|name CASCADE BEEKEEPERS')
})

it('the bill has the same id in each spelling of its number', async () => {
  const read = await readSourceFiles(
    positions,
    table(line({ bill: 'hr1234' }), line({ bill: 'H.R. 1234', date: '2026-03-03' })),
  )
  const ids = read.of('advocacy_position').map(({ parts }) => parts.position!.bill!.ocd_id)
  expect(new Set(ids).size).toBe(1)
})

it('an organization with the id of a publisher is the organization of that publisher', async () => {
  const read = await readSourceFiles(positions, table(line({ organization_id: 'us-lda client/323114-12' })))
  expect(read.of('advocacy_organization')[0]!.key).toBe('us-lda|client/323114-12')
})

it('a regulation is named by its docket, its RIN or its number in the Federal Register', async () => {
  const numbers = ['EPA-HQ-OAR-2021-0317', '2060-AV16', '2021-24202']
  const read = await readSourceFiles(
    positions,
    table(...numbers.map((regulation) => line({ bill: '', session: '', regulation }))),
  )
  expect(read.of('advocacy_position').map(({ parts }) => parts.position!.regulation)).toEqual([
    { scheme: 'docket_id', number: 'EPA-HQ-OAR-2021-0317' },
    { scheme: 'rin', number: '2060-AV16' },
    { scheme: 'document_number', number: '2021-24202' },
  ])
})

it('a position that its organization takes back is removed, with the reason', async () => {
  const read = await readSourceFiles(
    positions,
    table(line({ withdrawn: 'they wrote that it was a mistake' })),
  )
  expect(read.of('advocacy_position')[0]).toMatchObject({
    removed: 'they wrote that it was a mistake',
    parts: {},
  })
})

it.each([
  [{ position: 'for' }, 'position is "for", not one of support, oppose, neutral'],
  [{ date: '2026-02-30' }, 'date is "2026-02-30", not a day such as 2026-03-02'],
  [{ source_url: 'letter.pdf' }, 'source_url is "letter.pdf", not a web address'],
  [{ source_url: '' }, 'source_url is "", not a text'],
  [{ jurisdiction: 'xx' }, 'jurisdiction is "xx", not a state, district or territory, or us'],
  [{ bill: '' }, 'bill is "", not a number of a bill, or a regulation'],
  [{ bill: 'the bee bill' }, 'bill is "the bee bill", not a number of a bill such as HR 1234'],
  [{ session: '' }, 'session is "", not a text'],
  [{ regulation: '2060-AV16' }, 'regulation is "2060-AV16", not empty beside a bill'],
  [{ organization: '' }, 'organization is "", not a text'],
  [{ organization_id: '12' }, 'organization_id is "12", not a publisher and its id'],
])('line 3 with %o is rejected with its column and value, and line 2 stays', async (fields, detail) => {
  const read = await readSourceFiles(positions, table(line(), line(fields)))
  expect(read.rejections).toMatchObject([
    { record: expect.stringMatching(/positions\.csv#3$/u), detail: expect.stringContaining(detail) },
  ])
  expect(read.of('advocacy_position')).toHaveLength(1)
})

it('a table without a column is refused by its name', async () => {
  const read = await readSourceFiles(positions, { 'positions.csv': 'organization,date\nA,2026-01-01\n' })
  expect(read.rejections[0]!.detail).toContain('the column position is missing')
})
