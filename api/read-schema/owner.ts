import { problem } from '../http/problem.ts'
import type { EntityId } from '../input/parameters.ts'
import type { Bindings } from './bindings.ts'

/** An entity that a path names: it exists, is removed, or is merged into another. */
export type Owner = {
  readonly id: number
  readonly ocd_id: string
  readonly replaced_by: number | null
  readonly replaced_by_ocd_id: string | null
  readonly owner_deleted: boolean | null
  readonly owner_updated_at: string | null
}

/**
 * The `FROM` item `owner` with the columns of Owner: `table` is the entity's table; `visible` is the
 * condition for its rows.
 */
export function ownerSelect(
  schema: string,
  bind: Bindings['bind'],
  which: EntityId,
  table: { name: string; type: string; visible?: string; columns?: string },
): string {
  const found = 'id' in which ? `e.id = ${bind(which.id)}::bigint` : `e.ocd_id = ${bind(which.ocd_id)}`
  const visible = table.visible === undefined ? '' : `AND (${table.visible})`
  return `(
    SELECT e.id, e.ocd_id, e.replaced_by, r.ocd_id AS replaced_by_ocd_id,
           o.deleted AS owner_deleted, o.updated_at AS owner_updated_at${table.columns ?? ''}
    FROM ${schema}.entity e
    LEFT JOIN ${schema}.${table.name} o ON o.id = e.id ${visible}
    LEFT JOIN ${schema}.entity r ON r.id = e.replaced_by
    WHERE ${found} AND e.entity_type = '${table.type}'
  )`
}

/** The owner of the rows. Throws 404 if there is none, and 301 to the remaining entity of a merge. */
export function foundOwner<O extends Owner>(
  owner: O | undefined,
  path: { kind: string; id: string; location: (id: number) => string },
): O {
  if (owner?.replaced_by != null) {
    const { replaced_by: id, replaced_by_ocd_id: ocdId } = owner
    throw problem(301, 'moved', `This ${path.kind} was merged into ${id}.`, {
      headers: { location: path.location(id) },
      members: { replaced_by: { id, ocd_id: ocdId } },
    })
  }
  if (owner === undefined || owner.owner_deleted === null) {
    throw problem(404, 'not_found', `There is no ${path.kind} ${path.id}.`)
  }
  if (owner.owner_deleted) {
    throw problem(404, 'not_found', `The ${path.kind} ${path.id} was removed.`, {
      members: { deleted: true, updated_at: owner.owner_updated_at },
    })
  }
  return owner
}
