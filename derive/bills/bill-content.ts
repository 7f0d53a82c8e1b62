import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type ListedVersion, orderVersions } from '../../runtime/versions/order-versions.ts'
import { type BillSource, type BillSourceRow, billSource, billSourceColumns } from '../summary/bill-source.ts'
import type { TextReference } from '../text/version-text.ts'

/** What the results of a bill derive from. */
export type BillContent = {
  readonly bill_id: number
  /** null if the bill was removed, or only votes have named it so far. */
  readonly source: BillSource | null
  /** The stored texts of its versions, oldest first. */
  readonly texts: readonly TextReference[]
}

type StoredVersion = ListedVersion & { readonly text: TextReference }

type Row = BillSourceRow & {
  readonly id: number
  readonly is_shown: boolean
  readonly versions: readonly StoredVersion[]
}

/** Reads the content of bills. Versions without a text do not count in the order of the texts. */
export async function readBillContents(
  database: Queryable,
  schema: string,
  ids: readonly number[],
): Promise<BillContent[]> {
  const { rows } = await database.query<Row>(
    `SELECT b.id, b.present AND NOT b.deleted AS is_shown, ${billSourceColumns(schema, 'b')}, (
       SELECT coalesce(json_agg(json_build_object('id', v.id, 'note', v.item->>'note', 'date', v.item->>'date',
           'position', v.position, 'text', json_build_object('extracted_sha256', v.extracted_sha256,
             'marked_sha256', v.marked_sha256, 'media_type', v.item->'text'->>'media_type'))
         ORDER BY v.position, v.id), '[]')
       FROM ${schema}.bill_versions v
       WHERE v.bill_id = b.id AND v.kind = 'version' AND NOT v.deleted AND v.extracted_sha256 IS NOT NULL
     ) AS versions
     FROM ${schema}.bills b WHERE b.id = ANY ($1::bigint[]) ORDER BY b.id`,
    [ids],
  )
  return rows.map((row) => ({
    bill_id: row.id,
    source: row.is_shown ? billSource(row) : null,
    texts: row.is_shown ? orderVersions(row.versions).map(({ text }) => text) : [],
  }))
}
