import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyDiff, linesOfOps } from '../../../derive/diff/apply-diff.ts'
import { diffSectionTrees } from '../../../derive/diff/diff-section-trees.ts'
import { createWorkLimit } from '../../../derive/diff/sequences/work-limit.ts'
import { joinRuns, tokensOf } from '../../../derive/diff/tokens.ts'
import type { DiffOp, VersionDiff } from '../../../derive/diff/version-diff.ts'
import type { SectionTree } from '../../../derive/sections/section-tree.ts'
import { anySectionTree } from '../../support/derive/section-trees.ts'

const linesOf = (tree: SectionTree) =>
  tree.sections.map((section) => section.paragraphs.map((paragraph) => joinRuns(paragraph.runs)))

const countWords = (ops: readonly DiffOp[]) =>
  ops.reduce(
    (sum, { mark, text }) => sum + tokensOf([{ mark, text }]).filter((token) => token.is_word).length,
    0,
  )
const wordsOfTree = (tree: SectionTree) =>
  linesOf(tree)
    .flat()
    .reduce((sum, line) => sum + tokensOf(line).filter((token) => token.is_word).length, 0)

function expectWordsToAddUp(from: SectionTree, to: SectionTree, diff: VersionDiff): void {
  const { words_added, words_removed } = diff.stats
  expect(wordsOfTree(from) - words_removed + words_added).toBe(wordsOfTree(to))
  for (const section of diff.sections) {
    const ops = section.paragraphs.flat()
    expect(countWords(ops.filter(({ op }) => op === 'insert'))).toBe(section.words_added)
    expect(countWords(ops.filter(({ op }) => op === 'delete'))).toBe(section.words_removed)
  }
}

it('a diff applied to the older text gives the newer text, for any two texts', () => {
  fc.assert(
    fc.property(anySectionTree, anySectionTree, (from, to) => {
      expect(applyDiff(from, diffSectionTrees(from, to))).toEqual(linesOf(to))
    }),
    { numRuns: 300 },
  )
})

it('a diff applied to the older text gives the newer text if the limit of work is reached', () => {
  fc.assert(
    fc.property(anySectionTree, anySectionTree, fc.nat({ max: 400 }), (from, to, steps) => {
      const diff = diffSectionTrees(from, to, createWorkLimit(steps))
      expect(applyDiff(from, diff)).toEqual(linesOf(to))
      expectWordsToAddUp(from, to, diff)
    }),
    { numRuns: 300 },
  )
})

it('the ops of a section that remain without its insertions are its older text', () => {
  fc.assert(
    fc.property(anySectionTree, anySectionTree, (from, to) => {
      for (const section of diffSectionTrees(from, to).sections) {
        if (section.from === null || section.paragraphs.length === 0) continue
        expect(linesOfOps(section.paragraphs, 'delete')).toEqual(linesOf(from)[section.from])
      }
    }),
  )
})

it('every section of both texts is in the diff exactly once', () => {
  fc.assert(
    fc.property(anySectionTree, anySectionTree, (from, to) => {
      const { sections } = diffSectionTrees(from, to)
      const newer = sections.flatMap((section) => (section.to === null ? [] : [section.to]))
      const older = sections.flatMap((section) => (section.from === null ? [] : [section.from]))
      expect(newer).toEqual(to.sections.map((_, index) => index))
      expect(older.sort((a, b) => a - b)).toEqual(from.sections.map((_, index) => index))
    }),
  )
})

it('the words that are kept, added and removed add up, for any two texts', () => {
  fc.assert(
    fc.property(anySectionTree, anySectionTree, (from, to) =>
      expectWordsToAddUp(from, to, diffSectionTrees(from, to)),
    ),
  )
})

it('a text compared with itself is identical and has no changes', () => {
  fc.assert(
    fc.property(anySectionTree, (tree) => {
      const diff = diffSectionTrees(tree, tree)
      expect(diff).toMatchObject({ identical: true, complete_replacement: false, truncated: false })
      expect(diff.stats).toMatchObject({ words_added: 0, words_removed: 0, kept_share: 1, sections_moved: 0 })
      expect(diff.sections.every((section) => section.paragraphs.length === 0)).toBe(true)
    }),
  )
})
