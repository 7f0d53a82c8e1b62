import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { RunContext } from '../run-context/run-context.ts'
import type { NewObject } from '../source-interface/source.ts'

/**
 * Puts the objects of observations into the object store before they are emitted, so that no reader is shown a
 * missing text.
 */
export function createObjectSaver(
  run: Pick<RunContext, 'settings' | 'dry_run'>,
): (objects: readonly NewObject[] | undefined) => Promise<void> {
  let store: ObjectStore | undefined
  return async (objects = []) => {
    if (run.dry_run || objects.length === 0) return
    store ??= createObjectStore(run.settings)
    const into = store
    await Promise.all(objects.map(({ bytes, media_type }) => into.put(bytes, media_type)))
  }
}
