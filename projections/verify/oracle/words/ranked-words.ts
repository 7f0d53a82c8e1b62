import { createHash } from 'node:crypto'
import { TIERS } from '../../../../runtime/ranking/impact-tiers.ts'
import { averageWords } from '../../../../runtime/ranking/impacts.ts'

const BOOST = { A: 3, B: 2, C: 1 }
type Letter = keyof typeof BOOST
const letters = Object.keys(BOOST) as Letter[]

const digits = (text: string, count: number): string =>
  createHash('sha1').update(text).digest('hex').slice(0, count)

/** The ranked words of a row, from its plain search vector. The projectors count while they read the texts. */
export function rankWords(
  vector: string,
  kind: 'bill' | 'regulation',
  filters: readonly string[],
  isRoutine = false,
): { readonly words: string; readonly terms: number[]; readonly impacts: number[] } {
  const lexemes = vector === '' ? [] : vector.split(' ')
  const places = lexemes.map((lexeme) => {
    const [, form, list] = /^'(.*)':(.*)$/.exec(lexeme)!
    return { form: form!, letters: list!.split(',').map((place) => place.at(-1) as Letter) }
  })
  const countIn = (all: readonly Letter[], letter: Letter): number =>
    all.filter((one) => one === letter).length
  const everything = places.flatMap((place) => place.letters)
  const share = (letter: Letter): number => {
    const length = 1 - 0.75 + (0.75 * countIn(everything, letter)) / averageWords[kind][letter]
    return letter === 'C' && length < 1 ? BOOST[letter] : BOOST[letter] / length
  }
  const shares = letters.map(share)
  const ranked = places.map((place) => {
    let frequency = 0
    letters.forEach((letter, index) => {
      frequency += countIn(place.letters, letter) * shares[index]!
    })
    const most = 1_000 * (isRoutine ? 0.5 : 1)
    return { form: place.form, impact: Math.max(1, Math.round((most * frequency) / (frequency + 1.2))) }
  })
  const marks = ranked.flatMap(({ form, impact }) =>
    TIERS.flatMap((least, tier) => (impact < least ? [] : [`'${form}@${tier}'`])),
  )
  const found = filters.map((filter) => `'=${digits(filter, 12)}'`)
  const numbered = ranked.map(({ form, impact }) => [Number(`0x${digits(form, 13)}`), impact] as const)
  numbered.sort(([one], [other]) => one - other)
  return {
    words: inOrder([...lexemes, ...marks, ...new Set(found)]),
    terms: numbered.map(([number]) => number),
    impacts: numbered.map(([, impact]) => impact),
  }
}

/** Postgres orders lexemes by their bytes. */
const inOrder = (lexemes: readonly string[]): string =>
  lexemes
    .map((lexeme) => ({ lexeme, bytes: Buffer.from(lexeme.slice(1, lexeme.lastIndexOf("'"))) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ lexeme }) => lexeme)
    .join(' ')
