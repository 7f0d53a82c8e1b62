import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { wordListOf } from '../../derive/copycats/words/word-list.ts'

type Alignment = { readonly left: string; readonly right: string; readonly label: string }

/** Substantive text, against text that all laws have. Texts with the third label are neither. */
const SUBSTANCE = '1'
const BOILERPLATE = '0'

/**
 * How often the distinctiveness of a labeled alignment ranks substance above boilerplate (AUC). The two texts of an
 * alignment have one word for each word of the other, or a dash.
 */
export async function measureRanking(data: string, weightOf: (word: number) => number): Promise<string> {
  const file = join(data, 'model-legislation', 'dssg-lid', 'training_data_alignment_classifier.csv.gz')
  const text = gunzipSync(await readFile(file)).toString('utf8')
  const rows = parse(text, { columns: true, relax_quotes: true }) as Alignment[]
  const scores = rows.map((row) => ({ label: row.label, score: distinctiveness(row, weightOf) }))
  const [good, bad] = [SUBSTANCE, BOILERPLATE].map((label) => scores.filter((one) => one.label === label))
  let above = 0
  for (const { score } of good!) {
    for (const other of bad!) above += score > other.score ? 1 : score === other.score ? 0.5 : 0
  }
  const auc = above / (good!.length * bad!.length)
  return `Distinctiveness of ${rows.length} labeled alignments (${good!.length} of substance, ${bad!.length} boilerplate): AUC ${auc.toFixed(3)}.`
}

function distinctiveness({ left, right }: Alignment, weightOf: (word: number) => number): number {
  const [mine, theirs] = [left.split(/\s+/u), right.split(/\s+/u)]
  const equal = mine.filter((word, at) => word !== '-' && word.toLowerCase() === theirs[at]?.toLowerCase())
  return equal.reduce(
    (sum, word) => sum + [...wordListOf(word).ids].reduce((part, id) => part + weightOf(id), 0),
    0,
  )
}
