import type { DiffStats } from '../diff/version-diff.ts'
import type { Kind, Kinds } from '../methods/method.ts'
import { type MethodModule, methodOf } from '../methods/method-module.ts'
import type { BillFacts } from '../summary/bill-facts.ts'
import { decodeStoredText, type StoredText } from '../text/stored-text.ts'
import { packJson } from './packed-json.ts'

/** The input of a kind: each text as its stored bytes. */
export type StoredInput = Readonly<Record<string, StoredText | BillFacts | null>>

/** What a thread derives. */
export type Task = { readonly kind: Kind; readonly input: StoredInput }

/** The counts of a result that lists show without reading the result. null for kinds that have none. */
export type ResultStats = DiffStats | null

export type Computed = {
  readonly method_version: number
  /** The result as JSON in UTF-8. */
  readonly json: Uint8Array
  /** The same, compressed. */
  readonly packed: Uint8Array
  readonly stats: ResultStats
}

/** Derives one result. It is pure: the same task gives the same bytes. */
export function deriveTask(module: MethodModule, { kind, input }: Task): Computed {
  const method = methodOf(module, kind)
  const result = method.derive(decodeInput(input) as never)
  const json = Buffer.from(JSON.stringify(result))
  return { method_version: method.version, json, packed: packJson(json), stats: statsOf(kind, result) }
}

const decodeInput = (input: StoredInput): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, isText(value) ? decodeStoredText(value) : value]),
  )

const isText = (value: StoredText | BillFacts | null): value is StoredText =>
  value !== null && 'reference' in value

const statsOf = (kind: Kind, result: Kinds[Kind]['result']): ResultStats =>
  kind === 'diff' ? (result as Kinds['diff']['result']).stats : null
