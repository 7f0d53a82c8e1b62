import { createObjectStore } from '../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { RunContext } from '../run-context/run-context.ts'
import type { NewObject } from '../source-interface/source.ts'

/** Puts what observations point at into the object store, before they are told: nobody is shown a text that is not there. */
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
