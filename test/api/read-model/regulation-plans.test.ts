import { beforeAll, describe, expect, it } from 'vitest'
import { regulationDetail } from '../../../projections/projectors/content/regulation-content.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { readPlan, statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { regulationOf } from '../../support/builders/regulations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

const US = "'ocd-division/country:us'"
const DETAIL = regulationDetail(regulationOf())

/**
 * Enough documents for the planner to care. Half of them speak of fees, one in three hundred of each numbered word; one
 * in three took comments once, and few take them now.
 */
beforeAll(async () => {
  test = await createTestDatabase()
  const { name, setWatermark } = await createProjectedSchema(test)
  await test.database.query(`
    INSERT INTO ${name}.regulations (id, ocd_id, jurisdiction, document_number, publication_date, type, title, agencies,
      document_ids, docket_ids, rins, effective_on, comment_opens_on, comment_closes_on, state, item, updated_at, seq,
      deleted, reasons)
    SELECT n, 'ocd-regulation/' || n, ${US}, 'D-' || n, '2000-01-01'::date + n / 4,
      (ARRAY['rule', 'proposed_rule', 'notice', 'notice'])[1 + n % 4], 'Title', ARRAY['agency-' || n % 400],
      ARRAY['D-' || n], ARRAY['DOCKET-' || n % 5000], ARRAY['RIN-' || n % 5000],
      CASE n % 5 WHEN 0 THEN '2000-03-01'::date + n / 4 END,
      CASE n % 3 WHEN 0 THEN '2000-01-01'::date + n / 4 END, CASE n % 3 WHEN 0 THEN '2000-02-01'::date + n / 4 END,
      'published', json_build_object('id', n, 'ocd_id', 'ocd-regulation/' || n, 'jurisdiction', ${US},
        'document_number', 'D-' || n, 'publication_date', '2000-01-01', 'type', 'rule', 'title', 'Title',
        'state', 'published', 'agencies', '{}'::text[], 'docket_ids', '{}'::text[], 'rins', '{}'::text[],
        'effective_on', null, 'comment_period', null, 'updated_at', '2026-01-01T00:00:00.000000Z', 'reasons', '{}'::json),
      '2026-01-01'::timestamptz + n * interval '1 second', n, false, '{}'
    FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.regulation_words (id, jurisdiction, day, title, numbers, topics, abstract, words)
    SELECT n, ${US}, '2000-01-01'::date + n / 4, 'Title', 'D-' || n, '', '',
      setweight(to_tsvector('simple', 'word' || n % 300 || CASE n % 2 WHEN 0 THEN ' fee' ELSE '' END), 'A')
    FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.regulation_details (regulation_id, detail)
    SELECT n, '${DETAIL}' FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.entity (id, ocd_id, entity_type, sequence)
    SELECT n, 'ocd-regulation/' || n, 'regulation', 1 FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.organizations (id, ocd_id, jurisdiction, classification, name, slug, item, updated_at, seq,
      deleted, reasons)
    SELECT 100000 + n, 'ocd-organization/' || n, ${US}, 'agency', 'Agency ' || n, 'agency-' || n,
      json_build_object('name', 'Agency ' || n, 'parent_name', null), '2026-01-01', n, false, '{}'
    FROM generate_series(0, 399) n;
    INSERT INTO ${name}.agency_comment_periods (id, regulation_id, agency, opens_on, closes_on, is_electronic, portal,
      updated_at, seq, deleted)
    SELECT n || ':x', n, 'agency-' || n % 400, '2000-01-01'::date + n / 4, '2000-02-01'::date + n / 4, n % 2 = 0, null,
      '2026-01-01'::timestamptz + n * interval '1 second', n, false
    FROM generate_series(1, 30000) n WHERE n % 3 = 0;
    INSERT INTO ${name}.bills (id, ocd_id, present, jurisdiction, session, identifier, identifier_key, title,
      classification, subjects, keywords, entered_on, item, updated_at, seq, deleted, reasons)
    SELECT 200000 + n, 'ocd-bill/' || n, true, 'ocd-division/country:us/state:wa', '2025', 'HB ' || n, 'HB' || n,
      'Title', '{}', '{}', '{}', '2000-01-01'::date + n / 4,
      json_build_object('id', 200000 + n, 'ocd_id', 'ocd-bill/' || n, 'jurisdiction', 'ocd-division/country:us/state:wa',
        'session', '2025', 'identifier', 'HB ' || n, 'title', 'Title', 'chamber', null, 'classification', '{}'::text[],
        'subjects', '{}'::text[], 'status', null, 'status_detail', null, 'status_date', null, 'introduced_on', null, 'prefiled_on', null,
        'updated_at', '2026-01-01T00:00:00.000000Z', 'reasons', '{}'::json),
      '2026-01-01'::timestamptz + n * interval '1 second', n, false, '{}'
    FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.bill_words (id, jurisdiction, entered_on, title, identifiers, subjects, abstracts, words)
    SELECT 200000 + n, 'ocd-division/country:us/state:wa', '2000-01-01'::date + n / 4, 'Title', 'HB ' || n, '', '',
      setweight(to_tsvector('simple', 'word' || n % 300 || CASE n % 2 WHEN 0 THEN ' fee' ELSE '' END), 'A')
    FROM generate_series(1, 30000) n;
    ANALYZE;
  `)
  await setWatermark('2027-01-01T00:00:00Z')
  api = await createTestApi(test, { clock: createManualClock('2020-06-25T12:00:00Z') })
  await api.get('/v1/regulations')
}, 120_000)

