import { createObjectStore, type ObjectStore } from '../runtime/object-store.ts'
import type { NewObject } from './observation.ts'
import type { RunContext } from './run-context.ts'

/** Puts what observations point at into the object store, before they are told: nobody is shown a text that is not there. */
export function keepObjects(
  run: Pick<RunContext, 'settings' | 'dry_run'>,
): (objects: readonly NewObject[] | undefined) => Promise<void> {
  let store: ObjectStore | undefined
  return async (objects = []) => {
    if (run.dry_run) return
    for (const { bytes, media_type } of objects) {
      store ??= createObjectStore(run.settings)
      await store.put(bytes, media_type)
    }
  }
}
