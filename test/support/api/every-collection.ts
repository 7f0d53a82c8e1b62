import type { ApiDocument } from '../../../api/openapi/types.ts'

/** A path with pages, as in the OpenAPI document. */
export type Collection = {
  readonly path: string
  readonly hasChanges: boolean
  readonly hasTombstones: boolean
}

/** Every collection and sub-collection. New ones are found automatically. */
export function collectionsOf(document: ApiDocument): Collection[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, { get }]) => {
    const names = new Set((get?.parameters ?? []).map(({ name }) => name))
    if (!names.has('cursor')) return []
    return [{ path, hasChanges: names.has('updated_since'), hasTombstones: names.has('include') }]
  })
}

/** The identity of an item, in any collection. */
export function keyOf(item: Readonly<Record<string, unknown>>): string {
  return String(item.id ?? item.attempt ?? item.ocd_id ?? `${String(item.chamber)} ${String(item.name)}`)
}
