import { mayOverlap } from '../divisions/chambers.ts'
import type { MapPeriod } from '../divisions/maps.ts'
import { type Position, positionOf, positionsOf } from '../match/interpolate.ts'
import type { Ranked } from '../match/rank.ts'
import type { FaceDistrict, FoundCandidate } from '../read/candidate-row.ts'
import type { Covering } from '../read/containing.ts'

export type Periods = ReadonlyMap<string, MapPeriod>

/** A candidate, its possible positions, and the districts of its face. */
export type Placed = {
  readonly ranked: Ranked
  /** Its own position first. */
  readonly positions: readonly Position[]
  readonly faces: readonly FaceDistrict[]
}

/** If the face itself names the districts of all these maps, the position does not decide. */
export function place(ranked: Ranked, relevant: readonly MapPeriod[]): Placed {
  const candidate = ranked.candidate as FoundCandidate
  // A face has the code of one district only, so that codes would hide districts that lie over others.
  const faces = candidate.faces.filter(
    ({ tier, method }) => method === 'point' || !mayOverlap(candidate.state, tier),
  )
  const isExact = relevant.every(({ map, tier }) =>
    faces.some((face) => isOf(face, map, tier) && face.method === 'code'),
  )
  const value = ranked.number?.value ?? null
  return {
    ranked,
    positions: isExact ? [positionOf(ranked.candidate, value)] : positionsOf(ranked.candidate, value),
    faces,
  }
}

/**
 * The other side of a street of which only the name was found: the number may be there, even if that side lies in
 * another place or state and is no candidate.
 */
export function placeAcross({ level, candidate, ...ranked }: Ranked): readonly Placed[] {
  if (level !== 'street' || candidate.side === null) return []
  const across = { ...candidate, side: candidate.side === 'L' ? 'R' : 'L' } as const
  return [
    { ranked: { ...ranked, level, candidate: across }, positions: positionsOf(across, null), faces: [] },
  ]
}

const isOf = (face: FaceDistrict, map: string, tier: string) => face.map === map && face.tier === tier

/**
 * Lists what must agree for a candidate to lie in one district: the divisions that cover each of its positions. Districts
 * that its face names replace those of the shapes. If only one inner point of the face was tested, its districts must agree
 * too.
 */
export function entriesOf(
  { faces }: Pick<Placed, 'faces'>,
  containing: readonly (readonly Covering[])[],
  maps: readonly MapPeriod[],
  state: string,
): readonly (readonly Covering[])[] {
  const [named, tested] = (['code', 'point'] as const).map((method) =>
    faces.filter((face) => face.method === method),
  )
  const entries = containing.map((each) => withFaces(each, named!, maps, state))
  return tested!.length === 0 ? entries : [...entries, withFaces(entries[0]!, tested!, maps, state)]
}

function withFaces(
  containing: readonly Covering[],
  faces: readonly FaceDistrict[],
  maps: readonly MapPeriod[],
  state: string,
): readonly Covering[] {
  const others = containing.filter(({ map, tier }) => !faces.some((face) => isOf(face, map, tier)))
  const named = faces.flatMap(({ map, tier, division_id }) => {
    const period = maps.find((one) => one.map === map && one.tier === tier)
    if (period === undefined) return []
    const { valid_from, valid_to, is_simplified } = period
    const exact = { by: 'face', distance_m: null, is_on_line: false } as const
    return [{ state, division_id, tier, map, valid_from, valid_to, is_simplified, ...exact }]
  })
  return [...others, ...named]
}
