import { LRUCache } from 'lru-cache'
import { LegislogError } from '../../../schemas/errors.ts'
import { parseSections } from '../../sections/parse-sections.ts'
import { characterOffsets } from '../../text/character-offsets.ts'
import { decodeStoredText, type StoredText } from '../../text/stored-text.ts'
import type { TextReference, VersionText } from '../../text/version-text.ts'
import { boilerplateWords } from '../generation/boilerplate.ts'
import type { Generation } from '../generation/generation.ts'
import type { ComparedText } from '../passages/compare-texts.ts'
import { stretchesOf } from '../passages/coverage.ts'
import type { TextPlaces } from '../passages/shared-text.ts'
import { wordListOf } from '../words/word-list.ts'

/** Gives the bytes of a text. Throws `object_missing` if the object store lacks it. */
export type ReadStored = (reference: TextReference) => Promise<StoredText>
export type ReadComparedText = (id: number, reference: TextReference) => Promise<ComparedText>

/** The words of a longer text, with what is made of them, would not fit into the memory of the service. */
const LONGEST_TEXT = 8_000_000
/** Characters of the texts that are kept in memory. With their words they take about 100 MB. */
const MOST_CHARACTERS = 10_000_000

/**
 * Reads texts with their words and sections. The texts read last stay in memory, because bills of one day have the same
 * candidates. Throws `object_missing`, and `text_too_large` if a text has more than 8 million characters.
 */
export function createTextReader(readStored: ReadStored, generation: Generation): ReadComparedText {
  const known = new LRUCache<string, ReturnType<typeof comparedContent>>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  return async (id, reference) => {
    const name = `${reference.extracted_sha256} ${reference.media_type}`
    let content = known.get(name)
    if (content === undefined) {
      const version = decodeStoredText(await readStored({ ...reference, marked_sha256: null }))
      if (version.text.length > LONGEST_TEXT)
        throw new LegislogError('text_too_large', `The text ${name} has ${version.text.length} characters`)
      content = comparedContent(version, generation)
      known.set(name, content)
    }
    return { id, ...content }
  }
}

/** A text without its struck words, which no other text can share. */
export function comparedContent(version: VersionText, generation: Generation): Omit<ComparedText, 'id'> {
  const words = wordListOf(version.text)
  let known: TextPlaces | undefined
  let stretches: ReadonlySet<number> | undefined
  return {
    text: version.text,
    words,
    common: boilerplateWords(words.ids, generation),
    places() {
      known ??= placesOf(version)
      return known
    },
    stretches() {
      stretches ??= stretchesOf(words)
      return stretches
    },
  }
}

const placesOf = (version: VersionText): TextPlaces => ({
  sections: parseSections(version).sections.map(({ number, heading, start }) => ({ number, heading, start })),
  characters: characterOffsets(version.text),
})
