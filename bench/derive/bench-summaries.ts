import { join } from 'node:path'
import { sentenceSpans } from '../../derive/sentences/sentence-spans.ts'
import type { BillFacts } from '../../derive/summary/bill-facts.ts'
import { summarize } from '../../derive/summary/summarize.ts'
import type { VersionText } from '../../derive/text/version-text.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { createRandom } from '../../test/support/builders/seeded-random.ts'
import { type RealText, readRealTexts } from '../../test/support/derive/real-texts.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { readCorpusFacts } from './corpus-facts.ts'
import { drawn, faultsOf, type Summarized, shownSummary } from './drawn-summaries.ts'
import { type ModelBill, readModelBills } from './model-bills.ts'
import { type Rouge, rouge1 } from './rouge.ts'

const DRAWN = 50
const METHODS = ['official', 'extractive', 'title', 'none'] as const

/**
 * Measures summaries without a model: their methods over the real bills, their likeness to the summaries that model bills
 * have, and their quotes and numbers. Prints 50 extractive ones for a reader; the seed chooses them.
 */
export async function benchSummaries(seed: string): Promise<string> {
  const data = join(projectFolder, '..', 'shared', 'data')
  const texts = [...(await readRealTexts('govinfo-bill-text')), ...(await readRealTexts('bill-texts'))]
  const models = await readModelBills(join(data, 'model-legislation'))
  const all = [
    ...texts.map(({ name, text }) => summarized(name, longTitleOf(text), text)),
    ...models.map(({ name, title, text }) => summarized(name, title || longTitleOf(text), text)),
  ]
  const extractive = all.filter(({ summary }) => summary.method === 'extractive')
  const faults = all.flatMap(faultsOf)
  const result = await keepResult(
    'legislog bench summaries',
    [
      'Bills of the real data by the method of their summary, with their latest text if the data has it:',
      await methodTable(data, texts),
      describeLikeness(models),
      `${all.length} texts without facts: ${extractive.length} extractive summaries, ${faults.length} quotes or numbers that are not in the text.`,
    ].join('\n\n'),
  )
  const shown = drawn(distinct(extractive), DRAWN, wholeNumber('seed', seed)).map(shownSummary)
  return [result, ...faults, ...shown].join('\n\n')
}

const summarized = (name: string, title: string, text: VersionText): Summarized => ({
  name,
  title,
  text,
  summary: summarize({ facts: titleAlone(title), text }),
})

const titleAlone = (title: string): BillFacts => ({
  jurisdiction: '',
  session: '',
  identifier: '',
  title,
  abstracts: [],
  subjects: [],
})

const LONG_TITLE =
  /^(?:A bill\s*|A resolution\s*)?((?:To|Providing|Recognizing|Expressing|Relating|An Act|AN ACT|A bill)\b.{15,600})$/imu
const HEAD_CHARACTERS = 6_000

/** The long title that a text begins with, since the text has no facts beside it; empty if none is found. */
const longTitleOf = ({ text }: VersionText): string =>
  LONG_TITLE.exec(text.slice(0, HEAD_CHARACTERS))?.[1] ?? ''

/** One of equal summaries, so that the versions of a bill are not drawn twice. */
const distinct = (all: readonly Summarized[]): Summarized[] => [
  ...new Map(all.map((one) => [one.summary.text, one])).values(),
]

async function methodTable(data: string, texts: readonly RealText[]): Promise<string> {
  const latest = new Map(texts.map(({ bill, text }) => [bill, text]))
  const rows = [...(await readCorpusFacts(data))].map(([source, bills]) => {
    const methods = [...bills].map(([bill, facts]) => methodOf(facts, latest.get(bill) ?? null))
    return [source, `${bills.size}`, ...METHODS.map((method) => shareOf(methods, method))]
  })
  const known = [...latest.values()].map((text) => methodOf(titleAlone(longTitleOf(text)), text))
  const ofTexts = [
    'bills with a text, facts left out',
    `${known.length}`,
    ...METHODS.map((one) => shareOf(known, one)),
  ]
  return markdown(['source', 'bills', ...METHODS], [...rows, ofTexts])
}

function methodOf(facts: BillFacts, text: VersionText | null): (typeof METHODS)[number] {
  const summary = summarize({ facts, text })
  return summary.text === '' ? 'none' : summary.method
}

function shareOf(methods: readonly string[], method: string): string {
  const count = methods.filter((one) => one === method).length
  return `${count} (${((100 * count) / Math.max(1, methods.length)).toFixed(1)} %)`
}

const LEAD = 3
const FEWEST_WORDS = 7

/** The first sentences of a text that are longer than a heading. */
const leadOf = ({ text }: VersionText): string =>
  text
    .split('\n')
    .flatMap((line) => sentenceSpans(line).map(({ start, end }) => line.slice(start, end)))
    .filter((sentence) => sentence.split(' ').length >= FEWEST_WORDS)
    .slice(0, LEAD)
    .join(' ')

/** The weights of sentences were chosen on the bills at even places of the list. */
const HALVES = [
  ['the half on which the weights were chosen', (place: number) => place % 2 === 0],
  ['the other half', (place: number) => place % 2 === 1],
  ['all', () => true],
] as const

function describeLikeness(models: readonly ModelBill[]): string {
  const scores = models.flatMap(({ name, title, text, summary }) => {
    if (summary === null) return []
    const own = summarized(name, title, text).summary.text
    const lead = rouge1(leadOf(text), summary)
    return [{ own: rouge1(own, summary), shown: rouge1(`${title}. ${own}`, summary), lead }]
  })
  const rows = HALVES.map(([half, isIn]) => {
    const part = scores.filter((_score, place) => isIn(place))
    const [low, high] = interval(part.map(({ own, lead }) => own.f1 - lead.f1))
    return [
      ...[half, `${part.length}`, means(part.map(({ own }) => own)), means(part.map(({ shown }) => shown))],
      ...[means(part.map(({ lead }) => lead)), `${low.toFixed(3)} to ${high.toFixed(3)}`],
    ]
  })
  const head = [
    'bills',
    'n',
    'ours',
    'ours below the title',
    `first ${LEAD} sentences`,
    'F1: ours less first',
  ]
  return [
    `ROUGE-1 (F1, recall) against the summaries that model bills have. The first of the first ${LEAD} sentences is the title. The last column is the 95 % interval of the mean difference (bootstrap).`,
    markdown(head, rows),
  ].join('\n\n')
}

function means(scores: readonly Rouge[]): string {
  const mean = (of: (score: Rouge) => number) => meanOf(scores.map(of)).toFixed(3)
  return `${mean(({ f1 }) => f1)}, ${mean(({ recall }) => recall)}`
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const RESAMPLES = 2_000

/** The middle 95 % of the means of so many samples with replacement. */
function interval(values: readonly number[]): readonly [low: number, high: number] {
  const random = createRandom(1)
  const drawnMeans = Array.from({ length: RESAMPLES }, () =>
    meanOf(values.map(() => values[random.between(0, values.length)]!)),
  ).sort((a, b) => a - b)
  return [drawnMeans[Math.floor(RESAMPLES * 0.025)]!, drawnMeans[Math.floor(RESAMPLES * 0.975)]!]
}
