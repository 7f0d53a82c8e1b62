import pLimit from 'p-limit'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { Kind } from '../methods/method.ts'
import type { MethodModule } from '../methods/method-module.ts'
import { type ComputeParts, computeResult } from '../results/compute-result.ts'
import { readStoredKeys, storeResult } from '../results/stored-results.ts'
import type { Summary } from '../summary/summary.ts'
import { summaryRow } from '../summary/summary-row.ts'
import { summarySource } from '../summary/summary-source.ts'
import type { Computed } from '../threads/derive-task.ts'
import { type BillContent, readBillContents } from './bill-content.ts'
import { type BillSummary, readSummarySources, removeSummaries, writeSummaries } from './bill-summaries.ts'
import { type FailedResult, isOfThisResult, noteFailures, readWaiting } from './failed-results.ts'
import { resultName, type WantedResult, wantedResults, wantedSummary } from './wanted-results.ts'

export type DeriveParts = ComputeParts & {
  readonly database: Database
  readonly objects: ObjectStore
  readonly module: MethodModule
  /** Results at once. */
  readonly threads: number
  readonly signal: AbortSignal
  onDerived?(kind: Kind, outcome: 'derived' | 'failed'): void
}

/**
 * Derives what is missing of these bills. Their summaries and failures are written in one transaction, with what
 * `finish` writes; results are stored before, because they depend on nothing but their content.
 */
export async function deriveBills(
  parts: DeriveParts,
  read_schema: string,
  ids: readonly number[],
  finish: (client: Queryable) => Promise<void> = async () => {},
): Promise<void> {
  const { database } = parts
  const contents = await readBillContents(database, read_schema, ids)
  const work = createWork(parts, await readWaiting(database, ids))
  const [summaries] = await Promise.all([
    deriveSummaries(parts, contents, work.attempt),
    storeMissing(parts, contents, work.attempt),
  ])
  parts.signal.throwIfAborted()
  await inTransaction(database, async (client) => {
    await writeSummaries(client, summaries)
    await removeSummaries(
      client,
      contents.filter(({ source }) => source === null).map(({ bill_id }) => bill_id),
    )
    await noteFailures(client, ids, work.failed)
    await finish(client)
  })
}

type Attempt = (wanted: WantedResult) => Promise<Computed | undefined>

/** Attempts results, some at once. A result that fails is noted, and the others continue. */
function createWork(
  parts: DeriveParts,
  waiting: ReadonlyMap<string, number>,
): { readonly attempt: Attempt; readonly failed: FailedResult[] } {
  const atOnce = pLimit(parts.threads)
  const failed: FailedResult[] = []
  const attempt: Attempt = (wanted) =>
    atOnce(async () => {
      parts.signal.throwIfAborted()
      const { bill_id, kind, key, references } = wanted
      const method_version = versionOf(parts.module, kind)!
      if (waiting.get(resultName(wanted)) === method_version) return undefined
      try {
        const computed = await computeResult(parts, kind, references)
        parts.onDerived?.(kind, 'derived')
        return computed
      } catch (error) {
        if (!isOfThisResult(error)) throw error
        failed.push({ bill_id, kind, key, method_version, reason: (error as Error).message })
        parts.onDerived?.(kind, 'failed')
        return undefined
      }
    })
  return { attempt, failed }
}

async function deriveSummaries(
  { database, module }: DeriveParts,
  contents: readonly BillContent[],
  attempt: Attempt,
): Promise<BillSummary[]> {
  const version = versionOf(module, 'summary')
  if (version === undefined) return []
  const stored = await readSummarySources(
    database,
    contents.map(({ bill_id }) => bill_id),
  )
  const derive = async (content: BillContent): Promise<BillSummary[]> => {
    const wanted = wantedSummary(content)
    if (wanted === undefined) return []
    const source = summarySource(wanted.references.facts, wanted.references.text)
    const found = stored.get(content.bill_id)
    if (found?.source_sha256 === source && found.method_version >= version) return []
    const computed = await attempt(wanted)
    if (computed === undefined) return []
    const summary = JSON.parse(Buffer.from(computed.json).toString()) as Summary
    return [{ bill_id: content.bill_id, ...summaryRow(source, summary, version) }]
  }
  return (await Promise.all(contents.map(derive))).flat()
}

async function storeMissing(
  parts: DeriveParts,
  contents: readonly BillContent[],
  attempt: Attempt,
): Promise<void> {
  const wanted = new Map(contents.flatMap(wantedResults).map((one) => [resultName(one), one]))
  for (const [kind, ofKind] of Map.groupBy(wanted.values(), (one) => one.kind)) {
    const method_version = versionOf(parts.module, kind)
    if (method_version === undefined) continue
    const keys = ofKind.map(({ key }) => key)
    const stored = await readStoredKeys(parts.database, { kind, keys, method_version })
    const missing = ofKind.filter(({ key }) => !stored.has(key.toString('hex')))
    await Promise.all(
      missing.map(async (one) => {
        const computed = await attempt(one)
        if (computed !== undefined) await storeResult(parts, { kind, key: one.key, computed })
      }),
    )
  }
}

const versionOf = (module: MethodModule, kind: Kind): number | undefined => module.methods[kind]?.version
