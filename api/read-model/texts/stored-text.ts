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
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  const found = await objects.beginning(sha256, most_bytes, deadline).catch((cause) => {
    if (!deadline.aborted) throw cause
    throw problem(503, 'timeout', 'The object store took too long.', { cause })
  })
  if (found === null) throw lostObject(sha256)
  // Decodes in stream mode, so that the bytes of a cut character are left out instead of replaced.
  const text = new TextDecoder().decode(found.bytes, { stream: true })
  return { text, is_truncated: found.is_truncated }
}
