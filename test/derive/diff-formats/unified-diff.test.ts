import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffSectionTrees } from '../../../derive/diff/diff-section-trees.ts'
import { unifiedDiff } from '../../../derive/diff-formats/unified-diff.ts'
import type { SectionTree } from '../../../derive/sections/section-tree.ts'
import { anySectionTree, sectionTree } from '../../support/derive/section-trees.ts'

const names = { from: 'Introduced', to: 'Engrossed' }
const unified = (from: SectionTree, to: SectionTree) =>
  unifiedDiff({ from, to }, diffSectionTrees(from, to), names)

/** The stored text, each line with its end. */
const storedText = ({ sections }: SectionTree): string =>
  sections
    .flatMap((section) => section.paragraphs)
    .map(({ runs }) => runs.filter((run) => run.text !== ''))
    .filter((runs) => runs.length === 0 || runs.some((run) => run.mark !== 'struck'))
    .map((runs) => `${runs.map((run) => (run.mark === 'struck' ? '' : run.text)).join('')}\n`)
    .join('')

it('shows changed lines with three lines around them', () => {
  const lines = (word: string) => [
    'one',
    'two',
    'three',
    'four',
    `five ${word} words`,
    'six',
    'seven',
    'eight',
    'nine',
  ]
  const [from, to] = [sectionTree([{ lines: lines('old') }]), sectionTree([{ lines: lines('new') }])]
  expect(unified(from, to).split('\n').slice(-11)).toEqual(
    [
      '--- Introduced',
      '+++ Engrossed',
      '@@ -2,7 +2,7 @@',
      ' two',
      ' three',
      ' four',
      '-five old words',
      '+five new words',
      ' six',
      ' seven',
      ' eight',
      '',
    ].slice(-11),
  )
})

it('is empty if the texts are the same', () => {
  const text = sectionTree([{ lines: ['one', 'two'] }])
  expect(unified(text, text)).toBe('')
})

it('applied as a patch to the older text, it gives the newer text, for any two texts', () => {
  fc.assert(
    fc.property(anySectionTree, anySectionTree, (from, to) => {
      const patch = unified(from, to)
      const [before, after] = [storedText(from), storedText(to)]
      if (patch === '') expect(before).toBe(after)
      else expect(applyPatch(before, patch)).toBe(after)
    }),
  )
})
