import { Random } from '../../corpus/draw/random.ts'
import { openEmbedder } from '../../derive/embedder/open-embedder.ts'
import { BillIndex, type Neighbor } from '../../derive/similar/index/bill-index.ts'
import { listsOf } from '../../derive/similar/service/similar-state.ts'
import { embeddedText } from '../../derive/similar/source/bill-matter.ts'
import { termWeights } from '../../derive/similar/words/term-weights.ts'
import type { Embedder } from '../../derive/vectors/embedder.ts'
import { quantized } from '../../derive/vectors/quantized-vector.ts'
import { systemClock } from '../../runtime/clock.ts'
import { routineOf } from '../../runtime/ranking/routine-bill.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import { readSettings } from '../../runtime/settings/settings.ts'
import { normalizedWord } from '../../runtime/words/normalized-word.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { gain, type JudgedBill, readClusters, readCompanions, readQuestions, recall } from './judged-sets.ts'
import { NEAREST_DRAWN, nearestKept } from './nearest-kept.ts'
import { type RealBill, readRealBills } from './real-bills.ts'
import { embedAll } from './real-vectors.ts'

const DRAWN = 400
const SEED = 1
const ALL_BILLS = 1_420_000
const QUESTION = -1
const FIRST = 10

type World = {
  readonly index: BillIndex
  readonly bills: readonly RealBill[]
  readonly names: ReadonlyMap<number, string>
  readonly ids: ReadonlyMap<string, number>
  readonly embedder: Embedder | undefined
}

/** Measures similar bills on the judged sets, with the model of the settings and without one, and what they cost. */
export async function benchSimilar(): Promise<string> {
  const settings = readSettings(process.env)
  const bills = await readRealBills()
  const embedder = await openEmbedder(settings, systemClock)
  const results = [await measure('words alone', await worldOf(bills, undefined, []))]
  let [embedding, found] = ['', '']
  if (embedder !== undefined) {
    const texts = bills.map(({ matter }) => embeddedText(matter))
    const { vectors, ms_per_text } = await embedAll(embedder, texts, cacheFolder(settings))
    if (ms_per_text !== undefined) embedding = `Embedding: ${ms_per_text.toFixed(1)} ms a text.`
    results.push(await measure(`words and ${embedder.id}`, await worldOf(bills, embedder, vectors)))
    const kept = nearestKept(vectors)
    found = `Of the ten nearest vectors of ${NEAREST_DRAWN} drawn bills, signs and bytes find ${kept.toFixed(3)}.`
  }
  await embedder?.close()
  return keepResult(
    'legislog bench similar',
    [`${bills.length} bills.`, embedding, found, markdown(HEAD, results)]
      .filter((part) => part !== '')
      .join('\n\n'),
  )
}

async function worldOf(
  bills: readonly RealBill[],
  embedder: Embedder | undefined,
  vectors: readonly Float32Array[],
): Promise<World> {
  const index = new BillIndex(embedder?.dimensions ?? 0)
  bills.forEach(({ jurisdiction, matter }, at) => {
    const [is_thin, words] = [routineOf(matter) !== undefined, termWeights(matter)]
    const codes = embedder === undefined ? null : quantized(vectors[at]!)
    index.set({ bill_id: at, jurisdiction, is_thin, words, codes })
  })
  return {
    index,
    bills,
    embedder,
    names: new Map(bills.map(({ name }, at) => [at, name])),
    ids: new Map(bills.map(({ name }, at) => [name, at])),
  }
}

const HEAD = [
  'method',
  'companions with other titles: recall@10',
  'shared subject in another state: P@10',
  'clusters: recall@10',
  'questions: nDCG@10, without a result',
  'a list, ms',
  'all lists, 64 k bills; 1.42 M bills',
]

