import type { EntityId } from '../../input/parameters.ts'
import { PAGE_COLUMNS, type PageRequest, type PageRow, pageSelect } from '../../paging/page-select.ts'
import type { Feed, Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { newestOf } from '../../read-schema/newest-of.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'

export type JurisdictionRow = PageRow & { readonly sessions: string }
export type JurisdictionOwner = Owner & {
  readonly item: string
  readonly updated_at: string
  readonly sessions: string
}

const sessionsOf = (schema: string, divisionId: string): string => `(
  SELECT coalesce('[' || string_agg(s.item::text, ',' ORDER BY s.start_date NULLS FIRST, s.identifier) || ']', '[]')
  FROM ${schema}.sessions s WHERE s.jurisdiction = ${divisionId} AND NOT s.deleted)`

/** A jurisdiction shows its sessions, so it changes with them. There are about sixty. */
const withSessions = (schema: string): string => `(
  SELECT j.id, j.ocd_id, j.item, j.deleted, newest.updated_at, newest.seq
  FROM ${schema}.jurisdictions j, ${newestOf('j', `${schema}.sessions s WHERE s.jurisdiction = j.ocd_id`)} newest)`

export function listJurisdictions(model: ReadModel, page: PageRequest): Promise<Reading<JurisdictionRow>> {
  return model.read<JurisdictionRow>((schema, bind) => {
    const rows = pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: withSessions(schema),
      conditions: [],
    })
    return `SELECT t.*, ${sessionsOf(schema, 't.ocd_id')} AS sessions FROM (${rows}) t`
  })
}

export async function readJurisdiction(
  model: ReadModel,
  which: EntityId,
): Promise<JurisdictionOwner | undefined> {
  const { rows } = await model.read<JurisdictionOwner>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'jurisdictions',
      type: 'jurisdiction',
      columns: ', o.item::text AS item',
    })
    return `
      SELECT owner.*, ${sessionsOf(schema, 'owner.ocd_id')} AS sessions,
        (SELECT t.updated_at FROM ${withSessions(schema)} t WHERE t.id = owner.id) AS updated_at
      FROM ${owner} owner`
  })
  return rows[0]
}

export async function readSessions(
  model: ReadModel,
  which: EntityId,
  page: PageRequest,
): Promise<{ feed: Feed; owner: Owner | undefined; rows: readonly PageRow[] }> {
  type Joined = Owner & PageRow & { part_id: number | null; part_ocd_id: string }
  const { feed, rows } = await model.read<Joined>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, { name: 'jurisdictions', type: 'jurisdiction' })
    const part = pageSelect(page, bind, {
      columns: `t.id AS part_id, t.ocd_id AS part_ocd_id, t.item::text AS item, t.deleted, t.updated_at, t.seq::text AS seq`,
      from: `(SELECT s.* FROM ${schema}.sessions s WHERE s.jurisdiction = owner.ocd_id)`,
      conditions: [],
    })
    return `SELECT owner.*, part.* FROM ${owner} owner LEFT JOIN LATERAL (${part}) part ON true`
  })
  return {
    feed,
    owner: rows[0],
    rows: rows
      .filter((row) => row.part_id !== null)
      .map((row) => ({ ...row, id: row.part_id!, ocd_id: row.part_ocd_id })),
  }
}
