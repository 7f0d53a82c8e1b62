import { isOfThisResult } from '../../bills/failed-results.ts'
import type { TextReference } from '../../text/version-text.ts'
import { wordWeights } from '../generation/generation.ts'
import { countGeneration } from '../generation/learn-generation.ts'
import { packGeneration, unpackGeneration } from '../generation/packed-generation.ts'
import { type ComparedText, type TextLibrary, textLibrary } from '../passages/compare-texts.ts'
import type { SharedRow } from '../store/shared-texts.ts'
import { sampleShingles } from '../words/sample-shingles.ts'
import { wordListOf } from '../words/word-list.ts'
import { createTextReader, type ReadComparedText, type ReadStored } from './read-compared-text.ts'
import { sharedRows } from './shared-rows.ts'

/** A text of a bill or a model. */
export type NamedText = { readonly id: number; readonly text: TextReference }

/** What bills are compared with. */
export type ComparedWith = {
  /** The packed generation. */
  readonly generation: Uint8Array
  readonly models: readonly NamedText[]
}

/** The work of comparing, by name. Each takes and gives plain data, so that a thread can do it. */
export type ComparerWork = {
  /** Loads what bills are compared with. Texts that cannot be read are left out. */
  readonly open: { readonly input: ComparedWith; readonly result: null }
  /** Gives the shingles by which other bills find this one. */
  readonly sample: { readonly input: NamedText; readonly result: readonly number[] }
  /** Compares a bill with all models and with these bills. Candidates that cannot be read are left out. */
  readonly compare: {
    readonly input: { readonly bill: NamedText; readonly candidates: readonly NamedText[] }
    readonly result: readonly SharedRow[]
  }
  /** Learns from texts, and gives the packed generation. Texts that cannot be read are left out. */
  readonly learn: {
    readonly input: { readonly number: number; readonly texts: readonly TextReference[] }
    readonly result: Uint8Array
  }
}
export type WorkName = keyof ComparerWork

export type BillComparer = {
  run<W extends WorkName>(work: W, input: ComparerWork[W]['input']): Promise<ComparerWork[W]['result']>
}

type Opened = {
  readonly read: ReadComparedText
  readonly models: TextLibrary
  readonly weightOf: (word: number) => number
}

/** Compares in this thread. `open` comes before `sample` and `compare`. */
export function createBillComparer(readStored: ReadStored): BillComparer {
  let opened: Opened | undefined
  const known = (): Opened => {
    if (opened === undefined) throw new Error('a comparer is opened before it compares')
    return opened
  }
  const works: {
    readonly [W in WorkName]: (input: ComparerWork[W]['input']) => Promise<ComparerWork[W]['result']>
  } = {
    async open({ generation: packed, models }) {
      const generation = unpackGeneration(packed)
      // Models have a reader of their own, so that they do not push the texts of bills out of memory.
      const library = textLibrary(await readable(models, createTextReader(readStored, generation)))
      opened = {
        models: library,
        weightOf: wordWeights(generation),
        read: createTextReader(readStored, generation),
      }
      return null
    },
    async sample({ id, text }) {
      const { words, common } = await known().read(id, text)
      return sampleShingles(words.ids, common)
    },
    async compare({ bill, candidates }) {
      const { read, models, weightOf } = known()
      const content = await read(bill.id, bill.text)
      return sharedRows(content, { models, others: await readable(candidates, read), weightOf })
    },
    async learn({ number, texts }) {
      const count = countGeneration()
      for (const reference of texts) {
        const stored = await orUndefined(readStored(reference))
        if (stored !== undefined) count.add(wordListOf(Buffer.from(stored.text).toString('utf8')).ids)
      }
      return packGeneration(count.finish(number))
    },
  }
  return { run: (work, input) => works[work](input) }
}

async function readable(texts: readonly NamedText[], read: ReadComparedText): Promise<ComparedText[]> {
  const found: ComparedText[] = []
  for (const { id, text } of texts) {
    const one = await orUndefined(read(id, text))
    if (one !== undefined) found.push(one)
  }
  return found
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (!isOfThisResult(error)) throw error
    return undefined
  }
}
