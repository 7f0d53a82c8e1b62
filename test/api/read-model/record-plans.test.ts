import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { readPlan, statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

const STATE = "'ocd-division/country:us/state:' || (ARRAY['wa', 'de', 'va', 'mp'])[1 + n % 4]"
const PEOPLE = 100_000
const COMMITTEES = 200_000
const VOTES = 300_000
const SHA = 'a'.repeat(64)
const WA = 'ocd-division/country:us/state:wa'
const seen = { updated_at: '2026-01-01T00:00:00.000000Z' }
const moved = { ...seen, reasons: {} }
const none = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]))
const item = {
  bill: {
    jurisdiction: WA,
    session: '2025',
    identifier: 'HB 1',
    title: 'Title',
    chamber: 'lower',
    subjects: [],
    classification: ['bill'],
    status: 'in_committee',
    ...moved,
    ...none('status_detail', 'status_date', 'introduced_on', 'prefiled_on'),
  },
  sponsor: {
    entity_type: 'person',
    classification: 'primary',
    primary: true,
    roles: ['primary'],
    chamber: 'lower',
    ...seen,
    ...none('district', 'sponsored_on', 'withdrawn_on', 'source_id'),
  },
  action: {
    date: '2026-01-05',
    chamber: 'lower',
    organization: null,
    related_entities: [],
    ...seen,
    is_passage: false,
    date_is_impossible: false,
  },
  version: {
    kind: 'version',
    note: '',
    date: null,
    classification: '',
    links: [],
    ...seen,
    text: { sha256: SHA, bytes: 1, media_type: 'text/plain', url: '', extracted: null, no_text: null },
  },
  person: {
    name: 'Member',
    jurisdiction: WA,
    ...moved,
    ...none('given_name', 'family_name', 'party', 'chamber', 'district', 'email', 'image', 'current_role'),
  },
  detail: {
    parties: [],
    roles: [],
    offices: [],
    links: [],
    other_names: [],
    other_identifiers: [],
    sources: [],
    extras: {},
    ...none('middle_name', 'suffix', 'gender', 'biography', 'birth_date', 'death_date'),
  },
  committee: {
    jurisdiction: WA,
    chamber: 'lower',
    name: 'Committee',
    classification: 'committee',
    parent_ocd_id: null,
    ...moved,
  },
  committee_detail: { links: [], other_names: [], sources: [] },
  vote: {
    bill: null,
    jurisdiction: WA,
    session: '2025',
    chamber: 'lower',
    identifier: '',
    motion_text: '',
    motion_classification: [],
    vacated: false,
    result: 'pass',
    counts: [],
    roll_counts: [],
    sources: [],
    extras: {},
    ...moved,
    ...none('organization', 'start_date', 'end_date', 'requirement', 'counts_match', 'bill_action'),
  },
}
/** The JSON of a row `n` with its own members. */
const json = (which: keyof typeof item, own = '') =>
  `('${JSON.stringify(item[which])}'::jsonb || jsonb_build_object(${own}))::json`
const ids = (prefix: string, id: string) => `'id', ${id}, 'ocd_id', '${prefix}/' || n`
const CHANGES = "'2026-01-01'::timestamptz + n * interval '1 second', n, false, '{}'"

