import { findJurisdiction } from '../schemas/jurisdictions.ts'
import type { Chamber } from '../schemas/vocabulary.ts'

/** What a measure needs to come to its end, by its kind and place. */
export type Measure = {
  readonly origin: Chamber
  readonly unicameral: boolean
  readonly chambers_needed: 1 | 2
  /** Goes to the executive and becomes law; else its end is `adopted`. */
  readonly needs_executive: boolean
  /** A signature on it is a courtesy: it is adopted, not enacted. */
  readonly never_law: boolean
}

/** Kinds that one chamber decides alone. */
const ONE_CHAMBER = new Set([
  'resolution',
  'memorial',
  'commemoration',
  'proclamation',
  'appointment',
  'nomination',
  'petition',
  'order',
  'motion',
  'study request',
])
/** Kinds that both chambers decide and that no executive has to sign. */
const BOTH_CHAMBERS = new Set([
  'concurrent resolution',
  'joint resolution',
  'concurrent memorial',
  'joint memorial',
  'constitutional amendment',
  'concurrent order',
  'concurrent study request',
  'bill of address',
])
/** Where a joint resolution is signed like a bill, unless it proposes a constitutional amendment. */
const SIGNED_JOINT_RESOLUTIONS = new Set(['us', 'de', 'ky', 'md'])

const PROPOSES_AMENDMENT =
  /propos\w* .*amend\w* .*constitution|constitutional amendment|amend\w* (?:to )?(?:the|article|section) .*constitution/iu

export function measureOf(bill: {
  readonly jurisdiction: string
  readonly chamber_of_origin: Chamber | string | null
  readonly classification: readonly string[]
  readonly title: string
}): Measure {
  const unicameral = findJurisdiction(bill.jurisdiction)?.chambers.length === 1
  const kinds = bill.classification
  const joint = kinds.includes('joint resolution')
  const like_a_bill =
    joint && SIGNED_JOINT_RESOLUTIONS.has(bill.jurisdiction) && !PROPOSES_AMENDMENT.test(bill.title)
  const two = kinds.some((kind) => BOTH_CHAMBERS.has(kind)) && !like_a_bill
  const one = kinds.some((kind) => ONE_CHAMBER.has(kind)) && !two && !like_a_bill
  return {
    origin: unicameral ? 'legislature' : bill.chamber_of_origin === 'upper' ? 'upper' : 'lower',
    unicameral,
    chambers_needed: unicameral || one ? 1 : 2,
    needs_executive: !one && !two,
    never_law: one || two,
  }
}
