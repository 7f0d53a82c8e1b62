import { Random } from '../../corpus/draw/random.ts'
import type { ChangeSentence, ChangeSummary } from '../../derive/changes/change-summary.ts'
import { describeChanges } from '../../derive/changes/description/describe-changes.ts'
import { consecutivePairs, type RealText, readRealTexts } from '../../test/support/derive/real-texts.ts'

const SUMMARIES = 60
const SWAPS = 100

type Described = { readonly from: RealText; readonly to: RealText; readonly changes: ChangeSummary }

/**
 * Describes every step between two versions in the real texts, and prints the share of each kind of sentence. Then it draws
 * summaries and value swaps for a reader to compare with the texts. The same seed draws the same ones.
 */
export async function drawChanges(seed = '1'): Promise<string> {
  const texts = [...(await readRealTexts('govinfo-bill-text')), ...(await readRealTexts('bill-texts'))]
  const steps = consecutivePairs(texts.filter(isVersion)).map(
    ({ from, to }): Described => ({ from, to, changes: describeChanges(from.text, to.text) }),
  )
  const changed = steps.filter(({ changes }) => !changes.unchanged_wording)
  const random = new Random(Number(seed), 0, 0)
  const swaps = changed.flatMap((step) =>
    step.changes.sentences.filter(isSwap).map((sentence) => `${nameOf(step)}\n  ${sentence.text}`),
  )
  return [
    overview(steps, changed),
    ...drawSome(random, changed, SUMMARIES).map(printed),
    `${swaps.length} value swaps, of which:`,
    ...drawSome(random, swaps, SWAPS),
  ].join('\n\n')
}

/** Comparisons of two versions and summaries of an act are documents about a bill, not versions. */
const isVersion = ({ name }: RealText): boolean => !/^CP |Act.Summary/u.test(name)

const nameOf = ({ from, to }: Described): string => `${from.bill}: ${from.name} → ${to.name}`

const isSwap = ({ text }: ChangeSentence): boolean => / changes from .* to /u.test(text)

function overview(steps: readonly Described[], changed: readonly Described[]): string {
  const counts = new Map<string, number>()
  const sentences = steps.flatMap(({ changes }) => changes.sentences)
  for (const { kind } of sentences) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const shares = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `  ${kind} ${count} (${((100 * count) / sentences.length).toFixed(1)} %)`)
  const unexplained = changed.map(({ changes }) => changes.unexplained_words).sort((a, b) => a - b)
  const laws = steps.filter(({ from, to }) => from.code === 'enr' && to.code === 'law')
  return [
    `${steps.length} steps, ${changed.length} with other words, ${sentences.length} sentences:`,
    ...shares,
    `sentences from enrolled bills to laws: ${laws.flatMap(({ changes }) => changes.sentences).length} in ${laws.length} steps`,
    `unexplained words, median of the steps with other words: ${unexplained[unexplained.length >> 1] ?? 0}`,
  ].join('\n')
}

function printed(step: Described): string {
  const { summary, sentences, omitted, unexplained_words } = step.changes
  return [
    `# ${nameOf(step)}`,
    summary,
    ...sentences.map(({ kind, text }) => `  [${kind}] ${text}`),
    ...omitted.map(({ kind, count }) => `  and ${count} more: ${kind}`),
    `  unexplained words: ${unexplained_words}`,
  ].join('\n')
}

/** Draws without putting back, and keeps the drawn items in their order. */
function drawSome<T>(random: Random, items: readonly T[], most: number): T[] {
  const left = items.map((_, index) => index)
  const drawn: number[] = []
  while (drawn.length < most && left.length > 0) drawn.push(...left.splice(random.below(left.length), 1))
  return drawn.sort((a, b) => a - b).map((index) => items[index]!)
}