async function measure(name: string, world: World): Promise<string[]> {
  const companions = meanRecall(world, await readCompanions())
  const clusters = meanRecall(world, await readClusters())
  const subjects = subjectPrecision(world)
  const questions = await questionGain(world)
  const ms = listCost(world)
  const minutes = (ms * world.bills.length) / 60_000
  const hours = (ms * (ALL_BILLS / world.bills.length) * ALL_BILLS) / 3_600_000
  return [
    name,
    companions.toFixed(3),
    subjects.toFixed(3),
    clusters.toFixed(3),
    `${questions.gain.toFixed(3)}, ${questions.empty}`,
    ms.toFixed(1),
    `${minutes.toFixed(0)} min; ${hours.toFixed(0)} h`,
  ]
}

const byScore = (one: Neighbor, other: Neighbor): number => other.score - one.score || one.id - other.id

const namesNear = ({ index, names }: World, id: number, least?: number): string[] =>
  index
    .similarTo(id, least)
    .sort(byScore)
    .map((neighbor) => names.get(neighbor.id)!)

function meanRecall(world: World, judged: readonly JudgedBill[]): number {
  const isKnown = (name: string) => world.ids.has(name)
  const known = judged
    .filter(({ name }) => isKnown(name))
    .map(({ name, relevant }) => ({ name, relevant: new Set([...relevant].filter(isKnown)) }))
    .filter(({ relevant }) => relevant.size > 0)
  const sum = known.reduce((total, { name, relevant }) => {
    return total + recall(namesNear(world, world.ids.get(name)!), relevant)
  }, 0)
  return sum / known.length
}

/**
 * Among the ten nearest bills of other states, the share that has a subject of the bill. Only subjects that two states use
 * count, and only bills that have one.
 */
function subjectPrecision(world: World): number {
  const subjects = commonSubjects(world.bills)
  const having = subjects.flatMap((set, id) =>
    set.size > 0 && routineOf(world.bills[id]!.matter) === undefined ? [id] : [],
  )
  const random = new Random(SEED, 0, 0)
  let sum = 0
  for (let drawn = 0; drawn < DRAWN; drawn += 1) {
    const id = having[random.below(having.length)]!
    const near = world.index
      .similarTo(id, 0)
      .filter((one) => one.jurisdiction !== world.bills[id]!.jurisdiction && subjects[one.id]!.size > 0)
      .sort(byScore)
      .slice(0, FIRST)
    sum += near.filter((one) => !subjects[one.id]!.isDisjointFrom(subjects[id]!)).length / FIRST
  }
  return sum / DRAWN
}

function commonSubjects(bills: readonly RealBill[]): readonly ReadonlySet<string>[] {
  const places = new Map<string, Set<string>>()
  const all = bills.map(({ jurisdiction, matter }) => {
    const subjects = matter.subjects.map(normalizedWord)
    for (const subject of subjects) {
      places.set(subject, (places.get(subject) ?? new Set()).add(jurisdiction))
    }
    return subjects
  })
  return all.map((subjects) => new Set(subjects.filter((subject) => places.get(subject)!.size > 1)))
}

async function questionGain(world: World): Promise<{ readonly gain: number; readonly empty: number }> {
  const { index, embedder } = world
  const questions = await readQuestions()
  let [sum, empty] = [0, 0]
  for (const { question, relevant } of questions) {
    const [vector] = (await embedder?.embed([question], new AbortController().signal)) ?? []
    index.set({
      bill_id: QUESTION,
      jurisdiction: '',
      is_thin: false,
      words: termWeights({ title: question, subjects: [], abstracts: [], classification: [] }),
      codes: vector === undefined ? null : quantized(vector),
    })
    const found = namesNear(world, QUESTION, 1)
    sum += gain(found, relevant)
    if (found.length === 0) empty += 1
  }
  index.remove(QUESTION)
  return { gain: sum / questions.length, empty }
}

function listCost({ index, bills }: World): number {
  const random = new Random(SEED, 1, 0)
  const began = performance.now()
  for (let drawn = 0; drawn < DRAWN; drawn += 1) listsOf(index, random.below(bills.length))
  return (performance.now() - began) / DRAWN
}
