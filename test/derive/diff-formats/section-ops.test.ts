import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOfOps } from '../../../derive/diff/apply-diff.ts'
import { diffSectionTrees } from '../../../derive/diff/diff-section-trees.ts'
import { sectionOps } from '../../../derive/diff-formats/section-ops.ts'
import { anySectionTree } from '../../support/derive/section-trees.ts'

it('the ops of a section without its deletions are the lines of the newer text, each with its end', () => {
  fc.assert(
    fc.property(anySectionTree, anySectionTree, (from, to) => {
      for (const section of diffSectionTrees(from, to).sections) {
        const lines = linesOfOps(section.paragraphs, 'insert')
        const newer = sectionOps(section).filter(({ op }) => op !== 'delete')
        expect(newer.map(({ text }) => text).join('')).toBe(
          lines.map((line) => `${line.map(({ text }) => text).join('')}\n`).join(''),
        )
      }
    }),
  )
})
