import {
  createThreadedComparer,
  type ThreadedComparer,
} from '../../../../derive/copycats/comparing/threaded-comparer.ts'
import type { ObjectStore } from '../../../../runtime/object-store/object-store.ts'
import { cleanUp } from '../../harness/clean-up.ts'

/** A comparer with its thread, which ends with the test file. */
export function createTestComparer(
  objects: ObjectStore,
  limits: Parameters<typeof createThreadedComparer>[1] = {},
): ThreadedComparer {
  const comparer = createThreadedComparer(objects, limits)
  cleanUp(() => comparer.close())
  return comparer
}
