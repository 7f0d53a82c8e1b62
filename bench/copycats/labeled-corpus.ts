import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { comparedContent } from '../../derive/copycats/comparing/read-compared-text.ts'
import { boilerplateWords } from '../../derive/copycats/generation/boilerplate.ts'
import { type Generation, noGeneration } from '../../derive/copycats/generation/generation.ts'
import { countGeneration } from '../../derive/copycats/generation/learn-generation.ts'
import type { ComparedText } from '../../derive/copycats/passages/compare-texts.ts'
import { readRealTexts } from '../../test/support/derive/real-texts.ts'
import { readModelBills } from '../derive/model-bills.ts'

/** A text of the real data. Two texts with one group come from one model. */
export type LabeledText = ComparedText & {
  readonly name: string
  readonly kind: 'labeled' | 'model' | 'state'
  readonly group: number | null
}

/** Groups 0, 1 and 2 are all about sick leave. */
const sameGroup: Readonly<Record<number, number>> = { 1: 0, 2: 0 }
/** Models of other collections from which the labeled bills of a group come. */
const groupOfTitle: readonly (readonly [RegExp, number])[] = [
  [/castle doctrine/iu, 5],
  [/sanctuary cities/iu, 3],
  [/campus personal protection/iu, 7],
]

/** Reads the labeled bills, the models, and the longest text of each bill of `bill-texts`. */
export async function readLabeledCorpus(data: string): Promise<LabeledText[]> {
  const folder = join(data, 'model-legislation')
  const packed = await readFile(join(folder, 'dssg-lid', 'labeled_bills.json.gz'))
  const labels = JSON.parse(gunzipSync(packed).toString()) as Record<string, { match?: number }>
  const collected = (await readModelBills(folder)).map(({ name, title, text }) => {
    const number = /^labeled bill (\d+)$/u.exec(name)?.[1]
    const group = number === undefined ? modelGroup(title) : labels[number]?.match
    return {
      name,
      kind: number === undefined ? ('model' as const) : ('labeled' as const),
      text,
      group: group === undefined ? null : (sameGroup[group] ?? group),
    }
  })
  const states = [...Map.groupBy(await readRealTexts('bill-texts'), ({ bill }) => bill).values()].map(
    (versions) => {
      const { bill, text } = versions.toSorted((a, b) => b.text.text.length - a.text.text.length)[0]!
      return { name: bill, kind: 'state' as const, text, group: null }
    },
  )
  return [...collected, ...states]
    .filter(({ text }) => text.text !== '')
    .map(({ text, ...one }, id) => ({ ...one, id, ...comparedContent(text, noGeneration) }))
}

const modelGroup = (title: string): number | undefined =>
  groupOfTitle.find(([pattern]) => pattern.test(title))?.[1]

/** The same texts with what is learned from all of them. */
export function withLearned(texts: readonly LabeledText[]): { texts: LabeledText[]; generation: Generation } {
  const count = countGeneration()
  for (const { words } of texts) count.add(words.ids)
  const generation = count.finish(1)
  return {
    generation,
    texts: texts.map((one) => ({ ...one, common: boilerplateWords(one.words.ids, generation) })),
  }
}
