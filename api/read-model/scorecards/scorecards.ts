import type { EntityId } from '../../input/parameters.ts'
import {
  ITEM_WEIGHT,
  PAGE_COLUMNS,
  type PageRequest,
  type PageRow,
  pageSelect,
} from '../../paging/page-select.ts'
import type { Feed, Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import type { Definition } from './definition.ts'

export type ScorecardFilters = {
  readonly jurisdiction?: string | undefined
  readonly session?: string | undefined
  readonly organization?: string | undefined
  readonly method?: string | undefined
}

export function listScorecards(
  model: ReadModel,
  page: PageRequest,
  filters: ScorecardFilters,
): Promise<Reading<PageRow>> {
  return model.read<PageRow>((schema, bind) => {
    const { jurisdiction, session, organization, method } = filters
    const conditions: string[] = []
    if (session !== undefined) conditions.push(`t.sessions @> ARRAY[${bind(session)}]`)
    if (organization !== undefined) conditions.push(`lower(t.organization) = lower(${bind(organization)})`)
    if (method !== undefined) conditions.push(`t.method = ${bind(method)}`)
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: `${schema}.scorecards`,
      conditions,
      lead: jurisdiction === undefined ? undefined : { column: 't.jurisdiction', value: jurisdiction },
      weight: ITEM_WEIGHT,
    })
  })
}

export type ScorecardRow = Owner & {
  readonly item: string
  readonly jurisdiction: string
  readonly sessions: readonly string[]
  readonly method: string
  readonly title: string
  readonly organization: string
  readonly updated_at: string
  readonly definition: string | null
}

/** The columns of a definition, beside the definition itself. */
export const DEFINITION_COLUMNS = [
  'jurisdiction',
  'sessions',
  'method',
  'title',
  'organization',
  'updated_at',
]

export async function readScorecard(
  model: ReadModel,
  which: EntityId,
): Promise<{ readonly feed: Feed; readonly row: ScorecardRow | undefined }> {
  const { feed, rows } = await model.read<ScorecardRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'scorecards',
      type: 'scorecard',
      columns: `, o.item::text AS item, o.definition::text AS definition, ${DEFINITION_COLUMNS.map((name) => `o.${name}`).join(', ')}`,
    })
    return `SELECT owner.* FROM ${owner} owner`
  })
  return { feed, row: rows[0] }
}

/** A scorecard that anybody may see; undefined if there is none, or if it was taken back. */
export async function findPublished(model: ReadModel, which: EntityId): Promise<ScorecardRow | undefined> {
  const { row } = await readScorecard(model, which)
  return row === undefined || row.owner_deleted !== false || row.replaced_by !== null ? undefined : row
}

export function definitionOf(row: Omit<ScorecardRow, keyof Owner | 'item'>): Definition {
  const { policies, items, members } = JSON.parse(row.definition ?? '{}') as Pick<
    Definition,
    'policies' | 'items' | 'members'
  >
  const { jurisdiction, sessions, method, updated_at } = row
  return { jurisdiction, sessions, method, updated_at, policies, items, members }
}
