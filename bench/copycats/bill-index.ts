import { openContext } from '../../cli/context/context.ts'
import { findCandidates, writeCompared } from '../../derive/copycats/store/compared-bills.ts'
import { sampleShingles } from '../../derive/copycats/words/sample-shingles.ts'
import { createRandom, type Random } from '../../test/support/builders/seeded-random.ts'
import { createScratch } from '../service/scratch-database.ts'
import type { LabeledText } from './labeled-corpus.ts'

const SEED = 29
const BATCH = 500
const ASKED = 300
const ALL_BILLS = 1_420_000
const BILL_WORDS = 2_500
/** Generated bills that have a passage of another one. */
const COPIES = 0.2
const PASSAGE = 200

/**
 * The index of generated bills of 2,500 words in Postgres: its size, the time to add a bill, and the time to find the
 * bills that share passages with one.
 */
export async function measureBillIndex(texts: readonly LabeledText[], bills: number): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry'] })
  const scratch = await createScratch(settings, 'copycats')
  try {
    const { database } = scratch
    const random = createRandom(SEED)
    const began = performance.now()
    const kept: { bill_id: number; shingles: readonly number[] }[] = []
    let before: number[] = []
    for (let first = 1; first <= bills; first += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, bills - first + 1) }, (_, at) => {
        const words = billWords(random, before)
        before = words
        const shingles = sampleShingles(Int32Array.from(words), new Uint8Array(words.length))
        return { bill_id: first + at, text: REFERENCE, basis: 'bench', shingles, failure: null }
      })
      await writeCompared(database, rows)
      if (kept.length < ASKED) kept.push(...rows.slice(0, 20))
    }
    const filled_s = (performance.now() - began) / 1_000
    await database.query('ANALYZE derive.bill_shingle')
    const times: number[] = []
    let found = 0
    for (const one of kept.slice(0, ASKED)) {
      const start = performance.now()
      found += (await findCandidates(database, one)).length
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const { rows } = await database.query<{ bytes: number; rows: number }>(
      `SELECT pg_total_relation_size('derive.bill_shingle') + pg_total_relation_size('derive.compared_bill') AS bytes,
         (SELECT count(*) FROM derive.bill_shingle) AS rows`,
    )
    const { bytes, rows: shingles } = rows[0]!
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
    const scale = ALL_BILLS / bills
    const real = texts.map(({ words }) => sampleShingles(words.ids, new Uint8Array(words.ids.length)).length)
    const each = real.reduce((sum, count) => sum + count, 0) / real.length
    return `${bills} generated bills of ${BILL_WORDS} words: ${shingles} shingles (${(shingles / bills).toFixed(0)} a bill; ${each.toFixed(0)} a real text), ${(bytes / 1e6).toFixed(0)} MB, ${((filled_s * 1_000) / bills).toFixed(2)} ms to add a bill. Finding the bills that share a passage with one: mean ${mean.toFixed(1)} ms, median ${times[Math.floor(times.length / 2)]!.toFixed(1)}, 95 % ${times[Math.floor(times.length * 0.95)]!.toFixed(1)}; ${(found / times.length).toFixed(1)} found. Extrapolated to 1.42 million bills: ${((bytes * scale) / 1e9).toFixed(1)} GB, ${((filled_s * scale) / 3_600).toFixed(1)} h to fill the index; a search takes one or two more pages of the index for each shingle.`
  } finally {
    await scratch.drop()
  }
}

const REFERENCE = { extracted_sha256: 'f'.repeat(64), marked_sha256: null, media_type: 'text/plain' }

function billWords(random: Random, before: readonly number[]): number[] {
  const words = Array.from({ length: BILL_WORDS }, () => random.between(-2_000_000_000, 2_000_000_000))
  if (before.length > 0 && random.next() < COPIES) {
    const from = random.between(0, BILL_WORDS - PASSAGE)
    words.splice(random.between(0, BILL_WORDS - PASSAGE), PASSAGE, ...before.slice(from, from + PASSAGE))
  }
  return words
}
