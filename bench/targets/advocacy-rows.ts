import { issues } from '../../derive/targets/subjects/issue-words.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'

const FILINGS_OF_AN_ORGANIZATION = 20
const POSITIONS = 50_000
const ASKED = 300
const LISTED = 100_000
const AT = '2026-11-01T00:00:00Z'
const CHANGE = `'{}'::json, '${AT}'::timestamptz, 1, false, '{}'::json`
const uuid = (text: string): string =>
  `regexp_replace(md5(${text}), '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\\1-\\2-\\3-\\4-\\5')`

export type AskedBills = { readonly named: readonly number[]; readonly others: readonly number[] }

/**
 * Draws bills, filings, mentions and positions in the database: a few organizations and bills have most of them. The number of rows is
 * that of the whole service; their texts are short.
 */
export async function fillAdvocacyRows(
  database: Database,
  schema: string,
  { bills, filings }: { readonly bills: number; readonly filings: number },
): Promise<{ readonly asked: AskedBills }> {
  const organizations = Math.ceil(filings / FILINGS_OF_AN_ORGANIZATION)
  const first = { organization: bills + 1, filing: bills + organizations + 1 }
  await inTransaction(database, async (client) => {
    // A million rows take longer than a statement of a service may.
    await client.query('SET LOCAL statement_timeout = 0')
    await client.query('SELECT setseed(0.5)')
    await client.query(`UPDATE control.read_schema SET watermark = '2026-11-30T00:00:00Z' WHERE name = $1`, [
      schema,
    ])
    await drawBills(client, schema, bills)
    await drawOrganizations(client, schema, first.organization, organizations)
    await drawFilings(client, schema, {
      first: first.filing,
      filings,
      organizations,
      from: first.organization,
    })
    await drawMentions(client, { bills, first: first.filing, filings })
    await drawPositions(client, schema, {
      bills,
      first: first.filing + filings,
      organizations,
      from: first.organization,
    })
    await drawSimilar(client, bills)
    await client.query('ANALYZE')
  })
  const { rows: named } = await database.query<{ id: number }>(
    `SELECT e.id FROM (SELECT identifier_key, count(*) AS n FROM derive.bill_mention GROUP BY 1 ORDER BY 2 DESC LIMIT ${ASKED * 10}) m
     JOIN ${schema}.bills e ON e.identifier_key = m.identifier_key ORDER BY m.n DESC, e.id`,
  )
  const spread = named.filter((_, index) => index % 10 === 0).map(({ id }) => id)
  const others = Array.from({ length: ASKED }, (_, index) => 1 + Math.floor((index * bills) / ASKED))
  return { asked: { named: spread, others } }
}

/** A fifth of the bills is federal: those have the first ids. */
async function drawBills(client: Queryable, schema: string, bills: number): Promise<void> {
  const names = Object.values(issues).map(({ name }) => name)
  await client.query(
    `INSERT INTO ${schema}.entity (id, ocd_id, entity_type, sequence, replaced_by)
     SELECT n, 'ocd-bill/' || ${uuid("'b' || n")}, 'bill', 1, NULL FROM generate_series(1, ${bills}) n`,
  )
  await client.query(
    `INSERT INTO ${schema}.bills (id, ocd_id, present, jurisdiction, session, identifier, identifier_key, chamber, title,
       classification, subjects, keywords, item, updated_at, seq, deleted, reasons)
     SELECT n, 'ocd-bill/' || ${uuid("'b' || n")}, true,
       CASE WHEN n <= ${bills} / 5 THEN 'ocd-division/country:us'
         ELSE 'ocd-division/country:us/state:' || (ARRAY['wa', 'or', 'ca', 'ny', 'tx', 'ma', 'il', 'ga'])[1 + n % 8] END,
       (110 + n % 10)::text, 'HR ' || n, 'HR' || n, 'lower', 'An act about matter ' || n, '{bill}',
       ARRAY[($1::text[])[1 + (n * 7) % ${names.length}], ($1::text[])[1 + (n / 3) % ${names.length}]], '{}',
       ${CHANGE} FROM generate_series(1, ${bills}) n`,
    [names],
  )
}

async function drawOrganizations(
  client: Queryable,
  schema: string,
  first: number,
  count: number,
): Promise<void> {
  await client.query(
    `INSERT INTO ${schema}.entity (id, ocd_id, entity_type, sequence, replaced_by)
     SELECT n, 'ocd-advocacy-organization/' || ${uuid("'o' || n")}, 'advocacy_organization', 1, NULL
     FROM generate_series(${first}, ${first + count - 1}) n`,
  )
  await client.query(
    `INSERT INTO ${schema}.advocacy_organizations (id, ocd_id, name, name_key, jurisdiction, type, roles, identifiers, names,
       subjects, item, updated_at, seq, deleted, reasons)
     SELECT n, 'ocd-advocacy-organization/' || ${uuid("'o' || n")}, 'Organization ' || n, 'organization ' || n,
       'ocd-division/country:us', (ARRAY['company', 'union', 'nonprofit', NULL])[1 + n % 4], '{client}', '{}', '{}', '{}', ${CHANGE}
     FROM generate_series(${first}, ${first + count - 1}) n`,
  )
}

