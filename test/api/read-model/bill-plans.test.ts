import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../projections/search/count-words.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { readPlan, readPlanForAll, statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { wordsOfRows } from '../../support/api/words-of-rows.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

const place = (state: string) => `ocd-division/country:us/state:${state}`
const STATE = "'ocd-division/country:us/state:' || (ARRAY['wa', 'de', 'va', 'mp'])[1 + n % 4]"

/** There are enough bills to matter to the planner. Half contain "tax"; one in 300 has each numbered word. */
beforeAll(async () => {
  test = await createProjectedDatabase()
  const { name, setWatermark } = await createProjectedSchema(test)
  await test.database.query(`
    INSERT INTO ${name}.bills (id, ocd_id, present, jurisdiction, session, identifier, identifier_key, chamber, title,
      classification, subjects, keywords, status, entered_on, latest_action_on, item, updated_at, seq, deleted, reasons)
    SELECT n, 'ocd-bill/' || n, true, ${STATE}, '2025', 'HB ' || n, 'HB' || n, 'lower', 'Title', '{bill}',
      ARRAY['Subject ' || n % 500], ARRAY['subject=subject ' || n % 500, 'classification=bill'], CASE n % 50 WHEN 0 THEN 'enacted' ELSE 'introduced' END,
      '2025-01-01'::date + n % 400, '2025-03-01'::date + n % 400,
      json_build_object('id', n, 'ocd_id', 'ocd-bill/' || n, 'jurisdiction', 'ocd-division/country:us/state:wa',
        'session', '2025', 'identifier', 'HB ' || n, 'title', 'Title', 'chamber', null, 'classification', '{}'::text[],
        'subjects', '{}'::text[], 'status', 'introduced', 'status_detail', null, 'status_date', null,
        'introduced_on', null, 'prefiled_on', null, 'updated_at', '2026-01-01T00:00:00.000000Z', 'reasons', '{}'::json),
      '2026-01-01'::timestamptz + n * interval '1 second', n, false, '{}'
    FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.bill_words (id, jurisdiction, entered_on, title, identifiers, subjects, abstracts, words, terms,
      impacts, deleted)
    SELECT n, ${STATE}, '2025-01-01'::date + n % 400, 'Title', 'HB ' || n, '', '',
      ${wordsOfRows('tax')}
    FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.bill_sponsors (id, bill_id, position, name, item, updated_at, seq, deleted, reasons)
    SELECT 's' || n, n / 3 + 1, n % 3, 'Member ' || n % 900, json_build_object('id', 's' || n, 'name', 'Member',
      'entity_type', 'person', 'classification', 'primary', 'primary', true, 'roles', ARRAY['primary'], 'chamber', 'lower', 'district', null,
      'sponsored_on', null, 'withdrawn_on', null, 'source_id', null, 'updated_at', '2026-01-01T00:00:00.000000Z'),
      '2026-01-01', n, false, '{}'
    FROM generate_series(1, 60000) n;
    INSERT INTO ${name}.bill_versions (id, bill_id, kind, position, made, extracted_sha256, item, updated_at, seq, deleted, reasons)
    SELECT 'v' || n, n, 'version', 0, 0, 'hash' || n, json_build_object('id', 'v' || n, 'kind', 'version', 'note', '',
      'date', null, 'classification', '', 'links', '{}'::text[], 'text', null, 'updated_at', '2026-01-01T00:00:00.000000Z'),
      '2026-01-01', n, false, '{}' FROM generate_series(1, 5000) n;
    INSERT INTO ${name}.entity (id, ocd_id, entity_type, sequence)
    SELECT n, 'ocd-bill/' || n, 'bill', 1 FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.bill_details (bill_id, detail)
    SELECT 12, '{"abstracts": [], "other_titles": [], "other_identifiers": [], "citations": [], "sources": [],
      "extras": {}, "session_known": true}';
    INSERT INTO search.text (sha256, words, characters, indexed_characters)
    SELECT 'hash' || n, to_tsvector('simple', 'section speak thing' || n % 200), 20, 20
    FROM generate_series(1, 5000) n;
    ANALYZE ${name}.bills; ANALYZE ${name}.bill_words; ANALYZE ${name}.bill_sponsors; ANALYZE ${name}.bill_versions;
    ANALYZE search.text;
  `)
  await countWords(test.database, name)
  await setWatermark('2027-01-01T00:00:00Z')
  api = await createTestApi(test)
  await api.get('/v1/bills')
}, 120_000)

const sent = (url: string) => statementsOf(test, api, url)
async function planAt(url: string, index = 0): Promise<string> {
  const statements = (await sent(url)).filter(({ text }) => !text.includes('.sessions s'))
  return readPlan(test, statements[index]!)
}

const searchesOf = async (url: string) =>
  (await sent(url)).filter(({ text }) => text.includes('best AS MATERIALIZED'))
/** The plan of the last statement that looks for words. */
const planOfSearch = async (url: string) => readPlan(test, (await searchesOf(url)).at(-1)!)

describe('an API request', () => {
  it.each([
    ['/v1/bills', 1],
    ['/v1/bills?limit=200&jurisdiction=wa&status=enacted', 1],
    ['/v1/bills?updated_since=2026-01-01', 1],
    ['/v1/bills?q=word12&updated_since=2026-01-01', 1],
    ['/v1/bills?q=word12&sort=-introduced_on', 1],
    ['/v1/bills?q=HB+77', 1],
    // One statement looks for a number, one for the weights of the words, one for the words.
    ['/v1/bills?q=word12', 3],
    ['/v1/bills?q=taxes&limit=200', 3],
    // Few bills have the word, so two more statements search their texts, which cannot be shown here.
    ['/v1/bills?q=thing12', 5],
    // One more statement reads how the source prints the session.
    ['/v1/bills?jurisdiction=wa&session=2025', 2],
    // Included parts are read for 10 bills, then 40, then the rest, with seven statements each time.
    ['/v1/bills?include=sponsors,actions,votes,versions,documents,committees,details&limit=200', 1 + 3 * 7],
    ['/v1/bills/12', 1],
    ['/v1/bills/12?include=sponsors,actions,votes,versions,documents,committees', 7],
  ])('for %s takes %i statements, for any number of rows', async (url, count) => {
    expect(await sent(url)).toHaveLength(count)
  })
})

describe('a page of bills', () => {
  it.each([
    ['limit=200', 'bills_pkey'],
    ['sort=-id', 'bills_pkey'],
    ['jurisdiction=wa', 'bills_jurisdiction_id_idx'],
    ['jurisdiction=wa&sort=-id', 'bills_jurisdiction_id_idx'],
    ['status=introduced', 'bills_status_id_idx'],
    ['jurisdiction=wa&session=2025', 'bills_jurisdiction_session_id_idx'],
    ['updated_since=2026-01-01T08:00:00Z&limit=200', 'bills_updated_at_seq_id_idx'],
    ['sort=-updated_at', 'bills_updated_at_seq_id_idx'],
    ['updated_since=2026-01-01T08:00:00Z&jurisdiction=wa', 'bills_jurisdiction_updated_at_seq_id_idx'],
    ['sort=-updated_at&jurisdiction=wa', 'bills_jurisdiction_updated_at_seq_id_idx'],
    ['sort=-introduced_on', 'bills_coalesce_entered_on_infinity_id_idx'],
    ['sort=introduced_on&jurisdiction=wa', 'bills_jurisdiction_coalesce_entered_on_infinity_id_idx'],
    ['sort=-introduced_on&introduced_since=2025-06-01', 'bills_coalesce_entered_on_infinity_id_idx'],
    ['sort=latest_action_on', 'bills_coalesce_latest_action_on_infinity_id_idx'],
    [
      'sort=-latest_action_on&jurisdiction=wa',
      'bills_jurisdiction_coalesce_latest_action_on_infinity_id_idx',
    ],
  ])('with %s is one range of %s without a sort, also on a later page', async (query, index) => {
    const { next_cursor } = (await api.get(`/v1/bills?${query}`)).json()
    for (const url of [`/v1/bills?${query}`, `/v1/bills?${query}&cursor=${next_cursor}`]) {
      const plan = await planAt(url)
      expect(plan, url).toContain(`using ${index}`)
      expect(plan, url).not.toMatch(/Sort|Seq Scan on bills/)
    }
    expect(await planAt(`/v1/bills?${query}&cursor=${next_cursor}`)).toMatch(/Index Cond: .*(ROW|id [<>])/)
  })
})

describe('one bill', () => {
  it('looks up related bills by number, place and session in one index', async () => {
    expect(await planAt('/v1/bills/12')).toMatch(
      /using bills_identifier_key_jurisdiction_session_id_idx on bills b .*\n\s+Index Cond: .*identifier_key.*jurisdiction.*session/,
    )
  })
})

describe('a bill query for a rare value', () => {
  it.each([
    ['q=HB77', 'bills_identifier_key_jurisdiction_session_id_idx'],
    ['session=1999', 'bills_jurisdiction_session_id_idx'],
    ['identifier=HB77,HB78', 'bills_identifier_key_jurisdiction_session_id_idx'],
    ['subject=Subject+7', 'bills_keywords_idx'],
    ['classification=petition', 'bills_keywords_idx'],
    ['sponsor=Member+7', 'bill_sponsors_name_bill_id_idx'],
    ['action_since=2026-04-04', 'bills_coalesce_latest_action_on_infinity_id_idx'],
  ])('with %s uses the index %s', async (query, index) => {
    const plan = await planAt(`/v1/bills?${query}`)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan on bill/)
  })
})

