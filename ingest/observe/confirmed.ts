import type { RecordId } from './freshness.ts'

/** Records of which a run has said what was held already (freshness.ts). */
export type Confirmed = {
  has(record_id: RecordId): boolean
  add(record_id: RecordId): void
}

const IDS_A_PAGE = 16_384

/**
 * Four bytes an entity, since a run may confirm millions: ids are dense, and nearly all entities are told in one record
 * of a run. Of that one a hash of its key is kept; further records of the entity are kept as they are.
 */
export function createConfirmed(): Confirmed {
  const pages = new Map<number, Uint32Array>()
  const further = new Set<RecordId>()
  const pageOf = (entity_id: number) => Math.floor(entity_id / IDS_A_PAGE)
  return {
    has(record_id) {
      const { entity_id, mark } = partsOf(record_id)
      const first = pages.get(pageOf(entity_id))?.[entity_id % IDS_A_PAGE] ?? 0
      return first === mark || (first !== 0 && further.has(record_id))
    },
    add(record_id) {
      const { entity_id, mark } = partsOf(record_id)
      let page = pages.get(pageOf(entity_id))
      if (page === undefined) {
        page = new Uint32Array(IDS_A_PAGE)
        pages.set(pageOf(entity_id), page)
      }
      const place = entity_id % IDS_A_PAGE
      if (page[place] === 0) page[place] = mark
      else if (page[place] !== mark) further.add(record_id)
    },
  }
}

/** Of the record whose key is empty. */
const ONLY = 1

function partsOf(record_id: RecordId): { readonly entity_id: number; readonly mark: number } {
  if (typeof record_id === 'number') return { entity_id: record_id, mark: ONLY }
  const at = record_id.indexOf('|')
  return { entity_id: Number(record_id.slice(0, at)), mark: hashOf(record_id, at + 1) }
}

/** FNV-1a; never 0, which stands for none. */
function hashOf(text: string, from: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0 || ONLY
}
