import type { Derived, Deriver, References } from '../../../derive/methods/deriver.ts'
import type { Kind } from '../../../derive/methods/method.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { problem } from '../../http/problem.ts'

/** Derives a result for an answer. A lost text and work that takes too long are answers of 503. */
export async function derivedContent<K extends Kind>(
  deriver: Deriver,
  kind: K,
  references: References[K],
): Promise<Derived<K>> {
  try {
    return await deriver.derive(kind, references)
  } catch (cause) {
    const code: string | null = cause instanceof LegislogError ? cause.code : null
    if (code === 'object_missing') {
      throw problem(503, 'not_ready', 'The object store does not have this text at the moment.', {
        headers: { 'retry-after': '30' },
        cause,
      })
    }
    if (code === 'timeout') throw problem(503, 'timeout', 'The work on this text took too long.', { cause })
    throw cause
  }
}