/** There are thousands of members, bills and roll calls, and hundreds of committees. */
beforeAll(async () => {
  test = await createProjectedDatabase()
  const { name, setWatermark } = await createProjectedSchema(test)
  await test.database.query(`
    INSERT INTO ${name}.bills (id, ocd_id, present, jurisdiction, session, identifier, identifier_key, chamber, title,
      classification, subjects, keywords, status, item, updated_at, seq, deleted, reasons)
    SELECT n, 'ocd-bill/' || n, true, ${STATE}, (ARRAY['2023', '2025'])[1 + n / 20000], 'HB ' || n, 'HB' || n, 'lower',
      'Title', '{bill}', '{}', '{classification=bill}', 'in_committee', ${json('bill', ids('ocd-bill', 'n'))}, ${CHANGES} FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.bill_sponsors (id, bill_id, position, name, item, updated_at, seq, deleted, reasons)
    SELECT 's' || n, n / 3 + 1, n % 3, 'Member ' || n % 900, ${json('sponsor', `'id', 's' || n, 'name', 'Member ' || n % 900`)}, ${CHANGES}
    FROM generate_series(1, 60000) n;
    INSERT INTO ${name}.bill_actions (id, bill_id, day, date, is_dated, is_passage, first_sequence, referral_words, item, updated_at, seq, deleted, reasons)
    SELECT 'a' || n, n / 3 + 1, '2026-01-05', '2026-01-05', true, false, n,
      CASE n % 3 WHEN 0 THEN ARRAY[(ARRAY['wa', 'de', 'va', 'mp'])[1 + (n / 3 + 1) % 4] || '.lower|committee' || n / 3 % 200] END,
      ${json(
        'action',
        `'id', 'a' || n, 'description', 'Referred to Committee' || n / 3 % 200, 'classification',
        CASE n % 3 WHEN 0 THEN ARRAY['referral-committee'] ELSE '{}'::text[] END`,
      )}, ${CHANGES} FROM generate_series(1, 60000) n;
    INSERT INTO ${name}.bill_versions (id, bill_id, kind, position, made, text_sha256, item, updated_at, seq, deleted, reasons)
    SELECT 'v' || n, n / 3 + 1, 'version', n % 3, n % 3, CASE n WHEN 36 THEN '${SHA}' WHEN 37 THEN 'b' ELSE md5(n::text) END,
      ${json('version', `'id', 'v' || n`)}, ${CHANGES} FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.people (id, ocd_id, name, name_words, jurisdiction, chamber, district, leadership, item, detail, updated_at,
      seq, deleted, reasons)
    SELECT ${PEOPLE} + n, 'ocd-person/' || n, 'Member ' || n, 'member word' || n % 300, ${STATE}, 'lower', n % 100,
      CASE n % 200 WHEN 1 THEN 'Speaker' END, ${json('person', ids('ocd-person', `${PEOPLE} + n`))}, ${json('detail')}, ${CHANGES}
    FROM generate_series(1, 12000) n;
    INSERT INTO ${name}.name_matches (id, ocd_id, jurisdiction, session, chamber, printed_name, person_id, candidates, updated_at,
      seq, deleted, reasons)
    SELECT 400000 + 2 * n + k, 'ocd-name/' || 2 * n + k, ${STATE}, (ARRAY['2023', '2025'])[1 + k], 'lower', 'Member ' || n,
      ${PEOPLE} + n, 1, ${CHANGES} FROM generate_series(1, 900) n, generate_series(0, 1) k;
    INSERT INTO ${name}.committees (id, ocd_id, jurisdiction, chamber, name, classification, memberships, detail, item, updated_at, seq,
      deleted, reasons)
    SELECT ${COMMITTEES} + n, 'ocd-organization/' || n, ${STATE}, 'lower', 'Committee' || n / 4 % 200, 'committee',
      json_build_array(json_build_object('person_name', 'M', 'role', 'member', 'person_ocd_id', 'ocd-person/' || n,
        'start_date', null, 'end_date', null)), ${json('committee_detail')},
      ${json('committee', ids('ocd-organization', `${COMMITTEES} + n`))}, ${CHANGES}
    FROM generate_series(1, 800) n;
    INSERT INTO ${name}.votes (id, ocd_id, bill_id, jurisdiction, session, chamber, result, item, updated_at, seq, deleted, reasons)
    SELECT ${VOTES} + n, 'ocd-vote/' || n, n, ${STATE}, (ARRAY['2023', '2025'])[1 + n % 8 / 4], 'lower', 'pass', ${json('vote', ids('ocd-vote', `${VOTES} + n`))}, ${CHANGES}
    FROM generate_series(1, 20000) n;
    INSERT INTO ${name}.vote_rolls (vote_id, votes)
    SELECT ${VOTES} + n, ('[{"option":"yes","option_text":null,"voter_name":"Member ' || n % 900
      || '","district":null,"party":null,"state":null,"note":"","source_id":null}]')::json FROM generate_series(1, 20000) n;
    INSERT INTO ${name}.entity (id, ocd_id, entity_type, sequence)
    SELECT id, ocd_id, 'bill', 1 FROM ${name}.bills UNION ALL SELECT id, ocd_id, 'person', 1 FROM ${name}.people
    UNION ALL SELECT id, ocd_id, 'committee', 1 FROM ${name}.committees
    UNION ALL SELECT id, ocd_id, 'vote', 1 FROM ${name}.votes;
  `)
  await test.database.query('ANALYZE')
  await setWatermark('2027-01-01T00:00:00Z')
  api = await createTestApi(test)
}, 120_000)

const person = PEOPLE + 4
const committee = COMMITTEES + 4

