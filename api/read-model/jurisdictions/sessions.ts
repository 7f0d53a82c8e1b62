import { LRUCache } from 'lru-cache'
import { upTo } from '../../../runtime/cache-room.ts'
import { normalizedWord } from '../../../runtime/words/normalized-word.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

type SessionFilters = { readonly session?: string | undefined; readonly jurisdiction?: string | undefined }

/** The meaning of a spelling does not change, so it is cached. A spelling that means nothing yet is not. */
const known = new WeakMap<ReadModel, LRUCache<string, string>>()
const MAX_KNOWN = 10_000

/**
 * Replaces the session in the filters by its printed form, if the case or the spaces differ. If no session
 * has that name, the filters stay unchanged.
 */
export async function withPrintedSession<F extends SessionFilters>(model: ReadModel, filters: F): Promise<F> {
  const { session, jurisdiction } = filters
  if (session === undefined) return filters
  let printed = known.get(model)
  if (printed === undefined) {
    printed = new LRUCache<string, string>(upTo(MAX_KNOWN))
    known.set(model, printed)
  }
  const spelling = JSON.stringify([jurisdiction, session])
  let found = printed.get(spelling)
  if (found === undefined) {
    found = await findSession(model, session, jurisdiction)
    if (found !== undefined) printed.set(spelling, found)
  }
  return found === undefined || found === session ? filters : { ...filters, session: found }
}

async function findSession(
  model: ReadModel,
  session: string,
  jurisdiction: string | undefined,
): Promise<string | undefined> {
  const { rows } = await model.read<{ id: number; identifier: string }>((schema, bind) => {
    const place = jurisdiction === undefined ? '' : `AND s.jurisdiction = ${bind(jurisdiction)}`
    return `SELECT s.id, s.identifier FROM ${schema}.sessions s
      WHERE lower(normalize(regexp_replace(btrim(s.identifier), '\\s+', ' ', 'g'), NFKC)) = ${bind(normalizedWord(session))} ${place}
      ORDER BY s.identifier = ${bind(session)} DESC, s.identifier LIMIT 1`
  })
  return rows[0]?.identifier
}
