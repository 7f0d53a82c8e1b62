import { describe, expect, it } from 'vitest'
import { createLibrary } from '../../../../derive/copycats/passages/library.ts'
import { matchWords, mirrored, type WordMatch } from '../../../../derive/copycats/passages/match-words.ts'
import { createRandom } from '../../../support/builders/seeded-random.ts'

const random = createRandom(11)
const someWords = (count: number): number[] =>
  Array.from({ length: count }, () => random.between(1, 1_000_000))

function match(text: readonly number[], ...documents: readonly (readonly number[])[]): WordMatch[] {
  const library = createLibrary(documents.map((words) => Int32Array.from(words)))
  return matchWords({ ids: Int32Array.from(text) }, library, { fewest_words: 60 })
}

/** Replaces a share of the words, drops some, and adds some. */
function edited(words: readonly number[], share: number): number[] {
  return words.flatMap((word) => {
    if (random.between(0, 1_000) >= share * 1_000) return [word]
    const kind = random.between(0, 3)
    return kind === 0 ? [] : kind === 1 ? [word, ...someWords(1)] : someWords(1)
  })
}

describe('a match', () => {
  it('has every word of a passage that stands in both texts, and nothing else', () => {
    const passage = someWords(120)
    const text = [...someWords(500), ...passage, ...someWords(300)]
    const document = [...someWords(80), ...passage, ...someWords(700)]
    expect(match(text, someWords(1_000), document)).toEqual([
      { document: 1, matched_words: 120, longest_run: 120, runs: [{ at: 500, other: 80, length: 120 }] },
    ])
  })

  it('goes on over words that were replaced, dropped and added', () => {
    for (const share of [0.05, 0.1, 0.2, 0.3]) {
      const passage = someWords(400)
      const copy = edited(passage, share)
      const [found] = match([...someWords(200), ...copy, ...someWords(200)], [...someWords(50), ...passage])
      expect([share, found === undefined]).toEqual([share, false])
      const kept = 400 * (1 - share)
      expect(found!.matched_words).toBeGreaterThan(kept * (share > 0.15 ? 0.6 : 0.85))
      expect(found!.matched_words).toBeLessThanOrEqual(copy.length)
    }
  })

  it('pairs only equal words, each word once, in rising order', () => {
    const passage = someWords(300)
    const text = [...passage, ...someWords(50), ...edited(passage, 0.2)]
    const document = [...edited(passage, 0.1), ...someWords(20), ...passage.slice(0, 150)]
    const [found] = match(text, document)
    const mine: number[] = []
    const theirs: number[] = []
    for (const { at, other, length } of found!.runs) {
      for (let place = 0; place < length; place += 1) {
        expect(text[at + place]).toBe(document[other + place])
        mine.push(at + place)
        theirs.push(other + place)
      }
    }
    expect(new Set(mine).size).toBe(mine.length)
    expect(new Set(theirs).size).toBe(theirs.length)
    expect(mine).toEqual(mine.toSorted((a, b) => a - b))
    expect(found!.matched_words).toBe(mine.length)
    expect(mirrored(mirrored(found!.runs))).toEqual(found!.runs)
  })

  it('is missing if fewer than 60 words are shared, or if only short phrases are', () => {
    const passage = someWords(59)
    expect(match([...someWords(50), ...passage], [...passage, ...someWords(50)])).toEqual([])
    const phrases = Array.from({ length: 12 }, () => someWords(10))
    const apart = () => phrases.flatMap((phrase) => [...phrase, ...someWords(40)])
    expect(match(apart(), apart())).toEqual([])
  })

  it('of a document does not depend on the other documents of the library', () => {
    const passage = someWords(150)
    const document = [...passage, ...someWords(100)]
    const text = [...someWords(60), ...passage]
    const others = Array.from({ length: 30 }, () => [...someWords(40), ...passage])
    const [alone] = match(text, document)
    expect(match(text, document, ...others)[0]).toEqual(alone)
  })

  it('does not count words that are marked as common', () => {
    const passage = someWords(150)
    const ids = Int32Array.from(passage)
    const common = new Uint8Array(150).fill(1, 0, 80)
    const found = matchWords({ ids }, createLibrary([ids]), { fewest_words: 60, common })
    expect(found).toMatchObject([{ matched_words: 70 }])
  })

  it('takes time in proportion to texts that repeat one sentence without end', () => {
    const sentence = someWords(9)
    const text = Array.from({ length: 3_000 }, () => sentence).flat()
    expect(match(text, text)[0]?.matched_words).toBeGreaterThan(20_000)
  })
})
