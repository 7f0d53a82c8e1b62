import { addAbortSignal } from 'node:stream'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { type ProblemError, problem } from '../../http/problem.ts'

/** The log names a hash that the object store does not have, which is an error of the service. */
export function lostObject(sha256: string): ProblemError {
  return problem(503, 'not_ready', 'The object store does not have these bytes at the moment.', {
    headers: { 'retry-after': '30' },
    cause: new LegislogError(
      'object_missing',
      `The object store has no ${sha256}, which a version of a bill names`,
    ),
  })
}

/** Longest wait for all of a text. */
const DEADLINE_MS = 20_000

/** Reads a plain text up to a number of bytes, ending with a whole character. */
export async function readStoredText(
  objects: ObjectStore,
  sha256: string,
  most_bytes: number,
): Promise<{ text: string; is_truncated: boolean }> {
  const found = await objects.open(sha256)
  if (found === null) throw lostObject(sha256)
  const chunks: Buffer[] = []
  let read = 0
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  try {
    for await (const chunk of addAbortSignal(deadline, found.stream) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      read += chunk.length
      if (read > most_bytes) break
    }
  } catch (cause) {
    if (!deadline.aborted) throw cause
    throw problem(503, 'timeout', 'The object store took too long.', { cause })
  }
  const bytes = Buffer.concat(chunks)
  // Decodes in stream mode, so that the bytes of a cut character are left out instead of replaced.
  const text = new TextDecoder().decode(bytes.subarray(0, most_bytes), { stream: true })
  return { text, is_truncated: read > most_bytes }
}
