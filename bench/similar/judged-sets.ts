import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { clustersFile, judgedFolder, nameOf } from './real-bills.ts'

/** A bill, and the bills that belong among its first ten. */
export type JudgedBill = { readonly name: string; readonly relevant: ReadonlySet<string> }
export type JudgedQuestion = { readonly question: string; readonly relevant: ReadonlySet<string> }

const squeezed = (name: string): string => name.replace(/\s+/gu, '')
const readJson = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(join(judgedFolder, name), 'utf8')) as T

/** Both bills of each pair that a source calls companions, and whose titles differ. */
export async function readCompanions(): Promise<readonly JudgedBill[]> {
  const pairs = await readJson<readonly (readonly [string, string])[]>('companions.json')
  const companions = new Map<string, Set<string>>()
  const add = (name: string, other: string) =>
    companions.set(name, (companions.get(name) ?? new Set()).add(other))
  for (const [one, other] of pairs.map((pair) => pair.map(squeezed))) {
    add(one!, other!)
    add(other!, one!)
  }
  return [...companions].map(([name, relevant]) => ({ name, relevant }))
}

export async function readQuestions(): Promise<readonly JudgedQuestion[]> {
  type Stored = { readonly question: string; readonly relevant: readonly string[] }
  const stored = await readJson<readonly Stored[]>('questions.json')
  return stored.map(({ question, relevant }) => ({ question, relevant: new Set(relevant.map(squeezed)) }))
}

/** The bills of each cluster of one policy. */
export async function readClusters(): Promise<readonly JudgedBill[]> {
  type Row = {
    readonly cluster: string
    readonly state: string
    readonly session: string
    readonly bill: string
  }
  const rows = parse(await readFile(clustersFile, 'utf8'), { columns: true }) as Row[]
  const clusters = [...Map.groupBy(rows, ({ cluster }) => cluster).values()].map((members) =>
    members.map(({ state, session, bill }) => nameOf(state, session, bill)),
  )
  return clusters.flatMap((names) =>
    names.map((name) => ({ name, relevant: new Set(names.filter((other) => other !== name)) })),
  )
}

export const FIRST = 10

/** The share of the relevant ones that are among the first ten. */
export function recall(found: readonly string[], relevant: ReadonlySet<string>): number {
  const hits = found.slice(0, FIRST).filter((name) => relevant.has(name)).length
  return hits / Math.min(FIRST, relevant.size)
}

/** The normalized discounted cumulative gain of the first ten. */
export function gain(found: readonly string[], relevant: ReadonlySet<string>): number {
  const discount = (place: number) => 1 / Math.log2(place + 2)
  const own = found
    .slice(0, FIRST)
    .reduce((sum, name, place) => sum + (relevant.has(name) ? discount(place) : 0), 0)
  const best = Array.from({ length: Math.min(FIRST, relevant.size) }, (_, place) => discount(place))
  return own / best.reduce((sum, value) => sum + value, 0)
}