async function drawFilings(
  client: Queryable,
  schema: string,
  {
    first,
    filings,
    organizations,
    from,
  }: {
    readonly first: number
    readonly filings: number
    readonly organizations: number
    readonly from: number
  },
): Promise<void> {
  const codes = Object.keys(issues)
  await client.query(
    `INSERT INTO ${schema}.lobbying_filings (id, ocd_id, publisher, filing_uuid, jurisdiction, kind, year, period, posted_on,
       registrant_ocd_id, client_ocd_id, issue_codes, agencies, activities, source_url, item, updated_at, seq, deleted, reasons)
     SELECT n, 'ocd-lobbying-filing/' || ${uuid("'f' || n")}, 'us-lda', n::text, 'ocd-division/country:us', 'report',
       2016 + n % 11, 'Q' || n, '2016-01-01'::date + (n % 3980), client, client, ARRAY[code, second], '{}',
       json_build_array(
         json_build_object('issue_code', code, 'issue', code, 'description', 'matters of filing ' || n, 'agencies', ARRAY['Energy, Dept of'], 'lobbyists', ARRAY[]::text[]),
         json_build_object('issue_code', second, 'issue', second, 'description', NULL, 'agencies', ARRAY[]::text[], 'lobbyists', ARRAY[]::text[])),
       'https://lda.example/' || n, json_build_object('source_url', 'https://lda.example/' || n), '${AT}', 1, false, '{}'
     FROM (SELECT n, 'ocd-advocacy-organization/' || ${uuid(`'o' || (${from} + floor(${organizations} * random() ^ 2)::int)`)} AS client,
         ($1::text[])[1 + floor(${codes.length} * random() ^ 2)::int] AS code,
         ($1::text[])[1 + floor(${codes.length} * random() ^ 2)::int] AS second
       FROM generate_series(${first}, ${first + filings - 1}) n) drawn`,
    [codes],
  )
}

async function drawMentions(
  client: Queryable,
  { bills, first, filings }: { readonly bills: number; readonly first: number; readonly filings: number },
): Promise<void> {
  await client.query(
    `INSERT INTO derive.bill_mention (filing_id, activity, start_at, end_at, congress, identifier, identifier_key, words, quote)
     SELECT n, 0, k * 20, k * 20 + 8, 110 + bill % 10, 'HR ' || bill, 'HR' || bill, 'H.R. ' || bill, 'H.R. ' || bill
     FROM (SELECT n, k, 1 + floor(${bills} / 5 * random() ^ 4)::int AS bill
       FROM generate_series(${first}, ${first + filings - 1}) n CROSS JOIN generate_series(0, 2) k) drawn
     ON CONFLICT DO NOTHING`,
  )
}

async function drawPositions(
  client: Queryable,
  schema: string,
  {
    bills,
    first,
    organizations,
    from,
  }: {
    readonly bills: number
    readonly first: number
    readonly organizations: number
    readonly from: number
  },
): Promise<void> {
  await client.query(
    `INSERT INTO ${schema}.advocacy_positions (id, ocd_id, organization_ocd_id, bill_ocd_id, stance, kind, stated_on, item,
       updated_at, seq, deleted, reasons)
     SELECT n, 'ocd-advocacy-position/' || ${uuid("'p' || n")},
       'ocd-advocacy-organization/' || ${uuid(`'o' || (${from} + floor(${organizations} * random() ^ 2)::int)`)},
       'ocd-bill/' || ${uuid(`'b' || (1 + floor(${bills} * random() ^ 3)::int)`)},
       (ARRAY['support', 'oppose', 'neutral'])[1 + n % 3], 'published', '2026-01-01'::date + n % 300, ${CHANGE}
     FROM generate_series(${first}, ${first + POSITIONS - 1}) n`,
  )
}

/** The lists of the first bills, which filings name most, and of as many others, evenly. */
async function drawSimilar(client: Queryable, bills: number): Promise<void> {
  await client.query(
    `INSERT INTO derive.similar_list (bill_id, other_ids, other_scores, other_cosines, same_ids, same_scores, same_cosines)
     SELECT b, array_agg(1 + (b * 31 + k * 7919) % ${bills} ORDER BY k) FILTER (WHERE k < 50),
       array_agg(9000 - k * 100 ORDER BY k) FILTER (WHERE k < 50), array_agg(NULL::smallint) FILTER (WHERE k < 50),
       array_agg(1 + (b + k) % ${bills} ORDER BY k) FILTER (WHERE k >= 50),
       array_agg(9000 - k * 50 ORDER BY k) FILTER (WHERE k >= 50), array_agg(NULL::smallint) FILTER (WHERE k >= 50)
     FROM (SELECT 1 + i AS b FROM generate_series(0, ${LISTED}) i WHERE i < ${bills}
       UNION SELECT 1 + (i::bigint * ${bills} / ${ASKED})::int FROM generate_series(0, ${ASKED - 1}) i) listed
     CROSS JOIN generate_series(0, 79) k GROUP BY b`,
  )
  await client.query(
    `INSERT INTO derive.similar_position (basis, read_schema, updated_at, seq, id, phase)
     VALUES ('bench', 'bench', '${AT}', 1, 1, 'following')`,
  )
}
