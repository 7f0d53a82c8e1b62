import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeRegulation } from '../../../ingest/precedence/merge-regulation.ts'
import type { SourceParts } from '../../../ingest/precedence/precedence.ts'
import { NO_COMMENTS, open, regulationOf } from '../../support/builders/regulations.ts'

type Told = SourceParts<'regulation'>

const journal = (parts: Told['parts']): Told => ({
  source: 'federal-register',
  record_key: '',
  record_rank: 0,
  parts,
})
const docket = (record_key: string, parts: Told['parts'], record_rank = 0): Told => ({
  source: 'regulations-gov',
  record_key,
  record_rank,
  parts,
})
const inDocket = (document_id: string, more: Record<string, unknown> = {}) => ({
  regulations_gov: [{ document_id, ...more }],
})

describe('a regulation that is merged from several records', () => {
  const journal_document = journal({
    regulation: regulationOf({ title: 'As printed', docket_ids: ['FAA-2023-1'], rins: ['2120-AA64'] }),
    comment_period: open('2023-07-05', { comment_url: 'https://fr.example/' }),
  })
  const two = [
    docket('FAA-2023-1-0001', {
      regulation: regulationOf({
        title: 'As posted',
        subtype: 'NPRM',
        abstract: 'About it',
        docket_ids: ['FAA-2023-1'],
        extras: inDocket('FAA-2023-1-0001', { withdrawn: true }),
        state: 'withdrawn',
      }),
      comment_period: open('2023-09-01'),
    }),
    docket('FAA-2023-2-0007', {
      regulation: regulationOf({
        title: 'Posted too',
        docket_ids: ['FAA-2023-2'],
        extras: inDocket('FAA-2023-2-0007'),
      }),
      comment_period: open('2023-07-08', { accepts_late: false }),
    }),
  ]

  it('takes its fields from the journal, then from the dockets, and lists all dockets', () => {
    expect(mergeRegulation([...two, journal_document]).regulation).toMatchObject({
      title: 'As printed',
      subtype: 'NPRM',
      abstract: 'About it',
      docket_ids: ['FAA-2023-1', 'FAA-2023-2'],
      rins: ['2120-AA64'],
      extras: {
        regulations_gov: [
          { document_id: 'FAA-2023-1-0001', withdrawn: true },
          { document_id: 'FAA-2023-2-0007' },
        ],
      },
    })
  })

  it('closes on the last day of its dockets, ignoring withdrawn documents', () => {
    expect(mergeRegulation([journal_document, ...two]).comment_period).toEqual({
      // All of these open years after they close. The two days contradict, so the last day counts.
      opens_on: null,
      closes_on: '2023-07-08',
      comment_url: 'https://fr.example/',
      accepts_late: false,
    })
  })

  it("closes on the journal's day if no docket has a day", () => {
    const silent = docket('X-1', { regulation: regulationOf(), comment_period: NO_COMMENTS })
    expect(mergeRegulation([silent, journal_document]).comment_period?.closes_on).toBe('2023-07-05')
  })

  it('is withdrawn when all of its dockets withdraw it', () => {
    expect(mergeRegulation([journal_document, ...two]).regulation?.state).toBe('published')
    expect(mergeRegulation([journal_document, two[0]!]).regulation?.state).toBe('withdrawn')
  })

  it('prefers the days of a listing to those of an older detail record', () => {
    const listing = docket('X-1', { regulation: regulationOf(), comment_period: NO_COMMENTS })
    const detail = docket('X-1/detail', {
      regulation: regulationOf({ abstract: 'From the detail' }),
      comment_period: open('2023-07-05', { accepts_late: true }),
    })
    const merged = mergeRegulation([detail, listing])
    expect(merged.comment_period).toMatchObject({ closes_on: null, accepts_late: true })
    expect(merged.regulation?.abstract).toBe('From the detail')
  })

  it('sums the comments of all dockets, as of the newest count', () => {
    const counts = [
      docket('X-1/count', { comment_count: { count: 3, as_of: '2023-01-31T17:00:47.000000Z' } }),
      docket('X-2/count', { comment_count: { count: 4, as_of: '2023-01-31T18:00:00.000000Z' } }),
    ]
    expect(mergeRegulation([...counts, journal_document]).comment_count).toEqual({
      count: 7,
      as_of: '2023-01-31T18:00:00.000000Z',
    })
    expect(mergeRegulation(counts)).toEqual({
      comment_count: { count: 7, as_of: '2023-01-31T18:00:00.000000Z' },
    })
  })

  it('takes the agencies of the journal, or else those of all dockets, each once', () => {
    const agency = (name: string) => ({ name, slug: null, source_id: null, parent_source_id: null })
    const first = docket('X-1', { regulation: regulationOf({ agencies: [agency('USDA'), agency('AMS')] }) })
    const second = docket('X-2', { regulation: regulationOf({ agencies: [agency('USDA'), agency('FNS')] }) })
    expect(mergeRegulation([second, first]).regulation?.agencies.map(({ name }) => name)).toEqual([
      'USDA',
      'AMS',
      'FNS',
    ])
    const printed = journal({ regulation: regulationOf({ agencies: [agency('Agriculture Department')] }) })
    expect(mergeRegulation([second, first, printed]).regulation?.agencies).toEqual([
      agency('Agriculture Department'),
    ])
  })

  it('is the same in every order of arrival', () => {
    const records = [journal_document, ...two, docket('FAA-2023-2-0007/detail', two[0]!.parts)]
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
        expect(JSON.stringify(mergeRegulation(shuffled))).toBe(JSON.stringify(mergeRegulation(records)))
      }),
    )
  })
})
