import { findJurisdiction } from '../schemas/jurisdictions.ts'
import { invalidParameter, problem } from './problem.ts'

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+\- ]\d\d:?\d\d)?)?$/

/**
 * A time as callers write it, in UTC with microseconds: RFC 3339 with `Z` or an offset, a space for the `+` that a
 * query string lost, a date alone for its first moment in UTC. Undefined for anything else.
 */
export function parseInstant(text: string): string | undefined {
  const match = INSTANT.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : normaliseOffset(zone)
  const ms = Date.parse(`${local}${offset}`)
  // Date.parse takes 30 February for 2 March: the parts must come back as they were given.
  if (Number.isNaN(ms) || Date.parse(`${local}Z`) !== dateOf(local)) return undefined
  const utc = new Date(ms).toISOString()
  // An offset may lead out of the years that have four digits, and no store knows a year 0.
  if (Number(year) < 1 || !/^\d{4}-/.test(utc) || utc.startsWith('0000')) return undefined
  return `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
}

function normaliseOffset(zone: string): string {
  const digits = zone.slice(1).replace(':', '')
  return `${zone[0] === '-' ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

function dateOf(local: string): number {
  const ms = Date.parse(`${local}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(local) ? ms : Number.NaN
}

export function instantParameter(name: string, text: string): string {
  const instant = parseInstant(text)
  if (instant !== undefined) return instant
  throw invalidParameter(
    name,
    `${name} is ${JSON.stringify(text)}; it must be a time such as 2026-01-31T08:00:00Z or a date such as 2026-01-31.`,
  )
}

/** The division id of a jurisdiction named by postal code, name, division id or jurisdiction id. */
export function jurisdictionParameter(text: string, name = 'jurisdiction'): string {
  const found = findJurisdiction(text)
  if (found !== undefined) return found.division_id
  throw invalidParameter(
    name,
    `${name} is ${JSON.stringify(text)}, which is no jurisdiction that is known here.`,
  )
}

/** What a path names: our integer, or an ocd_id. */
export type EntityId = { readonly id: number } | { readonly ocd_id: string }

const OCD_ID = /^ocd-[a-z]+\/[\w.~:/-]{1,200}$/

export function idParameter(text: string): EntityId {
  if (/^\d+$/.test(text)) {
    const id = Number(text)
    if (id >= 1 && Number.isSafeInteger(id)) return { id }
  } else if (OCD_ID.test(text)) {
    return { ocd_id: text }
  }
  throw problem(400, 'invalid_id', `${JSON.stringify(text)} is neither a whole number nor an ocd_id.`)
}

/** A parameter given twice, or with a character that no text can hold, is refused before anything is read. */
export function checkQuery(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) {
      const detail = `${name} was given ${value.length} times.`
      throw problem(400, 'repeated_parameter', detail, { errors: [{ parameter: name, detail }] })
    }
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw invalidParameter(name, `${name} holds a character that no text may hold.`)
    }
  }
}
