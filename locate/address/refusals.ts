import type { AddressRefusal } from './address.ts'
import { militaryStates } from './states.ts'
import type { Segment } from './words.ts'

const PO_BOX =
  /^(?:P ?O|POST OFFICE) ?(?:DRAWER|BOX|BX|#)|^(?:P O|PO|POBOX|POB) ?\d+$|^(?:BOX|CALLER|DRAWER|FIRM CALLER) # ?\d|^BOX \d+$|^POBOX/u
const RURAL =
  /^(?:(?:NORTH|SOUTH|EAST|WEST|[NSEW]) )?(?:R ?R|RFD|RURAL ROUTE|RURAL RT|R ?D|RT|RTE|ROUTE|H ?C|HCR|HIGHWAY CONTRACT|STAR ROUTE|S ?R)(?: ?#? ?\d+)?(?: R ?R \d+)? ?(?:BOX|BX)\b/u
const RURAL_ALONE = /^(?:R ?R|RFD|RURAL ROUTE|HC|HCR|HIGHWAY CONTRACT(?: ROUTE)?) ?#? ?\d+$/u
const MILITARY = /^(?:PSC|CMR|UNIT) \d+ (?:BOX|BX) \d+|^(?:APO|FPO|DPO)\b/u
const GENERAL = /^GENERAL DELIVERY/u

/** Finds the reason for which an address is not on a street. Null if there is no such reason. */
export function refusalOf(segments: readonly Segment[]): AddressRefusal | null {
  const texts = segments.map((words) => words.join(' '))
  const words = segments.flat()
  const isMilitary =
    texts.some((text) => MILITARY.test(text)) ||
    words.some((word, index) => /^(?:APO|FPO|DPO)$/u.test(word) && militaryStates.has(words[index + 1] ?? ''))
  if (isMilitary) return 'military'
  if (texts.some((text) => GENERAL.test(text))) return 'general_delivery'
  if (texts.some((text) => RURAL.test(text) || RURAL_ALONE.test(text))) return 'rural_route'
  if (texts.some((text) => PO_BOX.test(text)) && !texts.some((text) => /^\d+ \S/u.test(text))) return 'po_box'
  if (isIntersection(segments[0] ?? [])) return 'intersection'
  return null
}

function isIntersection(words: readonly string[]): boolean {
  const index = words.findIndex((word, at) => at > 0 && /^(?:&|@|AND|AT)$/u.test(word))
  if (words[0] === 'CORNER' || words.join(' ').startsWith('INTERSECTION OF')) return true
  if (index < 1 || index === words.length - 1) return false
  // `100 Bread & Butter Ln` is an address.
  return !/^\d+(?:-\d+)?$|^[NSEW]\d+[NSEW]\d+$/u.test(words[0]!)
}
