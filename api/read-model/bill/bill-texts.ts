import type { EntityId } from '../../input/parameters.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from './bill.ts'

export type StoredTextVersion = {
  readonly sha256: string
  readonly bytes: number
  readonly media_type: string
  readonly url: string | null
  readonly invalid_url?: string
  readonly extracted: {
    readonly sha256: string
    readonly bytes: number
    readonly characters: number
  } | null
  readonly no_text: string | null
}
export type VersionContent = {
  readonly id: string
  readonly kind: 'version' | 'document'
  readonly note: string
  readonly date: string | null
  readonly classification: string
  readonly text: StoredTextVersion | null
  /** The lines with struck words. null if nothing is struck. */
  readonly marked_sha256: string | null
  readonly updated_at: string
}
export type TextOwner = Owner & {
  readonly version: VersionContent | null
  /** The version that the bill lists as its latest, with or without a stored text. */
  readonly latest_id: string | null
}

/**
 * Reads the bill and the version whose text is served. That is the requested one, otherwise the latest with a plain
 * text, otherwise the latest with a stored document. So an old text is served until the new one is stored.
 */
export async function readText(
  model: ReadModel,
  which: EntityId,
  versionId: string | undefined,
): Promise<TextOwner | undefined> {
  const { rows } = await model.read<TextOwner>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, BILL_OWNER)
    const versions = `${schema}.bill_versions v WHERE v.bill_id = owner.id AND NOT v.deleted`
    const chosen = versionId === undefined ? `v.kind = 'version'` : `v.id = ${bind(versionId)}`
    return `SELECT owner.*,
        (SELECT v.item::jsonb || jsonb_build_object('marked_sha256', v.marked_sha256) FROM ${versions} AND ${chosen}
         ORDER BY v.extracted_sha256 IS NULL, v.text_sha256 IS NULL, v.made DESC LIMIT 1) AS version,
        (SELECT v.id FROM ${versions} AND v.kind = 'version' ORDER BY v.made DESC LIMIT 1) AS latest_id
      FROM ${owner} owner`
  })
  return rows[0]
}

export type ObjectRow = {
  readonly id: string
  readonly identifier: string
  readonly media_type: string
  readonly bytes: number
  readonly is_extracted: boolean
}

/**
 * Reads the facts about an object from a version of a bill that names it. undefined if no existing bill does.
 */
export async function readObject(model: ReadModel, sha256: string): Promise<ObjectRow | undefined> {
  const { rows } = await model.read<ObjectRow>((schema, bind) => {
    const hash = bind(sha256)
    const named = (column: string, place: string, isExtracted: boolean) => `(
      SELECT v.id, b.identifier, v.item->'text'->>'media_type' AS media_type,
        (v.item#>>'{text${place},bytes}')::bigint AS bytes, ${isExtracted} AS is_extracted
      FROM ${schema}.bill_versions v JOIN ${schema}.bills b ON b.id = v.bill_id AND b.present AND NOT b.deleted
      WHERE v.${column} = ${hash} AND NOT v.deleted ORDER BY v.id LIMIT 1)`
    return `SELECT * FROM (${named('text_sha256', '', false)} UNION ALL ${named('extracted_sha256', ',extracted', true)}) o LIMIT 1`
  })
  return rows[0]
}
