import { mintOcdId, upstreamKey } from '../../ingest/identity/identity-keys.ts'
import { Random } from '../draw/random.ts'
import { vocabulary } from '../profile/words.ts'
import type { Plan, PlannedPlace } from './plan.ts'

export type Member = {
  readonly given: string
  readonly family: string
  /** The name as roll calls print it. */
  readonly printed: string
  readonly chamber: string
  readonly district: string
  readonly ocd_id: string
}

const ROSTER = 0x7057
const LOWER_SHARE = 0.72
const MIN_MEMBERS = 15

/** The members of the chambers of a place: the same people in every session. */
export function rosterOf(plan: Plan, placeIndex: number): readonly Member[] {
  const place = plan.places[placeIndex]!
  const seats = Math.max(MIN_MEMBERS, place.numbers.people)
  const seen = new Map<string, number>()
  return Array.from({ length: seats }, (_, seat) => {
    const random = new Random(plan.seed, placeIndex * 4096 + seat, ROSTER)
    const given = random.pick(vocabulary.given)
    const family = random.pick(vocabulary.family)
    const { chamber, district } = seatOf(place, seat, seats)
    const name = `${chamber}|${family}`
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    const printed =
      before === 0 ? family : `${family}, ${given.slice(0, 1)}. ${before === 1 ? '' : before}`.trim()
    return { given, family, printed, chamber, district, ocd_id: `ocd-person/${random.uuid()}` }
  })
}

function seatOf({ jurisdiction }: PlannedPlace, seat: number, seats: number) {
  const lower = Math.ceil(seats * LOWER_SHARE)
  const [only, ...others] = jurisdiction.chambers
  if (others.length === 0) return { chamber: only!.chamber as string, district: String(seat + 1) }
  return seat < lower
    ? { chamber: 'lower', district: String(seat + 1) }
    : { chamber: 'upper', district: String(seat - lower + 1) }
}

export function committeeId(plan: Plan, index: number): string {
  return mintOcdId('committee', upstreamKey(`generated|${plan.seed}|${index}`))
}