const sent = (url: string) => statementsOf(test, api, url)
async function planAt(url: string, index = 0): Promise<string> {
  return readPlan(test, (await sent(url))[index]!)
}

const TABLES = 'regulations|regulation_words|bills|bill_words|agency_comment_periods'

describe('regulations, search and agencies take few statements, however many rows', () => {
  it.each([
    ['/v1/regulations?limit=200', 1],
    ['/v1/regulations?agency=agency-7&comment_state=open&published_since=2005-01-01', 1],
    ['/v1/regulations?updated_since=2026-01-01', 1],
    ['/v1/regulations?q=word12&updated_since=2026-01-01', 1],
    ['/v1/regulations?q=D-77', 1],
    // For a number, for words, for what stands around them.
    ['/v1/regulations?q=word12&limit=200', 2],
    ['/v1/regulations/12', 1],
    ['/v1/comment-capabilities?limit=200', 1],
    ['/v1/comment-capabilities?updated_since=2026-01-01', 1],
    ['/v1/search?limit=200', 1],
    ['/v1/search?updated_since=2026-01-01', 1],
    ['/v1/search?q=word12&updated_since=2026-01-01', 1],
    // For what fits is counted besides.
    ['/v1/search?q=HB+77', 2],
    ['/v1/search?q=word12&limit=200', 3],
    ['/v1/search?q=fees', 3],
  ])('%s: %i', async (url, count) => {
    expect(await sent(url)).toHaveLength(count)
  })
})

describe('a page of regulations is a range of an index, and nothing is sorted', () => {
  it.each([
    ['limit=200', 'regulations_pkey'],
    ['sort=-id', 'regulations_pkey'],
    ['type=notice', 'regulations_type_id_idx'],
    ['jurisdiction=us', 'regulations_(pkey|jurisdiction_id_idx)'],
    ['updated_since=2026-01-01T02:00:00Z&limit=200', 'regulations_updated_at_seq_id_idx'],
    ['sort=-updated_at', 'regulations_updated_at_seq_id_idx'],
    ['sort=-publication_date', 'regulations_coalesce_publication_date_infinity_id_idx'],
    ['sort=publication_date&type=rule', 'regulations_type_coalesce_publication_date_infinity_id_idx'],
    [
      'sort=-publication_date&published_since=2015-01-01',
      'regulations_coalesce_publication_date_infinity_id_idx',
    ],
    ['sort=-effective_on', 'regulations_coalesce_effective_on_infinity_id_idx'],
    ['sort=comments_close_on&comment_state=open', 'regulations_coalesce_comment_closes_on_infinity_id_idx'],
  ])('%s: %s, on a later page too', async (query, index) => {
    const paged = query.includes('limit') ? query : `limit=5&${query}`
    const { next_cursor } = (await api.get(`/v1/regulations?${paged}`)).json()
    for (const url of [`/v1/regulations?${paged}`, `/v1/regulations?${paged}&cursor=${next_cursor}`]) {
      const plan = await planAt(url)
      expect(plan, url).toMatch(new RegExp(`using ${index} `))
      expect(plan, url).not.toMatch(/Sort|Seq Scan on regulations/)
    }
  })
})

