import { Random } from '../../corpus/draw/random.ts'
import { openEmbedder } from '../../derive/embedder/open-embedder.ts'
import { BillIndex, type BillProfile } from '../../derive/similar/index/bill-index.ts'
import { startListThreads } from '../../derive/similar/lists/list-threads.ts'
import { listsOf } from '../../derive/similar/service/similar-state.ts'
import { embeddedText } from '../../derive/similar/source/bill-matter.ts'
import { termWeights } from '../../derive/similar/words/term-weights.ts'
import { quantized } from '../../derive/vectors/quantized-vector.ts'
import { systemClock } from '../../runtime/clock.ts'
import { routineOf } from '../../runtime/ranking/routine-bill.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import { readSettings } from '../../runtime/settings/settings.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { readRealBills } from './real-bills.ts'
import { embedAll } from './real-vectors.ts'
import { variedBills } from './varied-bills.ts'

const SEED = 4
const DRAWN = 200
const THREADS = 2
const HEAD = ['method', 'bills', 'load, s', 'memory, MB', 'a list, ms', 'ms in threads', 'all lists, h']

/** Measures what a list of similar bills costs among so many bills, in one thread and in two. */
export async function benchSimilarLists(bills: string): Promise<string> {
  const count = wholeNumber('bills', bills)
  const { dimensions, name, profiles } = await realProfiles()
  const rows: string[][] = []
  for (const size of dimensions === 0 ? [0] : [0, dimensions]) {
    rows.push(
      await measure(size === 0 ? 'words' : `words and ${name}`, { dimensions: size, profiles, count }),
    )
  }
  return keepResult(`legislog bench similar-lists ${bills}`, markdown(HEAD, rows))
}

async function realProfiles() {
  const settings = readSettings(process.env)
  const embedder = await openEmbedder(settings, systemClock)
  const bills = await readRealBills()
  const texts = bills.map(({ matter }) => embeddedText(matter))
  const { vectors } =
    embedder === undefined ? { vectors: [] } : await embedAll(embedder, texts, cacheFolder(settings))
  await embedder?.close()
  const profiles = bills.map(
    ({ jurisdiction, matter }, at): BillProfile => ({
      bill_id: at,
      jurisdiction,
      is_thin: routineOf(matter) !== undefined,
      words: termWeights(matter),
      codes: vectors[at] === undefined ? null : quantized(vectors[at]),
    }),
  )
  return { profiles, dimensions: embedder?.dimensions ?? 0, name: embedder?.id ?? '' }
}

async function measure(
  name: string,
  {
    dimensions,
    profiles,
    count,
  }: { readonly dimensions: number; readonly profiles: readonly BillProfile[]; readonly count: number },
): Promise<string[]> {
  const before = process.memoryUsage.rss()
  const began = performance.now()
  const index = new BillIndex(dimensions)
  for (const bill of variedBills(profiles, count))
    index.set(dimensions === 0 ? { ...bill, codes: null } : bill)
  const load_s = (performance.now() - began) / 1_000
  const memory_mb = (process.memoryUsage.rss() - before) / 1e6
  const random = new Random(SEED, 0, 0)
  const drawn = Array.from({ length: DRAWN }, () => random.below(count))
  for (const id of drawn.slice(0, DRAWN / 10)) listsOf(index, id)
  const first = performance.now()
  for (const id of drawn) listsOf(index, id)
  const one_ms = (performance.now() - first) / DRAWN
  const threads = startListThreads(index, THREADS)
  await threads.makeLists(drawn.slice(0, DRAWN / 10))
  const second = performance.now()
  await threads.makeLists(drawn)
  const many_ms = (performance.now() - second) / DRAWN
  await threads.close()
  return [
    ...[name, String(count), load_s.toFixed(0), memory_mb.toFixed(0), one_ms.toFixed(2)],
    ...[`${many_ms.toFixed(2)} (${THREADS})`, ((many_ms * count) / 3_600_000).toFixed(2)],
  ]
}
