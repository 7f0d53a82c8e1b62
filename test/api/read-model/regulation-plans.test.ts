import { beforeAll, describe, expect, it } from 'vitest'
import { regulationDetail } from '../../../projections/projectors/content/regulation-content.ts'
import { countWords } from '../../../projections/search/count-words.ts'
import { countedTables } from '../../../runtime/ranking/counted-tables.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { readPlan, statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { wordsOfRows } from '../../support/api/words-of-rows.ts'
import { regulationOf } from '../../support/builders/regulations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

const US = "'ocd-division/country:us'"
const DETAIL = regulationDetail(regulationOf())

/**
 * There are enough documents to matter to the planner. Half contain "fee", and one in 300 has each numbered
 * word. One in three accepted comments in the past, and few accept them now.
 */
beforeAll(async () => {
  test = await createProjectedDatabase()
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
    INSERT INTO ${name}.regulation_words (id, jurisdiction, day, title, numbers, topics, abstract, words, terms,
      impacts, deleted)
    SELECT n, ${US}, '2000-01-01'::date + n / 4, 'Title', 'D-' || n, '', '', ${wordsOfRows('fee')}
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
    INSERT INTO ${name}.bill_words (id, jurisdiction, entered_on, title, identifiers, subjects, abstracts, words, terms,
      impacts, deleted)
    SELECT 200000 + n, 'ocd-division/country:us/state:wa', '2000-01-01'::date + n / 4, 'Title', 'HB ' || n, '', '', ${wordsOfRows('fee')}
    FROM generate_series(1, 30000) n;
    ANALYZE;
  `)
  for (const table of countedTables) await countWords(test.database, name, table)
  await setWatermark('2027-01-01T00:00:00Z')
  api = await createTestApi(test, { clock: createManualClock('2020-06-25T12:00:00Z') })
  await api.get('/v1/regulations')
}, 120_000)

const sent = (url: string) => statementsOf(test, api, url)
async function planAt(url: string, index = 0): Promise<string> {
  return readPlan(test, (await sent(url))[index]!)
}

/** The plans of the statements that rank rows by their words, first those of bills. */
async function plansOfRanking(url: string): Promise<string[]> {
  const ranking = (await sent(url)).filter(({ text }) => text.includes('array_position'))
  const ofBills = ranking.filter(({ text }) => text.includes('bill_words'))
  const ofRegulations = ranking.filter(({ text }) => !text.includes('bill_words'))
  return Promise.all([...ofBills, ...ofRegulations].map((statement) => readPlan(test, statement)))
}

const TABLES = 'regulations|regulation_words|bills|bill_words|agency_comment_periods'

describe('an API request', () => {
  it.each([
    ['/v1/regulations?limit=200', 1],
    ['/v1/regulations?agency=agency-7&comment_state=open&published_since=2005-01-01', 1],
    ['/v1/regulations?updated_since=2026-01-01', 1],
    ['/v1/regulations?q=word12&updated_since=2026-01-01', 1],
    ['/v1/regulations?q=D-77', 1],
    // One statement looks for a number, one for the weights of the words, one for the words.
    ['/v1/regulations?q=word12&limit=200', 3],
    ['/v1/regulations/12', 1],
    ['/v1/comment-capabilities?limit=200', 1],
    ['/v1/comment-capabilities?updated_since=2026-01-01', 1],
    ['/v1/search?limit=200', 1],
    ['/v1/search?updated_since=2026-01-01', 1],
    ['/v1/search?q=word12&updated_since=2026-01-01', 1],
    // One more statement counts the matches.
    ['/v1/search?q=HB+77', 2],
    // Both kinds have their own weights and words. Few rows have this word, so the texts of bills are searched too. No
    // earlier request had it, so its counts are not remembered.
    ['/v1/search?q=word13&limit=200', 8],
    ['/v1/search?q=fees', 6],
  ])('for %s takes %i statements, for any number of rows', async (url, count) => {
    expect(await sent(url)).toHaveLength(count)
  })
})

describe('a page of regulations', () => {
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
  ])('with %s is one range of %s without a sort, also on a later page', async (query, index) => {
    const paged = query.includes('limit') ? query : `limit=5&${query}`
    const { next_cursor } = (await api.get(`/v1/regulations?${paged}`)).json()
    for (const url of [`/v1/regulations?${paged}`, `/v1/regulations?${paged}&cursor=${next_cursor}`]) {
      const plan = await planAt(url)
      expect(plan, url).toMatch(new RegExp(`using ${index} `))
      expect(plan, url).not.toMatch(/Sort|Seq Scan on regulations/)
    }
  })
})

describe('a regulation query for a rare value', () => {
  it.each([
    ['q=D-77', 'regulations_document_ids_idx'],
    // Words are first looked up as a number.
    ['q=fees', 'regulations_document_ids_idx'],
    ['docket=DOCKET-77', 'regulations_docket_ids_idx'],
    ['rin=RIN-77', 'regulations_rins_idx'],
    ['agency=agency-77', 'regulations_agencies_idx'],
    ['comment_state=open', 'regulations_coalesce_comment_closes_on_infinity_id_idx'],
    ['published_since=2020-06-20', 'regulations_coalesce_publication_date_infinity_id_idx'],
  ])('with %s uses the index %s', async (query, index) => {
    const plan = await planAt(`/v1/regulations?${query}`)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan on regulation/)
  })
})

describe('words in a regulation search', () => {
  it.each([
    ['/v1/regulations?q=word12', ['regulation_words_words_idx']],
    ['/v1/search?q=word12', ['bill_words_words_idx', 'regulation_words_words_idx']],
  ])('are looked up by their index if few documents have them: %s', async (url, indexes) => {
    const plans = await plansOfRanking(url)
    for (const [at, index] of indexes.entries()) expect(plans[at]).toContain(index)
    for (const plan of plans) expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })

  it.each(['/v1/regulations?q=fees', '/v1/search?q=fees'])(
    'are looked up among the documents where they count most if half of them have the words: %s',
    async (url) => {
      for (const plan of await plansOfRanking(url)) {
        expect(plan).toMatch(/_words_words_idx.*\n.*Index Cond: .*'fee@\d/)
        expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
      }
    },
  )
})

describe('a regulation search with words and a rare filter', () => {
  it.each([
    ['q=fees&comment_state=open', 'regulations_coalesce_comment_closes_on_infinity_id_idx'],
    ['q=fees&updated_since=2026-01-01T08:19:00Z', 'regulations_updated_at_seq_id_idx'],
  ])('uses the index of the filter: %s', async (query, index) => {
    const statements = await sent(`/v1/regulations?${query}`)
    const plan = await readPlan(test, statements[query.includes('updated_since') ? 0 : 2]!)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })
})

describe('a search over bills and regulations', () => {
  it('counts only the newest documents up to a limit, and says so', async () => {
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
  ])('with the query %s reads two index ranges', async (query, indexes) => {
    const plan = await planAt(`/v1/search?${query}`)
    for (const index of indexes) expect(plan).toContain(`using ${index} `)
    expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
  })
})

describe('the comment capabilities of agencies', () => {
  it.each(['', 'agency=agency-7', 'updated_since=2026-01-01T02:00:00Z'])(
    'are looked up by the index of agencies with the query "%s"',
    async (query) => {
      const plan = await planAt(`/v1/comment-capabilities?${query}`)
      expect(plan).toContain('agency_comment_periods_agency_is_electronic_closes_on_id_idx')
      expect(plan).toContain('agency_comment_periods_agency_updated_at_seq_idx')
      expect(plan).not.toMatch(new RegExp(`Seq Scan on (${TABLES})`))
    },
  )
})
