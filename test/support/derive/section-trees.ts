import fc from 'fast-check'
import type { Section, SectionTree } from '../../../derive/sections/section-tree.ts'
import type { Mark, Run } from '../../../derive/text/version-text.ts'

/** A line of a section in a test: a text without marks, or runs. */
export type GivenLine = string | readonly Run[]
export type GivenSection = {
  readonly kind?: Section['kind']
  readonly number?: string | null
  readonly heading?: string | null
  readonly path?: readonly string[]
  readonly lines: readonly GivenLine[]
}

/** Makes the tree of a text that consists of the given sections. */
export function sectionTree(given: readonly GivenSection[]): SectionTree {
  let offset = 0
  const sections = given.map(
    ({ kind = 'section', number = null, heading = null, path = [], lines }): Section => {
      const start = offset
      const paragraphs = lines.map((line) => {
        const runs = typeof line === 'string' ? [{ text: line, mark: 'none' as const }] : line
        const length = runs.reduce((sum, run) => sum + (run.mark === 'struck' ? 0 : run.text.length), 0)
        const paragraph = { start: offset, end: offset + length, runs }
        offset += length + 1
        return paragraph
      })
      return { kind, number, heading, path, start, end: offset, paragraphs }
    },
  )
  return { form: 'plain', sections }
}

const marks: readonly Mark[] = ['none', 'none', 'none', 'struck', 'inserted']
const words = [
  'shall',
  'Shall',
  'may',
  'the',
  'agency',
  '$4,000',
  '12%',
  '3',
  ',',
  '.',
  '(a)',
  'état',
  '🏛',
  '  ',
  '',
]
const anyWord = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...words) }, fc.string({ maxLength: 3 }))
const anyRun: fc.Arbitrary<Run> = fc.record({
  text: fc.array(anyWord, { maxLength: 6 }).map((parts) => parts.join(' ').replaceAll('\n', ' ')),
  mark: fc.constantFrom(...marks),
})
const anySection: fc.Arbitrary<GivenSection> = fc.record({
  kind: fc.constantFrom('section', 'section', 'section', 'group', 'front', 'back'),
  number: fc.constantFrom(null, '1', '2', '3', '3-A'),
  heading: fc.constantFrom(null, 'DEFINITIONS', 'Penalties', 'penalties.'),
  path: fc.constantFrom<readonly string[]>([], ['TITLE I'], ['TITLE II']),
  lines: fc.array(fc.array(anyRun, { maxLength: 4 }), { maxLength: 6 }),
})

/** Trees of few words, so that two of them have much in common. */
export const anySectionTree: fc.Arbitrary<SectionTree> = fc
  .array(anySection, { maxLength: 6 })
  .map((sections) => sectionTree(sections))
