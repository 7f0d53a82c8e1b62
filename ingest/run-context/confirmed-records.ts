import type { RecordId } from '../state/snapshots.ts'

/** Records that a run observed unchanged (recency.ts). */
export type ConfirmedRecords = {
  has(recordId: RecordId): boolean
  add(recordId: RecordId): void
}

const IDS_A_PAGE = 16_384

/**
 * Uses four bytes per entity, because a run may confirm millions. Ids are dense, and nearly all entities have one
 * record in a run: only a hash of its key is stored. Further records of an entity are stored whole.
 */
export function createConfirmedRecords(): ConfirmedRecords {
  const pages = new Map<number, Uint32Array>()
  const further = new Set<RecordId>()
  const pageOf = (entityId: number) => Math.floor(entityId / IDS_A_PAGE)
  return {
    has(recordId) {
      const { entity_id, mark } = partsOf(recordId)
      const first = pages.get(pageOf(entity_id))?.[entity_id % IDS_A_PAGE] ?? 0
      return first === mark || (first !== 0 && further.has(recordId))
    },
    add(recordId) {
      const { entity_id, mark } = partsOf(recordId)
      let page = pages.get(pageOf(entity_id))
      if (page === undefined) {
        page = new Uint32Array(IDS_A_PAGE)
        pages.set(pageOf(entity_id), page)
      }
      const place = entity_id % IDS_A_PAGE
      if (page[place] === 0) page[place] = mark
      else if (page[place] !== mark) further.add(recordId)
    },
  }
}

/** The value for a record with an empty key. */
const ONLY = 1

function partsOf(recordId: RecordId): { readonly entity_id: number; readonly mark: number } {
  if (typeof recordId === 'number') return { entity_id: recordId, mark: ONLY }
  const at = recordId.indexOf('|')
  return { entity_id: Number(recordId.slice(0, at)), mark: hashOf(recordId, at + 1) }
}

/** FNV-1a, but never 0, which means none. */
function hashOf(text: string, from: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0 || ONLY
}
