import { bandOf } from '../../../derive/copycats/passages/band.ts'
import type { SharedText } from '../../../derive/copycats/passages/shared-text.ts'
import { currentTextOf } from '../../../derive/summary/bill-source.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { EntityId } from '../../input/parameters.ts'
import { lacksTable } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { ownerSelect } from '../../read-schema/owner.ts'
import { BILL_OWNER } from '../bill/bill.ts'
import type { PartReading } from '../bill/bill-parts.ts'

type Owner = NonNullable<PartReading<never>['owner']> & {
  readonly introduced_on: string | null
  readonly list_updated_at: string | null
  readonly current_sha256: string | null
  readonly compared_sha256: string | null
  readonly failure: string | null
  /** null if no bill was compared yet. */
  readonly models: number | null
}

type OtherRow = {
  readonly source: 'model' | 'bill' | null
  readonly other_id: number
  readonly other_ocd_id: string
  readonly title: string | null
  readonly publisher: string | null
  readonly url: string | null
  readonly published_on: string | null
  readonly jurisdiction_of_other: string
  readonly session_of_other: string
  readonly identifier: string | null
  readonly other_updated_at: string
  readonly family_size: number
  readonly shared: SharedText
}

export type CopycatCoverage = {
  readonly status: 'complete' | 'partial' | 'missing'
  readonly reason: 'no_models' | 'no_text' | 'not_compared' | 'text_unreadable' | null
}

/** Texts beyond it are not shown: those that share most words come first. */
const MOST_SHOWN = 200

/**
 * Reads the bill and the texts that share passages with it: models first, then bills of other places, then bills of its
 * own place, each with those first that share most words.
 */
export async function readCopycats(model: ReadModel, which: EntityId) {
  const { feed, rows } = await withSharedTexts((hasTables) =>
    model.read<Owner & OtherRow>((schema, bind) => {
      const owner = ownerSelect(schema, bind, which, {
        ...BILL_OWNER,
        columns: ', o.jurisdiction, o.session, o.chamber, o.introduced_on::text AS introduced_on',
      })
      return hasTables ? selectCopycats(schema, owner) : selectNothing(owner)
    }),
  )
  const owner = rows[0]
  const coverage = coverageOf(owner)
  const others = coverage.status === 'missing' ? [] : rows.filter(({ source }) => source !== null)
  const items = others.flatMap((row) => (owner === undefined ? [] : [shown(row, owner)]))
  return { feed, owner, coverage, items }
}

const selectCopycats = (schema: string, owner: string): string => `
  SELECT owner.*, ${listUpdatedAt(schema, 'owner.id')} AS list_updated_at,
    (${currentTextOf(schema, 'owner')})::json->>'extracted_sha256' AS current_sha256,
    CASE WHEN c.basis <> '' THEN c.text->>'extracted_sha256' END AS compared_sha256, c.failure,
    (SELECT max(p.models) FROM derive.copycat_position p) AS models, s.*
  FROM ${owner} owner
  LEFT JOIN derive.compared_bill c ON c.bill_id = owner.id
  LEFT JOIN LATERAL (${selectOthers(schema)}) s ON owner.replaced_by IS NULL AND NOT owner.owner_deleted
  ORDER BY s.source DESC, s.jurisdiction_of_other = owner.jurisdiction, s.matched_words DESC, s.other_id`

/** The bill alone, as if nothing were compared yet. */
const selectNothing = (owner: string): string => `
  SELECT owner.*, '' AS current_sha256, NULL AS compared_sha256, NULL AS failure, NULL::integer AS models, NULL AS source
  FROM ${owner} owner`

const selectOthers = (schema: string): string => `
  SELECT h.source, h.other_id, h.matched_words, h.shared, cardinality(h.family) + 1 AS family_size,
    coalesce(b.ocd_id, m.ocd_id) AS other_ocd_id, coalesce(b.title, m.title) AS title, m.publisher,
    m.item->>'url' AS url, coalesce(b.introduced_on::text, m.published_on) AS published_on,
    coalesce(b.jurisdiction, '') AS jurisdiction_of_other, b.session AS session_of_other, b.identifier,
    coalesce(m.updated_at, ${listUpdatedAt(schema, 'b.id')}, b.updated_at) AS other_updated_at
  FROM derive.shared_text h
  LEFT JOIN ${schema}.bills b ON h.source = 'bill' AND b.id = h.other_id AND b.present AND NOT b.deleted
  LEFT JOIN ${schema}.model_texts m ON h.source = 'model' AND m.id = h.other_id AND NOT m.deleted
  WHERE h.bill_id = owner.id AND coalesce(b.id, m.id) IS NOT NULL
  ORDER BY h.source DESC, h.matched_words DESC, h.other_id LIMIT ${MOST_SHOWN}`

/** The last change of the list of versions, a removal included. */
const listUpdatedAt = (schema: string, bill_id: string): string =>
  `(SELECT max(l.updated_at) FROM ${schema}.bill_versions l WHERE l.bill_id = ${bill_id} AND l.kind = 'version')`

function coverageOf(owner: Owner | undefined): CopycatCoverage {
  const missing = (reason: CopycatCoverage['reason']): CopycatCoverage => ({ status: 'missing', reason })
  if (owner?.current_sha256 == null) return missing('no_text')
  if (owner.failure !== null) return missing('text_unreadable')
  if (owner.models === null || owner.compared_sha256 !== owner.current_sha256) return missing('not_compared')
  return owner.models === 0
    ? { status: 'partial', reason: 'no_models' }
    : { status: 'complete', reason: null }
}

function shown(row: OtherRow, owner: Owner) {
  const { source, other_id, title, url, published_on, family_size, shared } = row
  const updated_at = [owner.list_updated_at ?? '', row.other_updated_at].sort().at(-1)!
  return {
    id: `${source}:${other_id}`,
    updated_at,
    source,
    title,
    publisher: source === 'model' ? row.publisher : placeName(row.jurisdiction_of_other),
    url,
    published_on,
    bill: source === 'model' ? null : billOf(row),
    matched_words: shared.matched_words,
    overlap: shared.overlap,
    longest_run: shared.longest_run,
    distinctiveness: shared.distinctiveness,
    family_size,
    spans: shared.spans,
    band: bandOf(shared),
    earlier: earlierOf(owner.introduced_on, published_on),
  }
}

const placeName = (division_id: string): string => findJurisdiction(division_id)?.name ?? division_id

const billOf = (row: OtherRow) => ({
  id: row.other_id,
  ocd_id: row.other_ocd_id,
  jurisdiction: row.jurisdiction_of_other,
  session: row.session_of_other,
  identifier: row.identifier,
})

/** Days are compared as far as both of them are known: a year says nothing about a day of the same year. */
export function earlierOf(mine: string | null, others: string | null): 'this' | 'other' | 'unknown' {
  if (mine === null || others === null) return 'unknown'
  const length = Math.min(mine.length, others.length)
  const [here, there] = [mine.slice(0, length), others.slice(0, length)]
  if (here === there) return 'unknown'
  return here < there ? 'this' : 'other'
}

/** The tables may be dropped: then no bill is compared yet. */
async function withSharedTexts<T>(read: (hasTables: boolean) => Promise<T>): Promise<T> {
  try {
    return await read(true)
  } catch (error) {
    if (!lacksTable(error, /derive\.|model_texts/u)) throw error
    return read(false)
  }
}