describe('words in a bill search', () => {
  it('are looked up by their index if few bills have them', async () => {
    const plan = await planOfSearch('/v1/bills?q=word12')
    expect(plan).toContain('bill_words_words_idx')
    expect(plan).not.toMatch(/Seq Scan on (bill|text)/)
  })

  it('are looked up among the bills where they count most if half of all bills have them', async () => {
    for (const query of ['q=taxes', 'q=taxes&introduced_since=2025-01-01', 'q=taxes&status=introduced']) {
      const plan = await planOfSearch(`/v1/bills?${query}`)
      expect(plan).toMatch(/bill_words_words_idx.*\n.*Index Cond: .*'tax@\d/)
      expect(plan).not.toMatch(/Seq Scan on bill/)
    }
  })

  it('have one good plan for all words', async () => {
    for (const query of ['q=taxes', 'q=word12', 'q=taxes word12&jurisdiction=wa&status=introduced']) {
      const [statement] = await searchesOf(`/v1/bills?${query}`)
      const plan = await readPlanForAll(test, statement!)
      expect(plan).toContain('Bitmap Index Scan on bill_words_words_idx')
      expect(plan).not.toMatch(/Seq Scan on bill|Hash Join/)
    }
  })

  it('that occur only in texts are looked up by the index of texts', async () => {
    const statement = (await searchesOf('/v1/bills?q=thing12')).at(-1)!
    for (const plan of [await readPlan(test, statement), await readPlanForAll(test, statement)]) {
      expect(plan).toContain('text_words_idx')
      expect(plan).toContain('bill_versions_extracted_sha256_idx')
    }
  })

  it('that are in many texts are looked up in those of the bills of a session with a status', async () => {
    const plan = await planOfSearch('/v1/bills?q=section&jurisdiction=wa&session=2025&status=enacted')
    expect(plan).toMatch(/using bills_(jurisdiction_session|status)_id_idx/)
    expect(plan).not.toMatch(/text_words_idx|bill_words_words_idx|Seq Scan on (bill|text)/)
  })
})

describe('facets of words', () => {
  const facetsOf = async (q: string) =>
    (await api.get(`/v1/bills?${new URLSearchParams({ q, limit: '1', facets: 'status' })}`)).json().facets
  const planOfFacets = async (query: string, facets = 'status') =>
    readPlan(
      test,
      (await sent(`/v1/bills?${query}&facets=${facets}`)).find(({ text }) => text.includes('found_0'))!,
    )
  const enactedOf = ({ status }: { status: { value: string; count: number }[] }) =>
    status.find(({ value }) => value === 'enacted')!.count

  it('count bills in which the words count most up to a limit, and say so', async () => {
    // Every second bill has the word. In enacted ones it never counts much.
    const facets = await facetsOf('taxes')
    expect(facets).toMatchObject({ is_capped: true, status: [{ value: 'introduced', count: 2_001 }] })
    const plan = await planOfFacets('q=taxes')
    expect(plan).toMatch(/bill_words_words_idx.*\n.*Index Cond: .*'tax@\d/)
    expect(plan).not.toMatch(/Seq Scan on bill/)
  })

  it('count all bills if those in which the words count most are too few', async () => {
    const { facets } = (await api.get('/v1/bills?q=taxes&status=enacted&facets=chamber')).json()
    expect(facets).toEqual({ chamber: [{ value: 'lower', count: 600 }], is_capped: false })
  })

  it('of a filter and of others count all bills if those in which the words count most are too few', async () => {
    const query = 'q=taxes&status=enacted&facets=chamber,jurisdiction,status'
    const { facets } = (await api.get(`/v1/bills?${query}`)).json()
    // Enacted bills have a number that 50 divides, so they are in two of the places.
    expect(facets).toEqual({
      chamber: [{ value: 'lower', count: 600 }],
      jurisdiction: ['va', 'wa'].map((state) => ({ value: place(state), count: 300 })),
      status: [{ value: 'introduced', count: 2_001 }],
      is_capped: true,
    })
  })

  it('of a filter and of others are read together in the bills in which the words count most', async () => {
    const query = 'q=taxes&status=introduced&facets=chamber,jurisdiction,status'
    const { facets } = (await api.get(`/v1/bills?${query}`)).json()
    const sum = (counts: readonly { readonly count: number }[]) =>
      counts.reduce((total, { count }) => total + count, 0)
    expect(facets.is_capped).toBe(true)
    expect([facets.chamber, facets.jurisdiction, facets.status].map(sum)).toEqual([2_001, 2_001, 2_001])
    const plan = await planOfFacets('q=taxes&status=introduced', 'chamber,status')
    expect(plan.match(/Index Cond: .*'tax@/g)).toHaveLength(1)
    expect(plan).toMatch(/bill_words_words_idx.*\n.*Index Cond: .*'tax@\d/)
    expect(plan).not.toMatch(/Seq Scan on bill/)
  })

  it('of a place under a status look statuses up in an index of them, without the rows of bills', async () => {
    const plan = await planOfFacets('q=taxes&status=introduced', 'jurisdiction')
    expect(plan).toContain('Index Only Scan using bills_status_id_idx')
  })

  it('count those that have the words only in their text', async () => {
    // Bills 3,000 to 5,000.
    const facets = await facetsOf('section')
    expect({ is_capped: facets.is_capped, enacted: enactedOf(facets) }).toEqual({
      is_capped: true,
      enacted: 41,
    })
  })

  it('count both together if there is room', async () => {
    const rare = await facetsOf('word12 or thing12')
    expect(rare.is_capped).toBe(false)
    const total = rare.status.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    // 100 bills have the one word, 25 texts have the other, and one bill in 600 has both.
    expect(total).toBe(100 + 25 - Math.floor(5_000 / 600) - 1)
    expect(enactedOf(await facetsOf('taxes or section'))).toBe(71)
  })

  it('do not read all texts for a word that is in few of them', async () => {
    expect(await planOfFacets('q=thing12')).toContain('text_words_idx')
  })
})
