import { addAbortSignal, type Readable } from 'node:stream'

/** The first bytes of an object. */
export type Beginning = { readonly bytes: Buffer; readonly is_truncated: boolean }

/** Reads at most so many bytes of a stream. It fails if the signal aborts before. */
export async function readBeginning(
  stream: Readable,
  most_bytes: number,
  signal: AbortSignal,
): Promise<Beginning> {
  const chunks: Buffer[] = []
  let read = 0
  for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    read += chunk.length
    if (read > most_bytes) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most_bytes), is_truncated: read > most_bytes }
}
