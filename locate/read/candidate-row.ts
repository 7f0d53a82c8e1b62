import type { Candidate } from '../match/candidate.ts'
import type { FaceMethods } from './known.ts'

/** A district of the face on the side of a candidate, on one map. `code`: the face itself names it. */
export type FaceDistrict = {
  readonly map: string
  readonly tier: string
  readonly division_id: string
  readonly method: 'code' | 'point'
}

export type FoundCandidate = Candidate & { readonly faces: readonly FaceDistrict[] }

/** A side or a point as the statements give it, or only a street. */
export type Row = {
  readonly street_key: string
  readonly predir: string | null
  readonly suffix: string | null
  readonly sufdir: string | null
  /** Lines of tier, division and map. */
  readonly faces?: string | null
} & Partial<Omit<Candidate, 'street'>> &
  Pick<Candidate, 'state' | 'zip5' | 'place'>

export function candidateOf(row: Row, methods: FaceMethods): FoundCandidate {
  const { street_key: key, predir, suffix, sufdir, release_id = 0 } = row
  return {
    kind: row.kind ?? 'range',
    release_id,
    state: row.state,
    zip5: row.zip5,
    place: row.place,
    street: { predir, key, suffix, sufdir },
    prefix: row.prefix ?? '',
    low: row.low ?? null,
    high: row.high ?? null,
    number_suffix: row.number_suffix ?? '',
    parity: row.parity ?? null,
    descends: row.descends ?? false,
    side: row.side ?? null,
    tlid: row.tlid ?? null,
    tfid: row.tfid ?? null,
    line: row.line ?? [],
    faces: facesOf(row.faces ?? null, release_id, methods),
  }
}

/** A tier and a division have no spaces; the name of a map may have some. */
const FACE = /^(\S+) (\S+) (.*)$/u

function facesOf(lines: string | null, releaseId: number, methods: FaceMethods): FaceDistrict[] {
  if (lines === null) return []
  return lines.split('\n').flatMap((line) => {
    const [, tier, division_id, map] = FACE.exec(line) ?? []
    if (tier === undefined || division_id === undefined || map === undefined) return []
    const method = methods.of(releaseId, map, tier)
    return method === undefined ? [] : [{ map, tier, division_id, method }]
  })
}
