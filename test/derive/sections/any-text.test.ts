import fc from 'fast-check'
import { it } from 'vitest'
import { parseSections } from '../../../derive/sections/parse-sections.ts'
import type { MarkedLine } from '../../../derive/text/version-text.ts'
import { expectPartition } from '../../support/derive/sections.ts'
import { versionText } from '../../support/derive/version-texts.ts'

const mediaType = fc.constantFrom('text/xml', 'text/html', 'text/plain', 'application/pdf')
const number = fc.oneof(fc.nat(30).map(String), fc.constantFrom('1A', 'A-1', '1.5', 'II', '08.68.160'))
const head = fc
  .tuple(
    fc.constantFrom('SECTION ', 'Sec. ', '* Sec. ', '§ ', 'TITLE ', 'ARTICLE ', '“Sec. ', '(a) '),
    number,
    fc.constantFrom('', '.', '—', '. SHORT TITLE.', '. AS 08.01 is amended to read:'),
  )
  .map((parts) => parts.join(''))
const line = fc.oneof(
  head,
  fc.constantFrom('119th CONGRESS', 'Be it enacted:', 'Resolved,', 'Table of contents', 'Clerk.', '”.', ''),
  fc.string({ unit: 'grapheme' }).map((words) => words.replaceAll('\n', ' ')),
)

it('any lines are divided without gaps, in any form', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), mediaType, (lines, type) => {
      const text = versionText(lines, type)
      expectPartition(text, parseSections(text))
    }),
    { seed: 16, numRuns: 500 },
  )
})

it('any text is divided without gaps, with or without an end of its last line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (words) => {
      const text = { ...versionText([]), text: words }
      expectPartition(text, parseSections(text))
    }),
    { seed: 16, numRuns: 300 },
  )
})

const word = fc.constantFrom('water', '[', ']', '((', 'Section 2.', 'shall', '.')
const run = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  mark: fc.constantFrom('none' as const, 'struck' as const, 'inserted' as const),
})

it('struck words are in the paragraphs of any marked text, and the other words are the text', () => {
  fc.assert(
    fc.property(fc.array(fc.array(run, { minLength: 1, maxLength: 5 }), { maxLength: 20 }), (marked) => {
      const kept = marked.map(keptOf).filter((words) => words !== '')
      const text = versionText(kept, 'text/html', marked)
      expectPartition(text, parseSections(text))
    }),
    { seed: 16, numRuns: 500 },
  )
})

/** As ingest stores a line: without struck words, empty brackets and double spaces. */
function keptOf(line: MarkedLine): string {
  const kept = line.filter(({ mark }) => mark !== 'struck').map(({ text }) => text)
  const isStruck = kept.length < line.length
  const words = isStruck ? kept.join('').replace(/\(\(\s*\)\)|\[\s*\]/gu, ' ') : kept.join('')
  return words.replace(/\s+/gu, ' ').trim()
}
