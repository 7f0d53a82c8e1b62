import type { DetailPart } from '../../../schemas/http/bill-query-values.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { readBillReferrals } from '../referrals/bill-referrals.ts'

/** The included parts of some bills: for each bill its ready JSON by part, and the parts that have more. */
export type Included = {
  readonly parts: Readonly<Record<string, string>>
  readonly cut_short: readonly string[]
}

type Selects = {
  readonly [P in Exclude<DetailPart, 'committees'>]: (schema: string, most: string) => string
}

const withOrder = (item: string, place: string): string =>
  `left(${item}::text, -1) || ',"order":' || ${place} || '}'`
const withPerson = (item: string, person: string): string =>
  `left(${item}::text, -1) || ',"person":' || coalesce(${person}, 'null') || '}'`

/** The person that a printed name stands for in the session and chamber of the bill `b`, as JSON. */
const personOf = (schema: string): string => `(
  SELECT json_build_object('id', q.id, 'ocd_id', q.ocd_id, 'name', q.name, 'party', q.party, 'chamber', q.chamber,
      'district', q.district)::text
  FROM ${schema}.name_matches m JOIN ${schema}.entity e ON e.id = m.person_id
  JOIN ${schema}.people q ON q.id = coalesce(e.replaced_by, e.id) AND NOT q.deleted
  WHERE m.jurisdiction = b.jurisdiction AND m.session = b.session AND m.printed_name = p.name AND NOT m.deleted
    AND m.chamber IS NOT DISTINCT FROM coalesce(p.item->>'chamber', b.chamber)
  LIMIT 1)`

const listed = (schema: string, kind: 'version' | 'document', most: string): string => `
  SELECT p.item::text AS json, p.position AS place FROM ${schema}.bill_versions p
  WHERE p.bill_id = b.id AND p.kind = '${kind}' AND NOT p.deleted ORDER BY p.position LIMIT ${most}`

/** Each selects `json` and `place` of a part of the bill `b`, in the order of the part's own collection. */
const selects: Selects = {
  sponsors: (schema, most) => `
    SELECT ${withPerson('p.item', personOf(schema))} AS json, p.position AS place FROM (
      SELECT s.* FROM ${schema}.bill_sponsors s WHERE s.bill_id = b.id AND NOT s.deleted ORDER BY s.position LIMIT ${most}
    ) p`,
  actions: (schema, most) => `
    SELECT ${withOrder('p.item', 'p.place')} AS json, p.place FROM (
      SELECT o.item, row_number() OVER () AS place FROM (
        SELECT a.item FROM ${schema}.bill_actions a WHERE a.bill_id = b.id AND NOT a.deleted
        ORDER BY coalesce(a.day, '-infinity'), a.first_sequence, a.id LIMIT ${most}
      ) o
    ) p`,
  votes: (schema, most) => `
    SELECT p.item::text AS json, row_number() OVER (ORDER BY p.id) AS place FROM ${schema}.votes p
    WHERE p.bill_id = b.id AND NOT p.deleted ORDER BY p.id LIMIT ${most}`,
  versions: (schema, most) => listed(schema, 'version', most),
  documents: (schema, most) => listed(schema, 'document', most),
}

/** Bounds the entries and the bytes of a part of one bill. The first entry is included whatever its size. */
export type PartLimit = { readonly most: number; readonly bytes: number }

/**
 * Reads a bounded number of parts of each bill. Each kind of part takes one statement, whatever the number of
 * bills.
 */
export async function readIncluded(
  model: ReadModel,
  billIds: readonly number[],
  wanted: readonly DetailPart[],
  limit: PartLimit,
): Promise<(billId: number) => Included> {
  if (billIds.length === 0) return () => NOTHING
  const found = await Promise.all(wanted.map((part) => readPart(model, billIds, part, limit)))
  return (billId) => {
    const parts: Record<string, string> = {}
    const cutShort: string[] = []
    wanted.forEach((part, index) => {
      const row = found[index]!.get(billId)
      parts[part] = row?.json ?? '[]'
      if (row !== undefined && row.found > (row.shown ?? limit.most)) cutShort.push(part)
    })
    return { parts, cut_short: cutShort }
  }
}

const NOTHING: Included = { parts: {}, cut_short: [] }

type PartRow = { readonly id: number; readonly json: string; readonly found: number; readonly shown?: number }

async function readPart(
  model: ReadModel,
  billIds: readonly number[],
  part: DetailPart,
  { most, bytes }: PartLimit,
): Promise<ReadonlyMap<number, PartRow>> {
  if (part === 'committees') return byId(await readBillReferrals(model, billIds, most))
  const { rows } = await model.read<PartRow>((schema, bind) => {
    const ids = `${bind(billIds)}::bigint[]`
    const limit = bind(most)
    const fits = `o.number <= ${limit}::integer AND (o.number = 1 OR o.bytes <= ${bind(bytes)}::bigint)`
    return `
      SELECT b.id, part.json, part.found, part.shown FROM ${schema}.bills b CROSS JOIN LATERAL (
        SELECT '[' || coalesce(string_agg(o.json, ',' ORDER BY o.place) FILTER (WHERE ${fits}), '') || ']' AS json,
          count(*)::integer AS found, (count(*) FILTER (WHERE ${fits}))::integer AS shown
        FROM (
          SELECT l.*, row_number() OVER (ORDER BY l.place) AS number,
            sum(octet_length(l.json)) OVER (ORDER BY l.place) AS bytes
          FROM (${selects[part](schema, `${limit}::integer + 1`)}) l
        ) o
      ) part WHERE b.id = ANY (${ids})`
  })
  return byId(rows)
}

const byId = (rows: readonly PartRow[]) => new Map(rows.map((row): [number, PartRow] => [row.id, row]))
