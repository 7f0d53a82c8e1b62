import type { AddressRow } from '../../schemas/address-rows/address-rows.ts'
import { type HouseNumber, houseNumberAt } from '../address/house-number.ts'
import { placeKeyOf } from '../address/place-name.ts'
import { readStreet, type StreetName } from '../address/street-name.ts'
import { readSegments } from '../address/words.ts'

/** The reason for which a row, or its numbers, cannot be used. */
export type RowFault = 'line' | 'street' | 'number' | 'position' | 'face' | 'place'

/** Values of one row in the order of the columns of its table; `fault` if a part of it was left out. */
export type TableRow = { readonly values: readonly unknown[]; readonly fault?: RowFault }

const LONGEST_KEY = 120
const ZIP = /^\d{5}$/u

export const rangeColumns = {
  zip5: 'text',
  place: 'text',
  street_key: 'text',
  predir: 'text',
  suffix: 'text',
  sufdir: 'text',
  prefix: 'text',
  low: 'int',
  high: 'int',
  parity: 'text',
  descends: 'boolean',
  side: 'text',
  tlid: 'bigint',
  tfid: 'bigint',
  line: 'text',
} as const
export const pointColumns = {
  zip5: 'text',
  place: 'text',
  street_key: 'text',
  predir: 'text',
  suffix: 'text',
  sufdir: 'text',
  prefix: 'text',
  number: 'int',
  number_suffix: 'text',
  x: 'int',
  y: 'int',
} as const
export const faceColumns = {
  tfid: 'bigint',
  place: 'text',
  upper: 'text',
  lower: 'text',
  congress: 'text',
  x: 'int',
  y: 'int',
} as const
export const placeColumns = { name: 'text', division_id: 'text' } as const

export function rangeRow(row: AddressRow['ranges']): TableRow | RowFault {
  const street = streetOf(row.street)
  if (street === undefined) return 'street'
  const { tlid, side, tfid, line } = row
  if (!isLine(line)) return 'position'
  if (!Number.isSafeInteger(tlid) || (side !== 'L' && side !== 'R') || !isId(tfid)) return 'line'
  const range = rangeOf(row.from, row.to)
  const parity = row.parity === 'E' || row.parity === 'O' || row.parity === 'B' ? row.parity : null
  const { prefix, low, high, descends } = range ?? noRange
  return {
    values: [
      ...[zipOf(row.zip5), placeOf(row.place), street.key, street.predir, street.suffix, street.sufdir],
      ...[prefix, low, high, parity, descends, side, tlid, tfid, `{${line.join(',')}}`],
    ],
    // The street is kept: it exists, whatever numbers it has.
    ...(range === undefined ? { fault: 'number' as const } : {}),
  }
}

export function pointRow(row: AddressRow['points']): TableRow | RowFault {
  const street = streetOf(row.street)
  if (street === undefined) return 'street'
  const number = numberOf(row.number)
  if (number === undefined) return 'number'
  if (!isLine([row.x, row.y])) return 'position'
  return {
    values: [
      ...[zipOf(row.zip5), placeOf(row.city), street.key, street.predir, street.suffix, street.sufdir],
      ...[number.prefix, number.value, number.suffix, row.x, row.y],
    ],
  }
}

export function faceRow({
  tfid,
  place,
  upper,
  lower,
  congress,
  x,
  y,
}: AddressRow['faces']): TableRow | RowFault {
  if (!Number.isSafeInteger(tfid)) return 'face'
  const hasPoint = x !== null && y !== null && isLine([x, y])
  return {
    values: [
      tfid,
      placeOf(place),
      codeOf(upper),
      codeOf(lower),
      codeOf(congress),
      hasPoint ? x : null,
      hasPoint ? y : null,
    ],
  }
}

export function placeRow({ name, division_id }: AddressRow['places']): TableRow | RowFault {
  const key = placeOf(name)
  return key === null || typeof division_id !== 'string' ? 'place' : { values: [key, division_id] }
}

function streetOf(text: unknown): StreetName | undefined {
  const street = typeof text === 'string' ? readStreet(readSegments(text).flat()) : undefined
  return street === undefined || street.key === '' || street.key.length > LONGEST_KEY ? undefined : street
}

const zipOf = (text: unknown): string | null => (typeof text === 'string' && ZIP.test(text) ? text : null)
const codeOf = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null)
const isId = (id: unknown): boolean => id === null || Number.isSafeInteger(id)

function placeOf(text: unknown): string | null {
  const key = typeof text === 'string' ? placeKeyOf(text) : ''
  return key === '' ? null : key.slice(0, LONGEST_KEY)
}

function numberOf(text: unknown): HouseNumber | undefined {
  if (typeof text !== 'string') return undefined
  const words = text.trim().toUpperCase().split(/\s+/u)
  const found = houseNumberAt(words, 0)
  return found?.words === words.length ? found.number : undefined
}

type Range = {
  readonly prefix: string
  readonly low: number | null
  readonly high: number | null
  readonly descends: boolean
}
const noRange: Range = { prefix: '', low: null, high: null, descends: false }

/** Undefined if the numbers cannot be read, or do not lie in one series. */
function rangeOf(from: string | null, to: string | null): Range | undefined {
  if (from === null && to === null) return noRange
  const [first, last] = [numberOf(from), numberOf(to)]
  if (first === undefined || last === undefined || first.prefix !== last.prefix) return undefined
  return {
    prefix: first.prefix,
    low: Math.min(first.value, last.value),
    high: Math.max(first.value, last.value),
    descends: first.value > last.value,
  }
}

const MOST = [180_000_000, 90_000_000] as const

function isLine(line: unknown): line is readonly number[] {
  return (
    Array.isArray(line) &&
    line.length >= 2 &&
    line.length % 2 === 0 &&
    line.every(
      (part: unknown, index) => Number.isInteger(part) && Math.abs(part as number) <= MOST[index % 2]!,
    )
  )
}