describe('what is rare goes by its own index', () => {
  it.each([
    ['q=D-77', 'regulations_document_ids_idx'],
    // Words, which are first asked for as a number.
    ['q=fees', 'regulations_document_ids_idx'],
    ['docket=DOCKET-77', 'regulations_docket_ids_idx'],
    ['rin=RIN-77', 'regulations_rins_idx'],
    ['agency=agency-77', 'regulations_agencies_idx'],
    ['comment_state=open', 'regulations_coalesce_comment_closes_on_infinity_id_idx'],
    ['published_since=2020-06-20', 'regulations_coalesce_publication_date_infinity_id_idx'],
  ])('%s: %s', async (query, index) => {
    const plan = await planAt(`/v1/regulations?${query}`)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan on regulation/)
  })
})

describe('words', () => {
  it.each([
    ['/v1/regulations?q=word12', ['regulation_words_words_idx']],
    ['/v1/search?q=word12', ['regulation_words_words_idx', 'bill_words_words_idx']],
  ])('that few have are looked up: %s', async (url, indexes) => {
    const plan = await planAt(url, 1)
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })

  it.each([
    ['/v1/regulations?q=fees', 1, ['regulation_words_coalesce_day_infinity_id_idx']],
    [
      '/v1/search?q=fees',
      1,
      ['regulation_words_coalesce_day_infinity_id_idx', 'bill_words_coalesce_entered_on_infinity_id_idx'],
    ],
    ['/v1/search?q=fees&jurisdiction=de', 1, ['regulation_words_jurisdiction', 'bill_words_jurisdiction']],
  ])('that half have are met on the way from the newest on: %s', async (url, at, indexes) => {
    const plan = await planAt(url, at)
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })
})

describe('words and a rare filter together', () => {
  it.each([
    ['q=fees&comment_state=open', 'regulations_coalesce_comment_closes_on_infinity_id_idx'],
    ['q=fees&agency=agency-77', 'regulations_agencies_idx'],
    ['q=fees&docket=DOCKET-78', 'regulations_docket_ids_idx'],
    ['q=fees&updated_since=2026-01-01T08:19:00Z', 'regulations_updated_at_seq_id_idx'],
  ])('go by the filter: %s', async (query, index) => {
    const statements = await sent(`/v1/regulations?${query}`)
    const plan = await readPlan(test, statements[query.includes('updated_since') ? 0 : 1]!)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })
})

describe('bills and regulations together', () => {
  it('are counted up to a bound, the newest of them, and the answer says so', async () => {
    const { facets } = (await api.get('/v1/search?q=fees&limit=1')).json()
    const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
    expect(facets.is_capped).toBe(true)
    expect([facets.kind, facets.jurisdiction, facets.year].map(sum)).toEqual([2_000, 2_000, 2_000])
    expect(facets.year[0].value).toBeGreaterThan(2010)
    const counting = (await sent('/v1/search?q=fees')).find(({ text }) => text.includes('GROUPING SETS'))
    const counted = await readPlan(test, counting!)
    expect(counted).toContain('regulation_words_coalesce_day_infinity_id_idx')
    expect(counted).toContain('bill_words_coalesce_entered_on_infinity_id_idx')
  })

  it.each([
    ['', ['bills_pkey', 'regulations_pkey']],
    ['jurisdiction=de', ['bills_jurisdiction_id_idx', 'regulations_jurisdiction_id_idx']],
    [
      'updated_since=2026-01-01T02:00:00Z',
      ['bills_updated_at_seq_id_idx', 'regulations_updated_at_seq_id_idx'],
    ],
    [
      'q=fees&updated_since=2026-01-01T08:19:00Z',
      ['bills_updated_at_seq_id_idx', 'regulations_updated_at_seq_id_idx'],
    ],
  ])('%s are two ranges', async (query, indexes) => {
    const plan = await planAt(`/v1/search?${query}`)
    for (const index of indexes) expect(plan).toContain(`using ${index} `)
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })
})

describe('what agencies take is looked up by agency', () => {
  it.each(['', 'agency=agency-7', 'updated_since=2026-01-01T02:00:00Z'])('%s', async (query) => {
    const plan = await planAt(`/v1/comment-capabilities?${query}`)
    expect(plan).toContain('agency_comment_periods_agency_is_electronic_closes_on_id_idx')
    expect(plan).toContain('agency_comment_periods_agency_updated_at_seq_idx')
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })
})
