/** What an embeddings service did with a request. Reasons are our own words: they never quote the service or the request. */
export type EmbeddingsReply =
  | { readonly kind: 'answered'; readonly vectors: readonly (readonly number[])[] }
  /** The request may succeed later. null: the service names no time. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retry_after_ms: number | null }
  /** The request, the key or the answer is wrong. */
  | { readonly kind: 'rejected'; readonly reason: string }

const rejected = (reason: string): EmbeddingsReply => ({ kind: 'rejected', reason })

/** Reads the body of a 200: the form of OpenAI's embeddings, in any order of their indexes. */
export function readEmbeddings(
  body: string,
  expected: { readonly texts: number; readonly dimensions: number },
): EmbeddingsReply {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    // The reason says it: what the body quotes is not ours to show.
    return rejected('an answer that is no JSON')
  }
  const data = (value as { data?: unknown } | null)?.data
  if (!Array.isArray(data)) return rejected('an answer in another form')
  if (data.length !== expected.texts) return rejected(`${data.length} vectors for ${expected.texts} texts`)
  const vectors = new Array<readonly number[]>(expected.texts)
  for (const [place, item] of (data as unknown[]).entries()) {
    const { index = place, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown }
    if (typeof index !== 'number' || !(index in data) || vectors[index] !== undefined)
      return rejected('an answer with a wrong index')
    if (!isVector(embedding)) return rejected('a vector that is no list of numbers')
    if (embedding.length !== expected.dimensions)
      return rejected(`a vector of ${embedding.length} numbers, not ${expected.dimensions}`)
    vectors[index] = embedding
  }
  return { kind: 'answered', vectors }
}

const isVector = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number' && Number.isFinite(one))
