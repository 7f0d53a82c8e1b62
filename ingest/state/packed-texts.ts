/**
 * Packs many texts into one binary parameter. An array parameter is quoted and escaped character by character on both
 * sides; Postgres extracts these by `substr(bytes, starts, lengths)`.
 */
export type PackedTexts = {
  readonly bytes: Buffer
  /** Positions start at 1, as in SQL. */
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
}

export function packTexts(texts: readonly (string | Buffer)[]): PackedTexts {
  const buffers = texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text))
  const starts: number[] = []
  let next = 1
  for (const { length } of buffers) {
    starts.push(next)
    next += length
  }
  return { bytes: Buffer.concat(buffers), starts, lengths: buffers.map(({ length }) => length) }
}
