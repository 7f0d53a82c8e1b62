import { toLocal } from '../../../dates/local-time.ts'
import type { LeftOut } from '../../mapping/left-out.ts'
import { type Fields, invalid } from '../../records/fields.ts'

/** LegiScan writes an id as a number in some places and as text in others. A missing id is 0. */
export function idOf(fields: Fields, name: string): string {
  const id = nullableId(fields, name)
  if (id === null) throw invalid(name, fields[name], 'an id')
  return id
}

export function nullableId(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return null
  const text = String(value).trim()
  if (!/^\d+$/u.test(text)) throw invalid(name, value, 'an id')
  return Number(text) === 0 ? null : text
}

/** A whole number that may be written as a text. */
export function numberOf(fields: Fields, name: string): number {
  const value = fields[name]
  const number = typeof value === 'string' && /^-?\d+$/u.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw invalid(name, value, 'a whole number')
  return number
}

/** Like `numberOf`, but null if the value is missing. */
export function nullableNumber(fields: Fields, name: string): number | null {
  const value = fields[name]
  return value === undefined || value === null || value === '' ? null : numberOf(fields, name)
}

/** `0` and `1`, as numbers or texts. */
export const flagOf = (fields: Fields, name: string): boolean => nullableNumber(fields, name) === 1

/** A day. null if it is missing (also written `0000-00-00`) or invalid. */
export function nullableDay(
  fields: Fields,
  name: string,
  { time_zone, left_out, list }: DayContext,
): string | null {
  const value = fields[name]
  if (value === undefined || value === null || value === '' || value === '0000-00-00') return null
  const place = list === undefined ? name : `${list}.${name}`
  return left_out.day(place, String(value), toLocal(String(value), time_zone))
}

export type DayContext = {
  readonly time_zone: string
  readonly left_out: LeftOut
  /** The list that contains the item with the day. */
  readonly list?: string
}

export function dayOf(fields: Fields, name: string, timeZone: string): string {
  const value = fields[name]
  const day = typeof value === 'string' ? toLocal(value, timeZone) : undefined
  if (day === undefined) throw invalid(name, value, 'a date')
  return day
}
