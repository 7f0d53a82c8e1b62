import type { MatchLevel } from '../../schemas/vocabulary/vocabulary.ts'
import type { AddressReading } from '../address/address.ts'
import type { NumberReading } from '../address/house-number.ts'
import type { Candidate } from './candidate.ts'
import { askedOf, MARGIN, type Score, scoreCandidate, WITHOUT_NUMBER } from './score.ts'

export type Ranked = {
  readonly level: Exclude<MatchLevel, 'position'>
  readonly confidence: number
  readonly reading: AddressReading
  readonly candidate: Candidate
  /** The number as the candidate has it; null if it has only the street. */
  readonly number: NumberReading | null
}

type Scored = Score & { readonly reading: AddressReading; readonly candidate: Candidate }

/** The least that the best candidate must have. */
const LEAST = 80
/** Without the number, one part may be missing. */
const LEAST_OF_STREET = WITHOUT_NUMBER - MARGIN

/**
 * The candidates that an address may mean: the best, and all that are nearly as good. If none has the number, all sides
 * of the street. Empty: there is no such address.
 */
export function rankCandidates(
  readings: readonly AddressReading[],
  candidates: readonly Candidate[],
): readonly Ranked[] {
  return rankScored(bestReadings(readings, candidates))
}

/**
 * The same from the candidates that have the number alone. Null if candidates without it may change the result: they
 * cannot if one of these has exactly the requested street and such a street has the number.
 */
export function rankNumbered(
  readings: readonly AddressReading[],
  numbered: readonly Candidate[],
): readonly Ranked[] | null {
  const scored = bestReadings(readings, numbered)
  const named = scored.filter(({ is_other }) => !is_other)
  const isDecided =
    named.some(({ is_elsewhere }) => !is_elsewhere) &&
    named.some(({ number, total }) => number !== null && total >= LEAST)
  return isDecided ? rankScored(scored) : null
}

function rankScored(scored: readonly Scored[]): readonly Ranked[] {
  // A street that the address names exactly is not another one that only resembles it.
  const named = scored.some(({ is_other, is_elsewhere }) => !is_other && !is_elsewhere)
    ? scored.filter(({ is_other }) => !is_other)
    : withoutWorse(scored)
  const numbered = named.filter(({ number, total }) => number !== null && total >= LEAST)
  const best = Math.max(0, ...numbered.map(({ total }) => total))
  const found =
    numbered.length > 0
      ? numbered.filter(({ total }) => total > best - MARGIN)
      : named.filter(
          ({ reading, total, number }) =>
            reading.number !== null && number === null && total >= LEAST_OF_STREET,
        )
  return found.map(rankedOf).toSorted(byWorth)
}

/** Each candidate under the reading that fits it best. */
function bestReadings(
  readings: readonly AddressReading[],
  candidates: readonly Candidate[],
): readonly Scored[] {
  const asked = readings.map(askedOf)
  return candidates.flatMap((candidate) => {
    let best: Scored | undefined
    for (const each of asked) {
      const score = scoreCandidate(each, candidate)
      if (score !== null && score.total > (best?.total ?? 0))
        best = { reading: each.reading, candidate, ...score }
    }
    return best === undefined ? [] : [best]
  })
}

/** Keeps the most similar streets if no street has exactly the requested name, whatever numbers they have. */
function withoutWorse(scored: readonly Scored[]): readonly Scored[] {
  const best = Math.max(0, ...scored.map(({ without_number }) => without_number))
  return scored.filter(({ without_number }) => without_number > best - MARGIN)
}

const rankedOf = ({ total, number, reading, candidate }: Scored): Ranked => ({
  level: number === null ? 'street' : candidate.kind,
  confidence: number === null ? Math.round((total / WITHOUT_NUMBER) * 60) : total,
  reading,
  candidate,
  number,
})

/** Best first; a point before a range; then in an order that does not depend on the order of the rows. */
function byWorth(a: Ranked, b: Ranked): number {
  return (
    b.confidence - a.confidence ||
    (a.level === b.level ? 0 : a.level === 'point' ? -1 : 1) ||
    a.candidate.release_id - b.candidate.release_id ||
    (a.candidate.tlid ?? 0) - (b.candidate.tlid ?? 0) ||
    (a.candidate.side ?? '').localeCompare(b.candidate.side ?? '') ||
    (a.candidate.low ?? 0) - (b.candidate.low ?? 0)
  )
}
