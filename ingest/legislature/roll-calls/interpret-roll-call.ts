import type { RollCall } from '../../../schemas/event-bodies/vote.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { motionClasses, outcomeOf } from '../status/motions.ts'
import { seatsOf } from './chamber-seats.ts'

/**
 * Places whose scrapers give roll calls to the wrong chamber. Each roll call there lists every member of its
 * chamber.
 */
const CHAMBER_BY_SIZE: ReadonlySet<string> = new Set(['ky'])
/** A presiding officer without a seat in the chamber may vote in a tie. */
const PRESIDING = 1

/**
 * Corrects a roll call by its words and its number of voters. Scrapers compute the result as "more yes than
 * no", call every motion a passage, and put committees or chambers in the wrong place. `extras` keeps the
 * values that the source reported: `reported_result`, `reported_chamber`, `reported_motion_classification`. A
 * roll call with more voters than the chamber has seats gets `voters_exceed_seats`. One whose words give
 * other counts gets `printed_counts`. Counts and voters do not change.
 */
export function interpretRollCall(vote: RollCall): RollCall {
  const place = findJurisdiction(vote.jurisdiction)?.abbreviation ?? ''
  const chamber = chamberOf(vote, place)
  const result = resultOf(vote, place)
  const motionClassification = motionClasses(vote.motion_classification, vote.motion_text, place)
  const seats = vote.organization === null ? seatsOf(place, chamber) : null
  const extras: Record<string, unknown> = { ...vote.extras }
  if (result !== vote.result) extras.reported_result = vote.result
  if (chamber !== vote.chamber) extras.reported_chamber = vote.chamber
  if (vote.motion_classification.some((word) => !motionClassification.includes(word)))
    extras.reported_motion_classification = vote.motion_classification
  const printed = printedCounts(vote)
  if (printed !== null) extras.printed_counts = printed
  const requirement = vote.requirement ?? requirementOf(vote.motion_text)
  if (seats !== null && vote.votes.length > seats + PRESIDING)
    extras.voters_exceed_seats = { voters: vote.votes.length, seats }
  const needed = requirement === null ? {} : { requirement }
  return { ...vote, chamber, result, motion_classification: motionClassification, ...needed, extras }
}

function chamberOf({ chamber, organization, votes }: RollCall, place: string): string | null {
  const upper = seatsOf(place, 'upper')
  const lower = seatsOf(place, 'lower')
  if (organization !== null || upper === null || lower === null || votes.length === 0) return chamber
  if (chamber === 'upper' && votes.length > 2 * upper && votes.length <= lower + PRESIDING) return 'lower'
  if (!CHAMBER_BY_SIZE.has(place)) return chamber
  // Each chamber prints all its members, so the chamber with the nearer size is right.
  return Math.abs(votes.length - upper) < Math.abs(votes.length - lower) ? 'upper' : 'lower'
}

/**
 * Gives the counts in the words if they differ from the source's counts: Michigan's tables are cut off at the
 * end of a page.
 */
function printedCounts({
  motion_text,
  counts,
}: RollCall): { readonly yes: number; readonly no: number } | null {
  const match = /\byeas? ?=? ?(\d+),? nays? ?=? ?(\d+)/iu.exec(motion_text)
  if (match === null) return null
  const [yes, no] = [Number(match[1]), Number(match[2])]
  const reported = (option: string): number | undefined => counts.find((one) => one.option === option)?.value
  return reported('yes') === yes && reported('no') === no ? null : { yes, no }
}

/** The share of votes that a motion needs, as printed: `2/3`. Delaware prints nothing else; `SM` there is a simple majority. */
function requirementOf(text: string): string | null {
  if (text === 'SM') return '1/2'
  return /(?:^|[\s(])([1-4]\/[2-5])(?=$|\)|\s(?:vote|required|majority)\b|'?s\b)/iu.exec(text)?.[1] ?? null
}

/** `unknown` if the source computed a failure from zero votes against zero. */
function resultOf({ result, motion_text, counts, votes }: RollCall, place: string): string {
  if (result !== 'pass' && result !== 'fail' && result !== '') return result
  const reported = outcomeOf(motion_text, place)
  if (reported !== null) return reported
  const isComputed = result === 'fail' && votes.length === 0 && counts.every(({ value }) => value === 0)
  return isComputed || result === '' ? 'unknown' : result
}
