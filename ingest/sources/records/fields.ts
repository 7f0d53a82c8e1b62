import { LegislogError } from '../../../schemas/errors.ts'

/**
 * Fields of records that others wrote. The error of each reader names the wrong field and its value. In most
 * sources an empty string means that there is no value, so it becomes null if null is allowed.
 */
export type Fields = { readonly [name: string]: unknown }

const MAX_FIELD_BYTES = 1024 * 1024
const SHOWN_CHARACTERS = 80

export function invalid(field: string, value: unknown, wanted: string): LegislogError {
  const shown = value === undefined ? 'missing' : (JSON.stringify(value) ?? String(value))
  const cut = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown
  return new LegislogError('record_invalid', `${field} is ${cut.toWellFormed()}, not ${wanted}`)
}

export function asFields(value: unknown, field: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(field, value, 'an object')
  return value as Fields
}

/** Reads an optional object; empty if it is missing. */
export function fieldsOf(fields: Fields, name: string): Fields {
  const value = fields[name]
  return value === undefined || value === null ? {} : asFields(value, name)
}

function checked(value: string, field: string): string {
  // A character is at most three bytes of UTF-8: so only long texts are measured.
  if (value.length > MAX_FIELD_BYTES / 3 && Buffer.byteLength(value) > MAX_FIELD_BYTES) {
    throw new LegislogError(
      'record_too_large',
      `${field} has ${Buffer.byteLength(value)} bytes, over ${MAX_FIELD_BYTES}`,
    )
  }
  return value
}

/** Reads a required text that is not empty. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value.trim() === '') throw invalid(name, value, 'a text')
  return checked(value, name)
}

/** Reads a text that may be empty or missing; missing becomes empty. */
export function looseText(fields: Fields, name: string): string {
  const value = fields[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw invalid(name, value, 'a text')
  return checked(value, name)
}

export function nullableText(fields: Fields, name: string): string | null {
  const text = looseText(fields, name)
  return text.trim() === '' ? null : text
}

export function integerOf(fields: Fields, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalid(name, value, 'a whole number')
  return value
}

/** Reads a list of objects; empty if it is missing. */
export function listOf(fields: Fields, name: string): readonly Fields[] {
  const list = valuesOf(fields, name)
  for (let index = 0; index < list.length; index++) asFields(list[index], `${name}[${index}]`)
  return list as readonly Fields[]
}

export function textsOf(fields: Fields, name: string): readonly string[] {
  return valuesOf(fields, name).map((value, index) => {
    if (typeof value !== 'string') throw invalid(`${name}[${index}]`, value, 'a text')
    return checked(value, `${name}[${index}]`)
  })
}

function valuesOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid(name, value, 'a list')
  return value
}

/** Runs `read` on each item, so that an error names the item: `actions[3].date`. */
export function mapList<T>(fields: Fields, name: string, read: (item: Fields) => T): T[] {
  return listOf(fields, name).map((item, index) => {
    try {
      return read(item)
    } catch (error) {
      if (error instanceof LegislogError) {
        throw new LegislogError(error.code, `${name}[${index}].${error.message}`, { cause: error })
      }
      throw error
    }
  })
}
