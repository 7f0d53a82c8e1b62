import type { Observation } from '../../source-interface/observation.ts'
import type { SourceItem } from '../../source-interface/source.ts'
import { observeJurisdiction, observeSession } from '../mapping/jurisdiction-and-session.ts'
import { CONGRESS, firstYearOf } from './congress-numbers.ts'

/** Since the 74th, a Congress begins on the third of January of an odd year: see the Twentieth Amendment. */
const FIRST_OF_JANUARY = 74

type Seen = Pick<Observation, 'observed_at' | 'record'>

/**
 * Gives each Congress, and the jurisdiction with it, before the first record of it: records name them by
 * number only.
 */
export function createCongressSessions(): (seen: Seen, congress: string) => SourceItem[] {
  const known = new Set<string>()
  return (seen, congress) => {
    if (known.has(congress)) return []
    known.add(congress)
    return mapCongress(seen, congress).map((frame) => ({ kind: 'observed', group: [frame] }))
  }
}

function mapCongress(seen: Seen, number: string): Observation[] {
  const session = {
    jurisdiction: CONGRESS.division_id,
    identifier: number,
    name: `${ordinal(Number(number))} Congress`,
    classification: 'primary',
    ...daysOf(Number(number)),
    active: null,
  }
  return [observeJurisdiction(CONGRESS, 'https://www.congress.gov/', seen), observeSession(session, seen)]
}

function daysOf(number: number): { start_date: string | null; end_date: string | null } {
  if (number < FIRST_OF_JANUARY) return { start_date: null, end_date: null }
  const year = firstYearOf(number)
  return { start_date: `${year}-01-03`, end_date: `${year + 2}-01-03` }
}

function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
