import { join } from 'node:path'
import { parseQuestion } from '../../api/question/parse-question.ts'
import { conceptsOf } from '../../api/read-model/ask/asked-words.ts'
import { countTerms } from '../../api/read-model/ask/count-terms.ts'
import { type FoundByWords, fuseFound } from '../../api/read-model/ask/fuse-rankings.ts'
import { rankByWords } from '../../api/read-model/ask/rank-by-words.ts'
import { createReadModel } from '../../api/read-schema/live-schema.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { type JudgedQuestion, readOwnSet, readSharedSet } from './judged-sets.ts'
import { POOL_DEPTH } from './judging-sheet.ts'
import { type Measures, meanOf, measure } from './measures.ts'
import { openNearestBills } from './nearest-bills.ts'
import { openQuestionCorpus, type QuestionCorpus } from './question-corpus.ts'

/** Bills of each method that are fused, as in the API. */
const FUSED_DEPTH = 200

/** Ranks the bills for a question, as the API does. */
export type Ranker = (question: string) => Promise<readonly string[]>

/** The methods that can be compared: words, and with a model of the settings also vectors, and both fused. */
export async function rankersOf(corpus: QuestionCorpus): Promise<Readonly<Record<string, Ranker>>> {
  const { scratch, keys } = corpus
  const model = createReadModel(scratch.database)
  const today = new Date().toISOString().slice(0, 10)
  const byWords = async (question: string): Promise<readonly FoundByWords[]> => {
    const { subject, filters } = parseQuestion(question, today)
    const concepts = await countTerms(model, conceptsOf(subject))
    return rankByWords(model, { concepts, filters, limit: FUSED_DEPTH })
  }
  const named = (found: readonly { readonly id: number }[]) =>
    found.slice(0, POOL_DEPTH).flatMap(({ id }) => keys.get(id) ?? [])
  const words: Ranker = async (question) => named(await byWords(question))
  const likeness = await openNearestBills(corpus)
  if (likeness === undefined) return { words }
  return {
    words,
    vectors: async (question) => {
      const { nearest } = await likeness(parseQuestion(question, today).subject)
      return named(nearest(FUSED_DEPTH))
    },
    async fused(question) {
      const { nearest, of } = await likeness(parseQuestion(question, today).subject)
      const [found, vectors] = [await byWords(question), nearest(FUSED_DEPTH)]
      const near = new Set(vectors.map(({ id }) => id))
      const alone = found.map(({ id }) => id).filter((id) => !near.has(id))
      return named(fuseFound({ words: found, vectors, others: of(alone) }))
    },
  }
}

/** Measures how well questions are answered, on the questions beside the checkout and on our own. */
export async function benchQuestions(data: string, judged: string): Promise<string> {
  const corpus = await openQuestionCorpus(join(data, 'openstates-scraper'))
  try {
    const sets = { shared: await readSharedSet(join(judged, 'questions.json')), own: await readOwnSet() }
    const rankers = Object.entries(await rankersOf(corpus))
    const rows: string[][] = []
    for (const [set, questions] of Object.entries(sets)) {
      if (questions.length === 0) continue
      for (const [method, rank] of rankers)
        rows.push([set, method, String(questions.length), ...(await measured(questions, rank))])
    }
    const head = ['questions', 'method', 'n', 'recall@10', 'nDCG@10', 'hit@1', 'ms p50', 'ms max']
    return await keepResult(
      'legislog bench questions',
      [`Over ${corpus.keys.size} real bills:`, markdown(head, rows, 2)].join('\n\n'),
    )
  } finally {
    await corpus.scratch.close()
  }
}

async function measured(questions: readonly JudgedQuestion[], rank: Ranker): Promise<string[]> {
  const all: Measures[] = []
  const times: number[] = []
  for (const { question, relevance } of questions) {
    const began = performance.now()
    const ranking = await rank(question)
    times.push(performance.now() - began)
    all.push(measure(ranking, relevance))
  }
  const { recall_10, ndcg_10, hit_1 } = meanOf(all)
  times.sort((one, other) => one - other)
  const [median = 0, longest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)]
  return [recall_10, ndcg_10, hit_1]
    .map((value) => value.toFixed(3))
    .concat([median.toFixed(0), longest.toFixed(0)])
}
