import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { comparePairs } from '../../derive/copycats/passages/compare-texts.ts'
import { shingleHash } from '../../derive/copycats/words/shingle-hash.ts'
import { markdown } from '../measure/tables.ts'
import type { LabeledText } from './labeled-corpus.ts'

type KnownPair = { readonly bill_a: string; readonly bill_b: string; readonly containment8: string }

const MEASURED = 12

const NEAR = 0.05
const SHINGLE_WORDS = 8

/**
 * The coverage of the shorter text, beside the measured containment of the pairs that share most. The containment of our
 * own words shows how much of a difference comes from words that are not compared.
 */
export async function measureOverlaps(data: string, texts: readonly LabeledText[]): Promise<string> {
  const csv = await readFile(join(data, 'bill-texts', 'pairs.csv'), 'utf8')
  const known = (parse(csv, { columns: true }) as KnownPair[])
    .toSorted((a, b) => Number(b.containment8) - Number(a.containment8))
    .slice(0, MEASURED)
  const rows = known.map(({ bill_a, bill_b, containment8 }) => {
    const [a, b] = [billOf(texts, bill_a), billOf(texts, bill_b)]
    const [pair] = a === undefined || b === undefined ? [] : comparePairs(a, [b], () => 1)
    const { of_this = 0, of_other = 0 } = pair?.of_here.overlap ?? {}
    const coverage = Math.max(of_this, of_other)
    const own = a === undefined || b === undefined ? 0 : containment(a, b)
    const difference = (value: number) => (value - Number(containment8)).toFixed(3)
    return [
      ...[`${bill_a} and ${bill_b}`, containment8, coverage, difference(coverage)],
      ...[own.toFixed(3), difference(own)],
    ]
  })
  const near = rows.filter(([, , , difference]) => Math.abs(Number(difference)) <= NEAR).length
  return [
    `Coverage of the shorter text (${near} of ${MEASURED} within ${NEAR}) beside the measured containment, ${MEASURED} pairs of \`pairs.csv\`:`,
    markdown(['pair', 'containment', 'coverage', 'difference', 'own containment', 'its difference'], rows),
  ].join('\n\n')
}

function containment(a: LabeledText, b: LabeledText): number {
  const [mine, theirs] = [a, b].map(({ words: { ids } }) => {
    const starts = Math.max(0, ids.length - SHINGLE_WORDS + 1)
    return new Set(Array.from({ length: starts }, (_, at) => shingleHash(ids, at, SHINGLE_WORDS)))
  })
  return mine!.intersection(theirs!).size / Math.max(1, Math.min(mine!.size, theirs!.size))
}

/** `ak/HB131` names the bill with the key `…/state:ak…|34|HB 131`. */
function billOf(texts: readonly LabeledText[], path: string): LabeledText | undefined {
  const [state, number = ''] = path.split('/')
  const plain = (text: string) => text.replace(/[^a-z\d]/giu, '').toLowerCase()
  return texts.find(
    ({ kind, name }) =>
      kind === 'state' && name.includes(`:${state}`) && plain(name.split('|').at(-1)!) === plain(number),
  )
}
