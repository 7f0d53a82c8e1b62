import { PAGE_COLUMNS, type PageRequest, type PageRow, pageSelect } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { newestOf } from '../../read-schema/newest-of.ts'

export type CapabilityRow = PageRow & {
  readonly slug: string
  readonly open_documents: number
  readonly next_close_on: string | null
  /** The document that says how to comment; null if there is none. */
  readonly regulation_id: number | null
  readonly opens_on: string | null
  readonly closes_on: string | null
  readonly is_electronic: boolean | null
  readonly portal: string | null
  readonly accepts_late: boolean | null
}

/** An agency changes when one of its documents about comments changes. There are a few hundred agencies. */
const agencies = (schema: string): string => `(
  SELECT o.id, o.ocd_id, o.slug, o.item, o.deleted, newest.updated_at, newest.seq
  FROM ${schema}.organizations o, ${newestOf('o', `${schema}.agency_comment_periods p WHERE p.agency = o.slug`)} newest
  WHERE o.slug IS NOT NULL)`

const openNow = (schema: string, today: string): string => `
  SELECT count(*)::integer AS open_documents, min(p.closes_on) AS next_close_on
  FROM ${schema}.agency_comment_periods p
  WHERE p.agency = t.slug AND NOT p.deleted AND p.is_electronic = ANY ('{f,t}')
    AND p.closes_on >= ${today}::date AND (p.opens_on IS NULL OR p.opens_on <= ${today}::date)`

/** The latest document with an address, or the latest of all if the agency never printed one. */
const evidence = (schema: string): string => `
  SELECT p.regulation_id, p.opens_on, p.closes_on, p.is_electronic, p.portal, p.accepts_late
  FROM ${schema}.agency_comment_periods p WHERE p.agency = t.slug AND NOT p.deleted
  ORDER BY p.is_electronic DESC, p.closes_on DESC, p.id DESC LIMIT 1`

/** Reads a page of agencies with the facts about comments from their documents. `agency` is a slug. */
export function listCommentCapabilities(
  model: ReadModel,
  page: PageRequest,
  filters: { readonly agency?: string | undefined },
  today: string,
): Promise<Reading<CapabilityRow>> {
  return model.read<CapabilityRow>((schema, bind) => {
    const rows = pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id, t.slug`,
      from: agencies(schema),
      conditions: agencyCondition(filters, bind),
    })
    return `
      SELECT t.*, now.*, said.* FROM (${rows}) t
      CROSS JOIN LATERAL (${openNow(schema, bind(today))}) now
      LEFT JOIN LATERAL (${evidence(schema)}) said ON true`
  })
}

const agencyCondition = ({ agency }: { agency?: string | undefined }, bind: Bindings['bind']): string[] =>
  agency === undefined ? [] : [`t.slug = ${bind(agency)}`]
