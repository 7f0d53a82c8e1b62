import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rankersOf } from './bench-questions.ts'
import { judgmentsFile, readJudgments, readQuestions } from './judged-sets.ts'
import { judgmentsOf, mergedJudgments, pooledBills, type SheetQuestion } from './judging-sheet.ts'
import { openQuestionCorpus } from './question-corpus.ts'

const MAX_ABSTRACT = 500

/** Writes a sheet with the first bills of all methods for each question. The judge fills in `relevance`. */
export async function writeSheet(data: string, seed: string, sheet: string): Promise<string> {
  const corpus = await openQuestionCorpus(join(data, 'openstates-scraper'))
  try {
    const rankers = Object.values(await rankersOf(corpus))
    const judged = Map.groupBy(await readJudgments(), ({ question }) => question)
    const pooled: SheetQuestion[] = []
    for (const { id, question } of await readQuestions()) {
      const rankings = await Promise.all(rankers.map((rank) => rank(question)))
      const known = new Set(judged.get(id)?.map(({ bill }) => bill))
      const bills = pooledBills(rankings, known, seed).map((bill) => {
        const { title, subjects, abstract } = corpus.bills.get(bill)!
        return { bill, title, subjects, abstract: abstract.slice(0, MAX_ABSTRACT), relevance: null }
      })
      if (bills.length > 0) pooled.push({ id, question, bills })
    }
    await writeFile(sheet, `${JSON.stringify(pooled, null, 1)}\n`)
    const count = pooled.reduce((sum, { bills }) => sum + bills.length, 0)
    return `${count} bills of ${pooled.length} questions to judge: 2 is what the question asks for, 1 is related, 0 is something else.`
  } finally {
    await corpus.scratch.close()
  }
}

/** Adds the judgments of a sheet to the recorded ones. */
export async function recordSheet(sheet: string): Promise<string> {
  const read = JSON.parse(await readFile(sheet, 'utf8')) as SheetQuestion[]
  const added = judgmentsOf(read)
  const merged = mergedJudgments(await readJudgments(), added)
  const lines = merged.map(
    ({ question, bill, relevance }) =>
      `  { "question": ${question}, "bill": ${JSON.stringify(bill)}, "relevance": ${relevance} }`,
  )
  await writeFile(judgmentsFile, `[\n${lines.join(',\n')}\n]\n`)
  return `${added.length} judgments on the sheet, ${merged.length} recorded.`
}
