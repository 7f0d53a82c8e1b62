import type { RecordId } from '../state/snapshots.ts'

/** Records of which a run has said what was held already (freshness.ts). */
export type ConfirmedRecords = {
  has(recordId: RecordId): boolean
  add(recordId: RecordId): void
}

const IDS_A_PAGE = 16_384

/**
 * Four bytes an entity, since a run may confirm millions: ids are dense, and nearly all entities are told in one record
 * of a run. Of that one a hash of its key is kept; further records of the entity are kept as they are.
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

/** Of the record whose key is empty. */
const ONLY = 1

function partsOf(recordId: RecordId): { readonly entity_id: number; readonly mark: number } {
  if (typeof recordId === 'number') return { entity_id: recordId, mark: ONLY }
  const at = recordId.indexOf('|')
  return { entity_id: Number(recordId.slice(0, at)), mark: hashOf(recordId, at + 1) }
}

/** FNV-1a; never 0, which stands for none. */
function hashOf(text: string, from: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0 || ONLY
}
