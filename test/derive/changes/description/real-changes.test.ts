import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangeSummary } from '../../../../derive/changes/change-summary.ts'
import { describeChanges } from '../../../../derive/changes/description/describe-changes.ts'
import { consecutivePairs, type RealText, readRealTexts } from '../../../support/derive/real-texts.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'

type Step = { readonly from: RealText; readonly to: RealText; readonly changes: ChangeSummary }

/** Outside of the nightly run, every third. */
const isInThisRun = (_: unknown, index: number): boolean => NIGHTLY || index % 3 === 0

const stepsOf = async (folder: 'govinfo-bill-text' | 'bill-texts'): Promise<Step[]> =>
  consecutivePairs(await readRealTexts(folder))
    .filter(isInThisRun)
    .map(({ from, to }) => ({
      from,
      to,
      changes: describeChanges(from.text, to.text),
    }))

const quoted = ({ text }: RealText, place: { start: number; end: number } | null): string | null =>
  place === null ? null : [...text.text.slice(0, place.end + 1000)].slice(place.start, place.end).join('')

describe.each(['govinfo-bill-text', 'bill-texts'] as const)('every step of %s', (folder) => {
  const isAbsent = realData(folder) === undefined
  let steps: Step[] = []
  beforeAll(async () => {
    if (!isAbsent) steps = await stepsOf(folder)
  }, 300_000)

  it.skipIf(isAbsent)('has the words of each sentence at its offsets', () => {
    expect(steps.length).toBeGreaterThan(NIGHTLY ? 50 : 20)
    for (const { from, to, changes } of steps) {
      for (const { before, after, evidence } of changes.sentences.slice(0, 40)) {
        expect(quoted(from, evidence.from)).toBe(before)
        expect(quoted(to, evidence.to)).toBe(after)
      }
    }
  })

  it.skipIf(isAbsent)(
    'has sentences unless the wording is unchanged, and never says more than is there',
    () => {
      for (const { changes } of steps) {
        expect(changes.summary).not.toBe('')
        expect(changes.unexplained_words).toBeGreaterThanOrEqual(0)
        if (changes.unchanged_wording) expect(changes.sentences).toEqual([])
      }
    },
  )

  it.skipIf(isAbsent)('from an enrolled bill to the law has an unchanged wording', () => {
    const laws = steps.filter(({ from, to }) => from.code === 'enr' && to.code === 'law')
    expect(laws.filter(({ changes }) => !changes.unchanged_wording)).toEqual([])
  })
})
