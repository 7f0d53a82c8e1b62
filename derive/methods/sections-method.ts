import { parseSections } from '../sections/parse-sections.ts'
import type { Method } from './method.ts'

export const sectionsMethod: Method<'sections'> = {
  kind: 'sections',
  version: 3,
  derive: ({ text }) => parseSections(text),
}
