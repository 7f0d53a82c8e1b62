import { type Chamber, chambers } from '../../../schemas/vocabulary/vocabulary.ts'
import { asFields, type Fields, invalid } from '../records/fields.ts'
import { parseJson } from '../records/rejections.ts'

/** Scrapers do not resolve references: `~{"classification": "upper"}` stands for the body that matches. */
export function parsePseudoId(id: string, field: string): Fields {
  if (!id.startsWith('~')) throw invalid(field, id, 'a pseudo-id')
  return asFields(parseJson(id.slice(1)), field)
}

export type Actor = { readonly chamber: Chamber | null; readonly organization: string | null }
const NOBODY: Actor = { chamber: null, organization: null }

/** All records of a place use a few pseudo-ids. */
const CACHED_ACTORS = 1_000
const actors = new Map<string, Actor>()

/** The actor: a chamber, or another organization (the executive, a committee by name). */
export function actorOf(value: unknown, field: string): Actor {
  if (value === null || value === undefined || value === '') return NOBODY
  if (typeof value !== 'string') throw invalid(field, value, 'an organization id')
  let actor = actors.get(value)
  if (actor === undefined) {
    actor = readActor(value, field)
    if (actors.size >= CACHED_ACTORS) actors.clear()
    actors.set(value, actor)
  }
  return actor
}

function readActor(id: string, field: string): Actor {
  // A resolved id names no chamber; it stays unchanged.
  if (!id.startsWith('~')) return { chamber: null, organization: id }
  const fields = parsePseudoId(id, field)
  const { classification, name, parent__classification: parent } = fields
  const chamber =
    chambers.find((word) => word === classification) ?? chambers.find((word) => word === parent) ?? null
  const other =
    typeof name === 'string'
      ? name
      : chamber === null && typeof classification === 'string'
        ? classification
        : null
  return { chamber, organization: other }
}
