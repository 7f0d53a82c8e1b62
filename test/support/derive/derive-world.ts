import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MethodModule } from '../../../derive/methods/method-module.ts'
import type { BillFacts } from '../../../derive/summary/bill-facts.ts'
import type { TextReference } from '../../../derive/text/version-text.ts'
import { createDirectoryStore } from '../../../runtime/object-store/directory.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { methods } from './method-modules.ts'

/** The methods of `method-modules.ts`. */
export const testMethods: MethodModule = {
  url: new URL('./method-modules.ts', import.meta.url).href,
  methods,
}

export const someFacts: BillFacts = {
  jurisdiction: 'ocd-division/country:us/state:wa',
  session: '2025-2026',
  identifier: 'HB 1',
  title: 'An act about bees',
  abstracts: [],
  subjects: [],
}

/** An object store in a new folder. */
export const createTestObjects = async (): Promise<ObjectStore> =>
  createDirectoryStore(await mkdtemp(join(tmpdir(), 'legislog-derive-')))

/** Stores a text and names it. */
export async function storeText(objects: ObjectStore, text: string): Promise<TextReference> {
  const { sha256 } = await objects.put(Buffer.from(text), 'text/plain')
  return { extracted_sha256: sha256, marked_sha256: null, media_type: 'text/plain' }
}
