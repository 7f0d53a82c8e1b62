import { changesMethod } from './changes-method.ts'
import { diffMethod } from './diff-method.ts'
import { explanationMethod } from './explanation-method.ts'
import type { Kind, Method } from './method.ts'
import { sectionsMethod } from './sections-method.ts'
import { summaryMethod } from './summary-method.ts'

/** The method of each kind. One kind, one method: a better one replaces it with a higher version. */
export const methods: { readonly [K in Kind]?: Method<K> } = {
  sections: sectionsMethod,
  diff: diffMethod,
  changes: changesMethod,
  summary: summaryMethod,
  explanation: explanationMethod,
}
