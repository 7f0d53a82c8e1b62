import { describe, expect, it } from 'vitest'
import { applyDiff } from '../../../derive/diff/apply-diff.ts'
import { diffSectionTrees } from '../../../derive/diff/diff-section-trees.ts'
import { diffTexts } from '../../../derive/diff/diff-texts.ts'
import { createWorkLimit } from '../../../derive/diff/sequences/work-limit.ts'
import { joinRuns } from '../../../derive/diff/tokens.ts'
import type { VersionDiff } from '../../../derive/diff/version-diff.ts'
import { parseSections } from '../../../derive/sections/parse-sections.ts'
import type { VersionText } from '../../../derive/text/version-text.ts'
import { consecutivePairs, type RealTextFolder, readRealTexts } from '../../support/derive/real-texts.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { realData } from '../../support/harness/real-data.ts'

const linesOf = (text: VersionText) =>
  parseSections(text).sections.map((section) => section.paragraphs.map(({ runs }) => joinRuns(runs)))

function expectExact(
  from: VersionText,
  to: VersionText,
  diff: VersionDiff = diffTexts(from, to),
): VersionDiff {
  expect(applyDiff(parseSections(from), diff)).toEqual(linesOf(to))
  return diff
}

/** Outside of the nightly run, every fifth. */
const isInThisRun = (_: unknown, index: number): boolean => NIGHTLY || index % 5 === 0

const folders: readonly (readonly [RealTextFolder, number])[] = [
  ['govinfo-bill-text', 146],
  ['bill-texts', 61],
]

describe.each(folders)('%s', (folder, pairCount) => {
  const isAbsent = realData(folder) === undefined

  it.skipIf(isAbsent)('the diff of any two consecutive versions gives the newer one exactly', async () => {
    const pairs = consecutivePairs(await readRealTexts(folder))
    expect(pairs).toHaveLength(pairCount)
    for (const { from, to } of pairs.filter(isInThisRun)) {
      const diff = expectExact(from.text, to.text)
      expect(diff.truncated, `${from.name} to ${to.name}`).toBe(false)
    }
  })

  it.skipIf(isAbsent)(
    'a limit of work that is reached gives a coarser diff of any pair, which is as exact',
    async () => {
      const pairs = consecutivePairs(await readRealTexts(folder)).filter(
        ({ from, to }) => from.text.text !== to.text.text,
      )
      const coarse = pairs.filter(({ from, to }) => {
        const limited = diffSectionTrees(parseSections(from.text), parseSections(to.text), createWorkLimit(0))
        return expectExact(from.text, to.text, limited).truncated
      })
      expect(coarse.length).toBeGreaterThan(pairs.length / 2)
    },
  )

  it.skipIf(isAbsent)('any version compared with itself is identical and has no changes', async () => {
    for (const { text } of (await readRealTexts(folder)).filter(isInThisRun)) {
      const diff = diffTexts(text, text)
      expect(diff).toMatchObject({ identical: true, truncated: false })
      expect(diff.stats).toMatchObject({ words_added: 0, words_removed: 0 })
    }
  })
})

it.skipIf(realData('bill-texts') === undefined)(
  'a substitute that is another bill is a complete replacement',
  async () => {
    const texts = await readRealTexts('bill-texts')
    const named = (start: string) => texts.find(({ name }) => name.startsWith(start))!.text
    const isReplacement = (from: string, to: string) => diffTexts(named(from), named(to)).complete_replacement
    expect(isReplacement('SB0045S04_', 'SB0045S05_')).toBe(true)
    expect(isReplacement('SB0045S03_', 'SB0045S04_')).toBe(false)
    expect(isReplacement('bill_content_SCS_CSHB_133FIN_am_S', 'bill_content_Enrolled_HB_133')).toBe(false)
  },
)
