import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'

/**
 * Seats of each chamber by postal code. A one-chamber legislature has one number; Congress includes its
 * delegates.
 */
const seats: Readonly<
  Record<string, readonly [upper: number, lower: number] | readonly [legislature: number]>
> = {
  us: [100, 441],
  al: [35, 105],
  ak: [20, 40],
  az: [30, 60],
  ar: [35, 100],
  ca: [40, 80],
  co: [35, 65],
  ct: [36, 151],
  de: [21, 41],
  fl: [40, 120],
  ga: [56, 180],
  hi: [25, 51],
  id: [35, 70],
  il: [59, 118],
  in: [50, 100],
  ia: [50, 100],
  ks: [40, 125],
  ky: [38, 100],
  la: [39, 105],
  me: [35, 151],
  md: [47, 141],
  ma: [40, 160],
  mi: [38, 110],
  mn: [67, 134],
  ms: [52, 122],
  mo: [34, 163],
  mt: [50, 100],
  nv: [21, 42],
  nh: [24, 400],
  nj: [40, 80],
  nm: [42, 70],
  ny: [63, 150],
  nc: [50, 120],
  nd: [47, 94],
  oh: [33, 99],
  ok: [48, 101],
  or: [30, 60],
  pa: [50, 203],
  ri: [38, 75],
  sc: [46, 124],
  sd: [35, 70],
  tn: [33, 99],
  tx: [31, 150],
  ut: [29, 75],
  vt: [30, 150],
  va: [40, 100],
  wa: [49, 98],
  wv: [34, 100],
  wi: [33, 99],
  wy: [31, 62],
  mp: [9, 20],
  ne: [49],
  dc: [13],
  gu: [15],
}

/** null if they are not known. */
export function seatsOf(place: string, chamber: Chamber | string | null): number | null {
  const ofPlace = seats[place]
  if (ofPlace === undefined) return null
  if (ofPlace.length === 1) return chamber === 'legislature' ? ofPlace[0] : null
  return chamber === 'upper' ? ofPlace[0] : chamber === 'lower' ? ofPlace[1] : null
}
