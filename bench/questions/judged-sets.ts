import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../../runtime/settings/settings.ts'
import type { Judgment, Question } from './judging-sheet.ts'
import { billKey } from './question-corpus.ts'

/** A question with its relevant bills, by the key of the bill. */
export type JudgedQuestion = {
  readonly question: string
  readonly relevance: ReadonlyMap<string, number>
}

const folder = join(projectFolder, 'test', 'judged')
export const judgmentsFile = join(folder, 'judgments.json')

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T

export const readQuestions = (): Promise<readonly Question[]> => readJson(join(folder, 'questions.json'))

/** Empty until somebody has judged. */
export async function readJudgments(): Promise<readonly Judgment[]> {
  return readJson<Judgment[]>(judgmentsFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Our own questions for which a judge has found a bill. */
export async function readOwnSet(): Promise<readonly JudgedQuestion[]> {
  const judgments = Map.groupBy(await readJudgments(), ({ question }) => question)
  return (await readQuestions()).flatMap(({ id, question }) => {
    const judged = judgments.get(id)
    const relevant = judged?.filter(({ relevance }) => relevance > 0) ?? []
    if (relevant.length === 0) return []
    return [{ question, relevance: new Map(relevant.map(({ bill, relevance }) => [bill, relevance])) }]
  })
}

/** The questions beside the checkout, whose bills were chosen by patterns. */
export async function readSharedSet(file: string): Promise<readonly JudgedQuestion[]> {
  const sets = await readJson<readonly { question: string; relevant: readonly string[] }[]>(file)
  return sets.map(({ question, relevant }) => ({
    question,
    relevance: new Map(relevant.map((bill) => [billKey(bill), 1])),
  }))
}
