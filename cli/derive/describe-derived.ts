import type { DeriveReport } from '../../derive/service/derive-report.ts'
import type { ModelReport } from '../../derive/service/model-report.ts'
import type { SimilarReport } from '../../derive/similar/service/similar-report.ts'
import { table } from '../output/answer.ts'

/** What `legislog derive status` prints. */
export type DerivedStatus = DeriveReport & {
  /** null if its tables are missing. */
  readonly similar: SimilarReport | null
  /** null without MODEL_URL. */
  readonly model: (ModelReport & { readonly name: string; readonly requests: number }) | null
}

export function describeDerived(status: DerivedStatus): string {
  return [
    describeResults(status),
    ...(status.similar === null ? [] : [describeSimilar(status.similar)]),
    ...(status.model === null ? [] : describeModel(status.model)),
  ].join('\n')
}

function describeResults({
  bills,
  summaries,
  bills_to_do,
  results,
  table_bytes,
  failures,
  copycats,
  mentions,
}: DeriveReport): string {
  const lines = [
    `${summaries} of ${bills} bills have a summary; ${bills_to_do} bills to compare; ${megabytes(table_bytes)} in Postgres`,
    `${copycats.compared_bills} texts of bills compared with ${copycats.models} models and with each other: ${copycats.shared_texts} share passages (generation ${copycats.generation})`,
    `${mentions.filings} filings name bills (${mentions.bills}) or regulations (${mentions.regulations}); ${mentions.filings_to_do} to read`,
  ]
  if (results.length > 0) {
    const rows = results.map(({ kind, results: count, bytes }) => [kind, String(count), megabytes(bytes)])
    lines.push(table([['kind', 'results', 'as JSON'], ...rows]))
  }
  if (failures.length > 0) {
    const rows = failures.map((one) => [
      ...[String(one.results), one.kind, String(one.bill_id), one.retry_at, firstLine(one.reason)],
    ])
    lines.push(table([['failed', 'kind', 'such as bill', 'next try', 'why'], ...rows]))
  }
  return lines.join('\n')
}

function describeSimilar({ phase, embedder, bills, lists }: SimilarReport): string {
  const by = embedder === null ? 'words alone' : `words and ${embedder}`
  const state = phase === 'following' ? 'up to date' : phase === null ? 'not begun' : 'in progress'
  return `${lists} of ${bills} bills have a list of similar bills (${by}; ${state})`
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 100)

function describeModel({
  name,
  tokens_today,
  requests,
  work,
  waits,
}: NonNullable<DerivedStatus['model']>): string[] {
  const lines = [
    `model ${name}: ${tokens_today} tokens today (UTC), ${requests} texts that are not events yet`,
  ]
  if (work.length > 0) {
    const rows = work.map(({ kind, due, written, refused }) => [
      kind,
      String(due),
      String(written),
      String(refused),
    ])
    lines.push(table([['kind', 'to write', 'written', 'refused'], ...rows]))
  }
  if (waits.length > 0) {
    const rows = waits.map(({ reason, texts }) => [String(texts), firstLine(reason)])
    lines.push(table([['waiting', 'why'], ...rows]))
  }
  return lines
}
