import type { Candidate } from './candidate.ts'
import { METERS_A_DEGREE } from './distance.ts'

/** Degrees, WGS 84. */
export type Position = { readonly longitude: number; readonly latitude: number }

const MILLIONTHS = 1_000_000
/** Houses stand beside the line: far enough to be on their side of a border along the street, near enough to be in their block. */
const OFFSET_M = 8

/** The distance of the outermost houses from the ends, as a share of the line. */
const END = 0.1

/**
 * The position of a number on its side of the segment: as far along the line as the number lies in its range. The ends
 * are left out by a tenth, since houses do not stand on corners.
 */
export function positionOf(candidate: Candidate, value: number | null): Position {
  const { line } = candidate
  if (candidate.kind === 'point' || line.length < 4) return toPosition(line[0]!, line[1]!)
  return alongLine(line, shareOf(candidate, value), candidate.side)
}

/**
 * Positions that must all lie in one district for the number to do so: its own, and both ends of its side, since nobody
 * knows where along the segment its house stands.
 */
export function positionsOf(candidate: Candidate, value: number | null): readonly Position[] {
  const own = positionOf(candidate, value)
  if (candidate.kind === 'point' || candidate.line.length < 4) return [own]
  return [own, ...[END, 1 - END].map((share) => alongLine(candidate.line, share, candidate.side))]
}

function shareOf({ low, high, descends }: Candidate, value: number | null): number {
  if (value === null || low === null || high === null || low === high) return 0.5
  const share = (value - low) / (high - low)
  return END + (1 - 2 * END) * (descends ? 1 - share : share)
}

function alongLine(line: readonly number[], share: number, side: 'L' | 'R' | null): Position {
  // Longitudes shrink towards the poles: lengths and right angles need both axes in one unit.
  const shrink = Math.cos(((line[1]! / MILLIONTHS) * Math.PI) / 180)
  const lengths: number[] = []
  for (let index = 2; index < line.length; index += 2) {
    lengths.push(Math.hypot((line[index]! - line[index - 2]!) * shrink, line[index + 1]! - line[index - 1]!))
  }
  let left = share * lengths.reduce((sum, length) => sum + length, 0)
  let piece = 0
  while (piece < lengths.length - 1 && left > lengths[piece]!) {
    left -= lengths[piece]!
    piece += 1
  }
  const [x1, y1, x2, y2] = line.slice(2 * piece, 2 * piece + 4) as [number, number, number, number]
  const length = lengths[piece]!
  const part = length === 0 ? 0 : left / length
  const offset = side === null || length === 0 ? 0 : ((OFFSET_M / METERS_A_DEGREE) * MILLIONTHS) / length
  const sign = side === 'L' ? 1 : -1
  // To the left of the direction of the line: its direction turned by a right angle.
  const x = x1 + part * (x2 - x1) - (sign * offset * (y2 - y1)) / shrink
  const y = y1 + part * (y2 - y1) + sign * offset * (x2 - x1) * shrink
  return toPosition(x, y)
}

const toPosition = (x: number, y: number): Position => ({
  longitude: x / MILLIONTHS,
  latitude: y / MILLIONTHS,
})
