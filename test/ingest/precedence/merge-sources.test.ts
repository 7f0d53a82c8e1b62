import { describe, expect, it } from 'vitest'
import { explainPrecedence } from '../../../ingest/precedence/explain-precedence.ts'
import { mergeSources } from '../../../ingest/precedence/merge-sources.ts'
import type { SourceParts } from '../../../ingest/precedence/precedence.ts'
import type { BillParts } from '../../../ingest/source-interface/observation.ts'
import { core, sponsor, version, vote } from '../../support/builders/observations.ts'

const by = (source: string, parts: Partial<BillParts>, record_key = ''): SourceParts<'bill'> => ({
  source,
  record_key,
  record_rank: 0,
  parts,
})
const text = (sha256: string) => ({ sha256, bytes: 1, media_type: 'text/plain', url: `texts/${sha256}` })

describe('the merged content of a bill from several sources', () => {
  const scraper = by('openstates-scraper', {
    core: core('HB 1', { title: 'From the page', extras: { a: 1 } }),
    sponsors: [sponsor('Orcutt')],
    documents: [],
  })
  const legiscan = by('legiscan', {
    core: core('HB0001', { title: 'From LegiScan', subjects: ['Taxes'], extras: { a: 2, b: 2 } }),
    sponsors: [sponsor('Ed Orcutt'), sponsor('My-Linh Thai')],
    documents: [version('Note', 'https://example.gov/note.pdf')],
  })

  it('follows the precedence table field by field, in any order of arrival', () => {
    const merged = mergeSources('bill', [legiscan, scraper])
    expect(merged).toEqual(mergeSources('bill', [scraper, legiscan]))
    expect(merged.core).toMatchObject({ identifier: 'HB 1', title: 'From the page' })
  })

  it('fills fields that the first source leaves empty, and unites sets', () => {
    const merged = mergeSources('bill', [legiscan, scraper])
    expect(merged.core?.subjects).toEqual(['Taxes'])
    expect(merged.core?.extras).toEqual({ a: 1, b: 2 })
    expect(merged.core?.sources.map(({ url }) => url)).toEqual([
      'https://example.gov/HB0001',
      'https://example.gov/HB1',
    ])
  })

  it('takes a whole list from the first source with any items', () => {
    const merged = mergeSources('bill', [legiscan, scraper])
    expect(merged.sponsors?.map(({ name }) => name)).toEqual(['Orcutt'])
    expect(merged.documents).toHaveLength(1)
  })

  it('comes with a list of disagreements that names the winning source', () => {
    const rows = explainPrecedence('bill', [legiscan, scraper])
    expect(rows.map(({ part, field, winner }) => [part, field, winner])).toEqual([
      ['core', 'extras', null],
      ['core', 'identifier', 'openstates-scraper'],
      ['core', 'sources', null],
      ['core', 'title', 'openstates-scraper'],
      ['sponsors', null, 'openstates-scraper'],
    ])
    expect(rows[1]?.said).toEqual([
      { source: 'openstates-scraper', value: 'HB 1' },
      { source: 'legiscan', value: 'HB0001' },
    ])
  })
})

describe('a stored text in the merged content', () => {
  const versions = [
    version('Introduced', 'https://example.gov/1'),
    version('Engrossed', 'https://example.gov/2'),
  ]
  const texts = (...links: string[]) =>
    by('bill-text', {
      texts: links.map((link) => ({ link_url: `https://example.gov/${link}`, text: text(link) })),
    })

  it('belongs to the version that lists its address, even if one source reports both', () => {
    const emitted = [by('openstates-scraper', { versions }), texts('1', '9')]
    expect(mergeSources('bill', emitted).versions?.map((one) => one.text?.sha256)).toEqual(['1', undefined])
    const alone = by('openstates-scraper', { versions, texts: texts('2').parts.texts! })
    expect(mergeSources('bill', [alone]).versions?.map((one) => one.text?.sha256)).toEqual([undefined, '2'])
  })

  it('stays until the version lists another address (M11)', () => {
    const [introduced] = versions
    const corrected = { ...introduced!, note: 'Introduced, corrected' }
    const emitted = (list: typeof versions) => [by('openstates-scraper', { versions: list }), texts('1')]
    expect(mergeSources('bill', emitted([corrected])).versions?.[0]?.text?.sha256).toBe('1')
    expect(mergeSources('bill', emitted([versions[1]!])).versions?.[0]?.text).toBeNull()
  })

  it('may be one of many records of its source', () => {
    const records = ['1', '2'].map((link) => ({ ...texts(link), record_key: link }))
    const merged = mergeSources('bill', [...records, by('openstates-scraper', { versions })])
    expect(merged.versions?.map((one) => one.text?.sha256)).toEqual(['1', '2'])
  })
})

it('a roll call takes its counts from the publisher, and its voters from the first source with voters', () => {
  const { vote: roll } = vote('HB 1', 'a', { result: 'Passed', votes: [] }).parts
  const other = vote('HB 1', 'b', { result: 'pass', counts: [] }).parts.vote!
  const merged = mergeSources('vote', [
    { source: 'legiscan', record_key: '', record_rank: 0, parts: { vote: other } },
    { source: 'congress-votes', record_key: '', record_rank: 0, parts: { vote: roll! } },
  ])
  expect(merged.vote).toMatchObject({ result: 'Passed', counts: roll!.counts, votes: other.votes })
})
