import type { AddressReading } from '../../../locate/address/address.ts'
import { houseNumberAt } from '../../../locate/address/house-number.ts'
import { parseAddress } from '../../../locate/address/parse-address.ts'
import { placeKeyOf } from '../../../locate/address/place-name.ts'
import { readStreet } from '../../../locate/address/street-name.ts'
import { readSegments } from '../../../locate/address/words.ts'
import type { Candidate } from '../../../locate/match/candidate.ts'

export type CandidateParts = {
  readonly street: string
  /** First and last number in the direction of the line; null if the side has no range. */
  readonly numbers?: readonly [string, string] | null
  readonly side?: 'L' | 'R'
  readonly zip5?: string | null
  readonly place?: string | null
  readonly state?: string
  readonly tlid?: number
  readonly parity?: 'E' | 'O' | 'B' | null
  readonly line?: readonly number[]
}

/** A side of a segment in Reno, Nevada, unless it says otherwise. */
export function side(parts: CandidateParts): Candidate {
  const [from, to] = (parts.numbers === undefined ? ['100', '198'] : (parts.numbers ?? [])).map(
    (text) => houseNumberAt([text], 0)!.number,
  )
  return {
    kind: 'range',
    release_id: 1,
    state: parts.state ?? 'nv',
    zip5: parts.zip5 === undefined ? '89501' : parts.zip5,
    place: parts.place === undefined ? 'RENO' : parts.place && placeKeyOf(parts.place),
    street: readStreet(readSegments(parts.street).flat())!,
    prefix: from?.prefix ?? '',
    low: from === undefined ? null : Math.min(from.value, to!.value),
    high: from === undefined ? null : Math.max(from.value, to!.value),
    number_suffix: '',
    parity: parts.parity === undefined ? 'E' : parts.parity,
    descends: from !== undefined && from.value > to!.value,
    side: parts.side ?? 'R',
    tlid: parts.tlid ?? 1,
    tfid: null,
    line: parts.line ?? [0, 0, 10_000, 0],
  }
}

/** The point of one address. */
export function point(number: string, parts: Omit<CandidateParts, 'numbers'>): Candidate {
  const read = houseNumberAt(number.split(' '), 0)!.number
  const { prefix, value, suffix } = read
  const base = side({ ...parts, numbers: null, line: parts.line ?? [5, 5] })
  return {
    ...base,
    kind: 'point',
    prefix,
    low: value,
    high: value,
    number_suffix: suffix,
    parity: null,
    side: null,
    tlid: null,
  }
}

export const readingsOf = (text: string): readonly AddressReading[] => parseAddress(text).readings
