import type { Sponsor } from '../../schemas/event-bodies/bill.ts'
import type { WithoutId } from '../source-interface/observation.ts'

type Named = WithoutId<Sponsor>

/**
 * Places that print the members of both chambers in one list by family name only. Two entries with one name there are
 * two people.
 */
const FAMILY_NAMES_OF_BOTH: ReadonlySet<string> = new Set(['tx'])

/**
 * If one listing names a sponsor several times (Washington: for the bill and again for each of its substitutes), it
 * becomes one sponsor at its first position, with all roles. A primary role comes before others. A sponsor who
 * withdrew and came back counts as a current one.
 */
export function oneRowPerSponsor(sponsors: readonly Named[], place: string): Named[] {
  const groups = new Map<string, Named[]>()
  for (const [index, sponsor] of sponsors.entries()) {
    const key = personKey(sponsor, place) ?? `${index}`
    groups.set(key, [...(groups.get(key) ?? []), sponsor])
  }
  return [...groups.values()].map((named) => (named.length === 1 ? named[0]! : joined(named)))
}

/** null if two entries with that name may be two people. */
function personKey(sponsor: Named, place: string): string | null {
  const { name, entity_type, chamber, district, source_id } = sponsor
  const isDistinguished = source_id !== null || chamber !== null || district !== null
  if (FAMILY_NAMES_OF_BOTH.has(place) && !isDistinguished) return null
  return JSON.stringify([name, entity_type, chamber, district, source_id])
}

function joined(named: readonly Named[]): Named {
  const first = named.find(({ primary }) => primary) ?? named[0]!
  const roles = [...new Set([first, ...named].map(({ classification }) => classification))]
  const joinedOn = named.flatMap(({ sponsored_on }) => sponsored_on ?? []).sort()
  const withdrawn = named.map(({ withdrawn_on }) => withdrawn_on)
  return {
    ...first,
    sponsored_on: joinedOn[0] ?? null,
    withdrawn_on: withdrawn.includes(null) ? null : withdrawn.sort().at(-1)!,
    ...(roles.length > 1 && { roles }),
  }
}
