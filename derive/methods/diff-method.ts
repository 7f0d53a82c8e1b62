import { diffTexts } from '../diff/diff-texts.ts'
import type { Method } from './method.ts'

export const diffMethod: Method<'diff'> = {
  kind: 'diff',
  version: 3,
  derive: ({ from, to }) => diffTexts(from, to),
}
