import { parseInstant } from '../../schemas/http/instant.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { invalidParameter, problem } from '../http/problem.ts'
import { shownValue } from './accepted-values.ts'

export function instantParameter(name: string, text: string): string {
  const instant = parseInstant(text)
  if (instant !== undefined) return instant
  throw invalidParameter(
    name,
    `${name} is ${shownValue(text)}; it must be a time such as 2026-01-31T08:00:00Z or a date such as 2026-01-31.`,
  )
}

/**
 * Gives the division id of a jurisdiction that is named by postal code, name, division id or jurisdiction id.
 */
export function jurisdictionParameter(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const found = findJurisdiction(text)
  if (found !== undefined) return found.division_id
  throw invalidParameter(
    'jurisdiction',
    `jurisdiction is ${shownValue(text)}, which is no jurisdiction that is known here.`,
  )
}

/** The id in a path: an integer, or an ocd_id. */
export type EntityId = { readonly id: number } | { readonly ocd_id: string }

const OCD_ID = /^ocd-[a-z-]+\/[\w.~:/-]{1,200}$/

/**
 * Parses the id in a path or in a parameter that names another entity. The case of an ocd_id does not matter.
 */
export function parseId(text: string): EntityId | undefined {
  if (/^\d+$/.test(text)) {
    const id = Number(text)
    return id >= 1 && Number.isSafeInteger(id) ? { id } : undefined
  }
  const ocdId = text.toLowerCase()
  return OCD_ID.test(ocdId) ? { ocd_id: ocdId } : undefined
}

export function idParameter(text: string): EntityId {
  const id = parseId(text)
  if (id !== undefined) return id
  throw problem(400, 'invalid_id', `id is ${shownValue(text)}; it must be a whole number or an ocd_id.`)
}

/** An entity that is named by a parameter of the query. */
export function entityParameter(name: string, text: string | undefined): EntityId | undefined {
  if (text === undefined) return undefined
  const id = parseId(text)
  if (id !== undefined) return id
  throw invalidParameter(name, `${name} is ${shownValue(text)}; it must be a whole number or an ocd_id.`)
}

/**
 * Refuses a parameter that is given twice, or that has a character that the database cannot store. A refusal shows no
 * other names than the `known` ones.
 */
export function checkQuery(query: Readonly<Record<string, unknown>>, known?: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(query)) {
    // The validation refuses it, without its name.
    if (known !== undefined && !known.has(name)) continue
    if (Array.isArray(value)) {
      const detail = `${name} was given ${value.length} times.`
      throw problem(400, 'repeated_parameter', detail, { errors: [{ parameter: name, detail }] })
    }
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw invalidParameter(name, `${name} contains a character that is not allowed.`)
    }
  }
}
