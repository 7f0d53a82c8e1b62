import type { TextReference } from '../text/version-text.ts'
import type { BillFacts } from './bill-facts.ts'

/** The content that the summary and the explanation of a bill derive from. */
export type BillSource = {
  readonly facts: BillFacts
  readonly text: TextReference | null
  /** The version that has the text. */
  readonly version_id: string | null
}

export type BillSourceRow = {
  readonly jurisdiction: string
  readonly session: string
  readonly identifier: string | null
  readonly title: string | null
  readonly subjects: readonly string[]
  /** JSON of the detail of the bill. */
  readonly detail: string | null
  /** JSON of `CurrentText`. */
  readonly current_text: string | null
}

type CurrentText = TextReference & { readonly version_id: string }

/** SQL of the columns of `BillSourceRow` for the row `bill` of the table of bills. */
export const billSourceColumns = (schema: string, bill: string): string => `
  ${bill}.jurisdiction, ${bill}.session, ${bill}.identifier, ${bill}.title, ${bill}.subjects,
  (SELECT d.detail::text FROM ${schema}.bill_details d WHERE d.bill_id = ${bill}.id) AS detail,
  ${currentTextOf(schema, bill)} AS current_text`

/**
 * SQL of the current text of the row `bill`, as JSON: the text of the version that was made last of those with a plain
 * text.
 */
export const currentTextOf = (schema: string, bill: string): string => `(
  SELECT json_build_object('version_id', v.id, 'extracted_sha256', v.extracted_sha256, 'marked_sha256', v.marked_sha256,
    'media_type', v.item->'text'->>'media_type')::text
  FROM ${schema}.bill_versions v
  WHERE v.bill_id = ${bill}.id AND v.kind = 'version' AND NOT v.deleted AND v.extracted_sha256 IS NOT NULL
  ORDER BY v.made DESC LIMIT 1)`

/** Reads the content from the columns of a bill. */
export function billSource(row: BillSourceRow): BillSource {
  const { jurisdiction, session, identifier, title, subjects } = row
  const { abstracts } = JSON.parse(row.detail ?? '{"abstracts":[]}') as Pick<BillFacts, 'abstracts'>
  const facts = {
    jurisdiction,
    session,
    identifier: identifier ?? '',
    title: title ?? '',
    abstracts: abstracts.map(({ abstract, note }) => ({ abstract, note })),
    subjects,
  }
  if (row.current_text === null) return { facts, text: null, version_id: null }
  const { version_id, ...text } = JSON.parse(row.current_text) as CurrentText
  return { facts, text, version_id }
}
