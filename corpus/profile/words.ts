import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../draw/random.ts'
import { numbersOf, type Sampler, wordsOf } from '../draw/sampler.ts'
import type { CorpusProfile } from './profile.ts'

type Vocabulary = {
  readonly words: readonly string[]
  readonly syllables: readonly string[]
  readonly endings: readonly string[]
  readonly given: readonly string[]
  readonly family: readonly string[]
}

export const vocabulary = JSON.parse(
  readFileSync(join(import.meta.dirname, 'vocabulary.json'), 'utf8'),
) as Vocabulary

export type Words = {
  /** Draws words with the frequency of their rank in real titles. They never need escaping in JSON. */
  phrase(random: Random, count: number): string
  /** The same, starting with a capital letter. */
  sentence(random: Random, count: number): string
  /** Draws a subject with the frequency of its rank. */
  readonly subject: Sampler<string>
}

/** Common words first, then invented ones: as many different words as the real titles have. */
export function createWords({ words, subject_times_of_rank }: CorpusProfile): Words {
  const tail = Math.max(1, words.distinct - words.times_of_rank.length)
  const letters = numbersOf(words.letters)
  const made = Array.from({ length: tail }, (_, rank) => madeWord(rank, letters.at((rank + 0.5) / tail)))
  const head = words.times_of_rank.map(
    (times, rank) => [vocabulary.words[rank] ?? madeWord(tail + rank, 7), times] as const,
  )
  // Two ranks may share a word of the list: each keeps its own share.
  const ofHead = wordsOf(Object.fromEntries(head.map(([, times], rank) => [String(rank), times])))
  const timesOfHead = words.times_of_rank.reduce((sum, times) => sum + times, 0)
  const shareOfHead = timesOfHead / (timesOfHead + words.times_of_others)
  const word = (random: Random): string =>
    random.chance(shareOfHead) ? head[Number(ofHead(random))]![0] : random.pick(made)
  const phrase = (random: Random, count: number): string => {
    let text = count > 0 ? word(random) : ''
    for (let more = 1; more < count; more++) text += ` ${word(random)}`
    return text
  }
  const subjects = subject_times_of_rank.map((times, rank) => [subjectName(rank), times] as const)
  return {
    phrase,
    sentence: (random, count) => capitalized(phrase(random, count)),
    subject: wordsOf(Object.fromEntries(subjects)),
  }
}

function madeWord(rank: number, letters: number): string {
  const { syllables, endings } = vocabulary
  let word = ''
  for (let rest = rank * 7919 + 13; word.length < letters - 2; rest = Math.floor(rest / 3) + 31) {
    word += syllables[rest % syllables.length]!
  }
  return word + endings[rank % endings.length]!
}

function subjectName(rank: number): string {
  const { words } = vocabulary
  const last = words[40 + ((rank * 17) % (words.length - 40))]!
  const first = words[40 + ((rank * 29 + 7) % (words.length - 40))]!
  return rank % 3 === 0 ? capitalized(last) : `${capitalized(first)} & ${capitalized(last)}`
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
