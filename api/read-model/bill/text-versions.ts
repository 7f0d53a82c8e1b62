import type { TextReference } from '../../../derive/text/version-text.ts'
import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from './bill.ts'
import type { PartReading } from './bill-parts.ts'

/** A version of a bill, with the name of its stored text if it has one. */
export type ListedVersion = {
  readonly id: string
  readonly note: string
  readonly date: string | null
  readonly classification: string
  readonly position: number
  readonly updated_at: string
  readonly text: TextReference | null
}
type VersionRow = Omit<ListedVersion, 'text'> & {
  readonly list_updated_at: string | null
  readonly version_id: string | null
  readonly extracted_sha256: string | null
  readonly marked_sha256: string | null
  readonly media_type: string | null
}

/**
 * Reads the bill and all its versions, in the order of the source. `updated_at` is the last change of the list: also a
 * removal, after which two other versions follow each other.
 */
export async function readTextVersions(model: ReadModel, which: EntityId) {
  type Owner = NonNullable<PartReading<never>['owner']>
  const { feed, rows } = await model.read<Owner & Omit<VersionRow, 'id'>>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      ...BILL_OWNER,
      columns: ', o.jurisdiction, o.session, o.chamber',
    })
    return `SELECT owner.*, v.id AS version_id, v.item->>'note' AS note, v.item->>'date' AS date,
        v.item->>'classification' AS classification, v.position, v.updated_at, v.extracted_sha256,
        v.marked_sha256, v.item#>>'{text,media_type}' AS media_type,
        (SELECT max(l.updated_at) FROM ${schema}.bill_versions l
          WHERE l.bill_id = owner.id AND l.kind = 'version') AS list_updated_at
      FROM ${owner} owner
      LEFT JOIN LATERAL (
        SELECT * FROM ${schema}.bill_versions p
        WHERE p.bill_id = owner.id AND p.kind = 'version' AND NOT p.deleted
      ) v ON owner.replaced_by IS NULL AND NOT owner.owner_deleted
      ORDER BY v.position, v.id`
  })
  const versions = rows.flatMap((row): ListedVersion[] => {
    const { version_id: id, note, date, classification, position, updated_at } = row
    return id === null ? [] : [{ id, note, date, classification, position, updated_at, text: textOf(row) }]
  })
  return { feed, owner: rows[0], versions, updated_at: rows[0]?.list_updated_at ?? null }
}

function textOf(row: Omit<VersionRow, 'id'>): TextReference | null {
  const { extracted_sha256, marked_sha256, media_type } = row
  return extracted_sha256 === null ? null : { extracted_sha256, marked_sha256, media_type: media_type ?? '' }
}
