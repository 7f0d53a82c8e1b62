import { compareTexts } from '../../../runtime/words/compare-texts.ts'
import type { SourceFiling } from './organization-sources.ts'

export type CountedFiling = SourceFiling & {
  /** The registrant has ended its work for the client, and has not begun again. */
  readonly is_ended: boolean
}

/**
 * Leaves out filings that an amendment of the same registrant and period replaces, and says which engagements have ended.
 * Filings of one client.
 */
export function countedFilings(filings: readonly SourceFiling[]): CountedFiling[] {
  const sorted = filings.toSorted(byAge)
  const amended = new Map<string, SourceFiling>()
  for (const filing of sorted) if (filing.kind === 'amendment') amended.set(periodOf(filing), filing)
  const ends = new Map<string, SourceFiling>()
  for (const filing of sorted) {
    const engagement = engagementOf(filing)
    if (filing.kind === 'termination') ends.set(engagement, filing)
    else if (filing.kind !== 'amendment') ends.delete(engagement)
  }
  return sorted
    .filter((filing) => {
      const amendment = amended.get(periodOf(filing))
      return amendment === undefined || byAge(filing, amendment) >= 0
    })
    .map((filing) => ({ ...filing, is_ended: ends.has(engagementOf(filing)) }))
}

const engagementOf = ({ publisher, registrant_id }: SourceFiling): string => `${publisher} ${registrant_id}`
const periodOf = (filing: SourceFiling): string =>
  `${engagementOf(filing)} ${filing.year} ${filing.period?.trim().toLowerCase() ?? ''}`

const byAge = (a: SourceFiling, b: SourceFiling): number =>
  compareTexts(a.posted_on ?? '', b.posted_on ?? '') || a.id - b.id