describe('an API request', () => {
  it.each([
    ['/v1/bills/12/actions', 1],
    ['/v1/bills/12/sponsors', 2],
    ['/v1/bills/12/votes', 2],
    ['/v1/bills/12/versions', 2],
    ['/v1/bills/12/committees', 2],
    // Included parts are read for 10 bills, then for four times as many, and so on.
    ['/v1/bills?include=committees&limit=200', 4],
    ['/v1/bills/12/legislators', 3],
    ['/v1/legislators?jurisdiction=wa&limit=200', 1],
    [`/v1/legislators/${person}`, 1],
    [`/v1/legislators/${person}/bills?limit=200`, 1],
    [`/v1/legislators/${person}/votes?limit=200`, 1],
    ['/v1/committees?limit=200', 1],
    [`/v1/committees/${committee}`, 1],
    [`/v1/committees/${committee}/bills`, 2],
    ['/v1/votes?limit=200', 1],
    [`/v1/votes/${VOTES + 1}`, 2],
  ])('for %s takes %i statements, for any number of rows', async (url, count) => {
    expect(await statementsOf(test, api, url)).toHaveLength(count)
  })
})

async function planAt(url: string, index = 0): Promise<string> {
  const statements = (await statementsOf(test, api, url)).filter(({ text }) => !text.includes('.sessions s'))
  return readPlan(test, statements[index]!)
}

describe('a page of records', () => {
  it.each([
    ['/v1/legislators?limit=200', 'people_pkey'],
    ['/v1/legislators?jurisdiction=wa', 'people_jurisdiction_id_idx'],
    ['/v1/legislators?updated_since=2026-01-01T01:00:00Z', 'people_updated_at_seq_id_idx'],
    ['/v1/committees?jurisdiction=wa&limit=10', 'committees_jurisdiction_id_idx'],
    ['/v1/votes?limit=200', 'votes_pkey'],
    ['/v1/votes?jurisdiction=wa', 'votes_jurisdiction_id_idx'],
    ['/v1/votes?jurisdiction=wa&session=2025', 'votes_jurisdiction_session_id_idx'],
    ['/v1/votes?updated_since=2026-01-01T04:00:00Z', 'votes_updated_at_seq_id_idx'],
  ])('at %s is one range of %s without a sort', async (url, index) => {
    const plan = await planAt(url)
    expect(plan).toContain(index)
    expect(plan, plan).not.toMatch(/Seq Scan on (people|committees|votes)/)
    // The rows of the page are put back in order after their size is measured.
    expect(plan, plan).not.toMatch(/Sort Key: (?!w\.page_place$)/m)
    expect(plan, plan).not.toMatch(/Incremental Sort/)
  })
})

describe('a lookup of related records', () => {
  it.each([
    ['/v1/legislators?name=word12', 'people_to_tsvector_simple_name_words_idx', 0],
    [`/v1/legislators?committee=${committee}`, 'people_pkey', 0],
    [`/v1/legislators/${person}/bills`, 'bill_sponsors_name_bill_id_idx', 0],
    [`/v1/legislators/${person}/votes`, 'votes_jurisdiction_session_id_idx', 0],
    [`/v1/committees/${committee}/bills`, 'bill_actions_referral_words_idx', 1],
    ['/v1/votes?bill=12', 'votes_bill_id_idx', 0],
    ['/v1/bills?include=committees', 'bill_actions_bill_id_idx', 1],
    ['/v1/bills?include=committees&limit=200', 'bills_pkey', 1],
    ['/v1/bills/12/legislators', 'name_matches_jurisdiction_session_printed_name_idx', 2],
    ['/v1/bills/12/legislators', 'people_jurisdiction_chamber_district_idx', 2],
  ])('at %s uses the index %s', async (url, index, statement) => {
    const plan = await planAt(url, statement)
    expect(plan, plan).toContain(index)
    expect(plan, plan).not.toMatch(/Seq Scan on (bills|bill_\w+|votes|vote_rolls|name_matches|entity)/)
  })

  it('by the hash of a text uses the index of hashes', async () => {
    const { name } = (await test.database.query('SELECT name FROM control.read_schema WHERE is_live')).rows[0]
    const statement = { text: `SELECT FROM ${name}.bill_versions WHERE text_sha256 = $1`, values: [SHA] }
    expect(await readPlan(test, statement)).toContain('bill_versions_text_sha256_idx')
  })
})
