import { createLibrary } from '../../derive/copycats/passages/library.ts'
import { matchWords } from '../../derive/copycats/passages/match-words.ts'
import { wordListOf } from '../../derive/copycats/words/word-list.ts'
import { createRandom } from '../../test/support/builders/seeded-random.ts'
import type { LabeledText } from './labeled-corpus.ts'

const MODELS = 2_500
const MODEL_WORDS = 1_500
const SEED = 23
const ROUNDS = 3

/**
 * The time for a bill against 2,500 models: the real ones, and generated ones of 1,500 words each, whose paragraphs are
 * drawn from real texts. The bills are all real texts.
 */
export function measureModelSpeed(texts: readonly LabeledText[]): string {
  const documents = manyModels(texts)
  const before = performance.now()
  const library = createLibrary(documents)
  const load_ms = performance.now() - before
  const bytes = [library.words, library.owners, library.slots, library.ends, library.positions].reduce(
    (sum, list) => sum + list.byteLength,
    0,
  )
  const times: number[] = []
  let matches = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { text } of texts) {
      const start = process.cpuUsage()
      const words = wordListOf(text)
      matches += matchWords(words, library, { fewest_words: 60 }).length
      const { user, system } = process.cpuUsage(start)
      if (round > 0) times.push((user + system) / 1_000)
    }
  }
  times.sort((a, b) => a - b)
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1)
  const words = texts.reduce((sum, one) => sum + one.words.ids.length, 0) / texts.length
  return `${texts.length} bills of ${words.toFixed(0)} words on average against ${documents.length} models (${documents.length - texts.filter(({ kind }) => kind === 'model').length} of them generated): ${mean.toFixed(1)} ms of processor time a bill with reading its words, median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)}; ${(matches / ROUNDS / texts.length).toFixed(1)} matches a bill. The library takes ${(bytes / 1e6).toFixed(0)} MB and is built in ${load_ms.toFixed(0)} ms.`
}

function manyModels(texts: readonly LabeledText[]): Int32Array[] {
  const random = createRandom(SEED)
  const paragraphs = texts
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => wordListOf(line).ids)
    .filter(({ length }) => length >= 12)
  const real = texts.filter(({ kind }) => kind === 'model').map(({ words }) => words.ids)
  const generated = Array.from({ length: MODELS - real.length }, () => {
    const words: number[] = []
    while (words.length < MODEL_WORDS)
      words.push(...shuffled(paragraphs[random.between(0, paragraphs.length)]!, random))
    return Int32Array.from(words.slice(0, MODEL_WORDS))
  })
  return [...real, ...generated]
}

/** Moves a third of the words, so that models are not copies of the bills. */
function shuffled(ids: Int32Array, random: ReturnType<typeof createRandom>): number[] {
  const words = [...ids]
  for (let at = 0; at < words.length; at += 3) {
    const other = random.between(0, words.length)
    ;[words[at], words[other]] = [words[other]!, words[at]!]
  }
  return words
}
