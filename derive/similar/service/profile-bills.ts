import { createHash } from 'node:crypto'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { routineOf } from '../../../runtime/ranking/routine-bill.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { quantized } from '../../vectors/quantized-vector.ts'
import { type BillMatter, embeddedText } from '../source/bill-matter.ts'
import type { ShownBill } from '../tables/bill-matters.ts'
import type { StoredBill } from '../tables/stored-bills.ts'
import { readVectors, storeVectors } from '../tables/stored-vectors.ts'
import { termWeights } from '../words/term-weights.ts'

type WithMatter = ShownBill & { readonly matter: BillMatter }

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Names the content of a bill. Equal content gives an equal profile. */
export const contentHash = ({ jurisdiction, matter }: WithMatter): Buffer =>
  sha256(
    JSON.stringify([jurisdiction, matter.title, matter.subjects, matter.abstracts, matter.classification]),
  )

/** Makes what bills are compared by. Texts whose vector is not stored yet are embedded, and stored at once. */
export async function profileBills(
  parts: {
    readonly database: Database
    readonly embedder: Embedder | undefined
    readonly signal: AbortSignal
    onEmbedded?(texts: number): void
  },
  bills: readonly WithMatter[],
): Promise<StoredBill[]> {
  const { embedder } = parts
  const texts = bills.map(({ matter }) => embeddedText(matter))
  const keys = texts.map(sha256)
  const vectors = embedder === undefined ? undefined : await vectorsOf({ ...parts, embedder }, texts, keys)
  return bills.map((bill, at) => ({
    bill_id: bill.bill_id,
    jurisdiction: bill.jurisdiction,
    content_sha256: contentHash(bill),
    is_thin: routineOf(bill.matter) !== undefined,
    words: termWeights(bill.matter),
    vector_key: vectors === undefined ? null : keys[at]!,
    codes: vectors?.get(keys[at]!.toString('hex')) ?? null,
  }))
}

async function vectorsOf(
  parts: Parameters<typeof profileBills>[0] & { readonly embedder: Embedder },
  texts: readonly string[],
  keys: readonly Buffer[],
): Promise<ReadonlyMap<string, Int8Array>> {
  const { database, embedder, signal, onEmbedded } = parts
  const known = await readVectors(database, embedder.id, keys)
  const missing = new Map<string, { key: Buffer; text: string }>()
  for (const [at, key] of keys.entries()) {
    const name = key.toString('hex')
    if (!known.has(name)) missing.set(name, { key, text: texts[at]! })
  }
  if (missing.size === 0) return known
  const wanted = [...missing.values()]
  const vectors = await embedder.embed(
    wanted.map(({ text }) => text),
    signal,
  )
  const made = wanted.map(({ key }, at) => ({ key, codes: quantized(vectors[at]!) }))
  await storeVectors(database, embedder.id, made)
  onEmbedded?.(made.length)
  return new Map([...known, ...made.map(({ key, codes }) => [key.toString('hex'), codes] as const)])
}
