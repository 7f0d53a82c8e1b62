import { expect, it } from 'vitest'
import { maLobbying } from '../../../../ingest/sources/ma-lobbying/index.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'

const client = {
  client_name: 'Bay Hive Trust',
  client_slug: 'bay-hive-trust',
  n_bills_total: 3,
  total_compensation: 7922.58,
  years_active: [2019, 2020],
  top_tags: [['Bees', 2]],
  positions: { support: 2, oppose: 0, neutral: 1, none: 0 },
  compensation_by_year: { 2020: 7922.58, 2019: 12.5 },
  sos_search_url: 'https://sec.example/search/',
}

it('a client is an organization with counts, exact money, and no position on any bill', async () => {
  const read = await readSourceFiles(maLobbying, {
    'employers.json': [client],
    'lobbyists.json': [{ entity_name: 'Ann Adams', entity_slug: 'ann-adams' }],
  })
  expect(read.rejections).toEqual([])
  expect(read.observations.flatMap(faultsOf)).toEqual([])
  expect(read.observations.map(({ entity, key }) => [entity, key])).toEqual([
    ['advocacy_organization', 'us-ma|client/bay-hive-trust'],
  ])
  expect(read.of('advocacy_organization')[0]!.parts.advocacy_organization!.counts).toEqual({
    bills: 3,
    support: 2,
    oppose: 0,
    neutral: 1,
    none: 0,
    years: [2019, 2020],
    paid: [
      { year: 2019, amount: '12.50' },
      { year: 2020, amount: '7922.58' },
    ],
    subjects: [{ name: 'Bees', bills: 2 }],
  })
  expect(JSON.stringify(read.observations)).not.toContain('Ann Adams')
})

it('a client without an id of its publisher is rejected alone, with the field and its value', async () => {
  const read = await readSourceFiles(maLobbying, {
    'employers.json': [{ ...client, client_slug: '' }, client],
  })
  expect(read.rejections.map(({ detail }) => detail)).toEqual(['client_slug is "", not a text'])
  expect(read.of('advocacy_organization')).toHaveLength(1)
})
