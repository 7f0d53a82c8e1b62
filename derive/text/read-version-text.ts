import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { decodeStoredText, readStoredText } from './stored-text.ts'
import type { TextReference, VersionText } from './version-text.ts'

/**
 * Reads the stored text of a version. Throws `object_missing` if the object store lacks it, and `text_too_large` if it
 * has more than 64 MB.
 */
export async function readVersionText(objects: ObjectStore, reference: TextReference): Promise<VersionText> {
  return decodeStoredText(await readStoredText(objects, reference))
}
