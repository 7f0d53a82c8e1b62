import type { ApiDocument } from '../../../api/openapi/types.ts'

/** A path that answers pages, as the OpenAPI document tells it. */
export type Collection = {
  readonly path: string
  readonly hasChanges: boolean
  readonly hasTombstones: boolean
}

/** Every collection and sub-collection there is: a new one is among them without being named anywhere. */
export function collectionsOf(document: ApiDocument): Collection[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, { get }]) => {
    const names = new Set((get?.parameters ?? []).map(({ name }) => name))
    if (!names.has('cursor')) return []
    return [{ path, hasChanges: names.has('updated_since'), hasTombstones: names.has('include') }]
  })
}

/** What of an item is its own, in whichever collection it stands. */
export function keyOf(item: Readonly<Record<string, unknown>>): string {
  return String(item.id ?? item.attempt ?? item.ocd_id ?? `${String(item.chamber)} ${String(item.name)}`)
}
