import { describeChanges } from '../changes/description/describe-changes.ts'
import type { Method } from './method.ts'

/** Change sentences by rules over the diff of two versions. */
export const changesMethod: Method<'changes'> = {
  kind: 'changes',
  version: 3,
  derive: ({ from, to }) => describeChanges(from, to),
}
