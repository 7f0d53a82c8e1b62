import { comparedContent } from '../../derive/copycats/comparing/read-compared-text.ts'
import { noGeneration } from '../../derive/copycats/generation/generation.ts'
import { compareTexts, textLibrary } from '../../derive/copycats/passages/compare-texts.ts'
import { createRandom, type Random } from '../../test/support/builders/seeded-random.ts'
import { versionText } from '../../test/support/derive/version-texts.ts'
import { markdown } from '../measure/tables.ts'
import type { LabeledText } from './labeled-corpus.ts'

const SEED = 17
const LENGTHS = [30, 60, 100, 200, 300, 600]
const CHANGED = [0, 0.1, 0.2, 0.3]
const COPIES = 40

/** Plants passages of models in texts of bills with some words changed, and counts those that are found. */
export function measurePlanted(texts: readonly LabeledText[]): string {
  const random = createRandom(SEED)
  const models = texts.filter(({ kind }) => kind === 'model')
  const bills = texts.filter(({ kind }) => kind === 'state')
  const library = textLibrary(models)
  const words = [...new Set(models.flatMap(({ text }) => text.split(/\s+/u)))]
  const rows = LENGTHS.map((length) => [
    length,
    ...CHANGED.map((share) => {
      const found = Array.from({ length: COPIES }, () => {
        const long = models.filter((model) => model.words.ids.length >= length)
        const model = long[random.between(0, long.length)]!
        const bill = plant(bills[random.between(0, bills.length)]!, model, { length, share, words, random })
        const pair = compareTexts(bill, library, () => 1).find(({ other }) => other.id === model.id)
        return (pair?.of_here.matched_words ?? 0) / length
      })
      const hits = found.filter((part) => part > 0)
      const mean = hits.reduce((sum, part) => sum + part, 0) / Math.max(1, hits.length)
      return `${Math.round((100 * hits.length) / COPIES)} %, ${mean.toFixed(2)}`
    }),
  ])
  return [
    `Planted copies (seed ${SEED}, ${COPIES} of each): the share that is found at 60 words, and of the found ones the share of the words that is matched:`,
    markdown(['words', ...CHANGED.map((share) => `${share * 100} % changed`)], rows),
  ].join('\n\n')
}

type Planting = {
  readonly length: number
  readonly share: number
  readonly words: readonly string[]
  readonly random: Random
}

/** A copy in which words were replaced, dropped or added, in the middle of a bill. */
function plant(bill: LabeledText, model: LabeledText, { length, share, words, random }: Planting) {
  const { starts, ends, ids } = model.words
  const first = random.between(0, ids.length - length + 1)
  const passage = Array.from({ length }, (_, at) => model.text.slice(starts[first + at], ends[first + at]))
  const changed = passage.flatMap((word) => {
    if (random.next() >= share) return [word]
    const other = words[random.between(0, words.length)]!
    return [[other], [], [word, other]][random.between(0, 3)]!
  })
  const lines = bill.text.split('\n')
  const middle = Math.floor(lines.length / 2)
  const text = versionText([...lines.slice(0, middle), changed.join(' '), ...lines.slice(middle)])
  return { id: -1, ...comparedContent(text, noGeneration) }
}
