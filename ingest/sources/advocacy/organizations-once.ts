import type { SourceItem } from '../../source-interface/source.ts'
import { type NamedOrganization, observeOrganization, type Said } from './observe-advocacy.ts'

/** More spellings than these are observed again, which changes nothing. */
const REMEMBERED = 200_000

/** Observes each spelling and role of an organization once in a run: filings name it again and again. */
export function createOrganizationsOnce(): (named: NamedOrganization, said: Said) => Generator<SourceItem> {
  const seen = new Set<string>()
  return function* observe(named, said) {
    const { publisher, identifier, name, type, roles, description, url } = named
    const spelling = JSON.stringify([publisher, identifier, name, type, roles, description, url])
    if (seen.has(spelling)) return
    if (seen.size >= REMEMBERED) seen.clear()
    seen.add(spelling)
    yield observeOrganization(named, said)
  }
}
