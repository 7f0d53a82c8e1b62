import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../../schemas/vocabulary/vocabulary.ts'

export type Body = { readonly chamber: Chamber | null; readonly organization: string | null }

const lower = new Set(['h', 'a', 'c', 'house', 'assembly', 'house of representatives', 'house of delegates'])

/**
 * Gives a chamber by its letter (JSON) or its name (CSV). Any other body is an organization, such as the
 * joint conference (`J`). A place with one chamber calls it House, Senate, Legislature or Council.
 */
export function bodyOf(word: string, { chambers }: JurisdictionEntry): Body {
  const name = word.trim().toLowerCase()
  if (name === '') return { chamber: null, organization: null }
  if (name === 'j' || name.startsWith('joint')) return { chamber: null, organization: 'Joint' }
  if (chambers.length === 1) return { chamber: chambers[0]!.chamber, organization: null }
  if (name === 's' || name === 'senate') return { chamber: 'upper', organization: null }
  if (lower.has(name)) return { chamber: 'lower', organization: null }
  return { chamber: null, organization: word.trim() }
}

/** Role: 1 in the lower chamber, 2 in the upper, 3 in a joint conference. */
export function chamberOfRole(roleId: number | null, { chambers }: JurisdictionEntry): Chamber | null {
  if (roleId !== 1 && roleId !== 2) return null
  if (chambers.length === 1) return chambers[0]!.chamber
  return roleId === 1 ? 'lower' : 'upper'
}

/** `HD-049`, `SD-026`, `HD-CA-12`: the part that other sources print, `49`, `26`, `CA-12`. */
export function districtOf(printed: string): string | null {
  const district = printed
    .trim()
    .replace(/^[A-Z]{1,2}D-/u, '')
    .replace(/^0+(?=\d)/u, '')
  return district === '' ? null : district
}
