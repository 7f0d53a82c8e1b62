import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'

/** The approvals that a measure needs, by its kind and place. */
export type Measure = {
  readonly origin: Chamber
  readonly unicameral: boolean
  readonly chambers_needed: 1 | 2
  /** Goes to the executive and becomes law; otherwise it ends as `adopted`. */
  readonly needs_executive: boolean
  /** A signature on it is a courtesy: it is adopted, not enacted. */
  readonly never_law: boolean
  readonly kinds: readonly string[]
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
const CONGRESS_KINDS: Readonly<Record<string, string>> = {
  HR: 'bill',
  S: 'bill',
  HJRES: 'joint resolution',
  SJRES: 'joint resolution',
  HCONRES: 'concurrent resolution',
  SCONRES: 'concurrent resolution',
  HRES: 'resolution',
  SRES: 'resolution',
}
/** Resolutions that scrapers call bills, by the letters of their numbers: `ACR5`, `SJR 3`, `AR1`. */
const RESOLUTION_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/^[AHS]JR$/u, 'joint resolution'],
  [/^[AHS]CR$/u, 'concurrent resolution'],
  [/^[AHS]R$/u, 'resolution'],
]

/** Open States calls all resolutions of Congress `resolution`, and those of Nevada `bill`. */
function kindsOf(jurisdiction: string, identifier: string, reported: readonly string[]): readonly string[] {
  const letters = identifier.replace(/[^A-Za-z].*$/u, '').toUpperCase()
  if (jurisdiction === 'us') {
    const kind = CONGRESS_KINDS[letters]
    return kind === undefined ? reported : [kind]
  }
  if (reported.length !== 1 || reported[0] !== 'bill') return reported
  const kind = RESOLUTION_LETTERS.find(([pattern]) => pattern.test(letters))?.[1]
  return kind === undefined ? reported : [kind]
}

/** Places that sign a joint resolution like a bill, unless it proposes a constitutional amendment. */
const SIGNED_JOINT_RESOLUTIONS = new Set(['us', 'de', 'ky', 'md'])

const PROPOSES_AMENDMENT =
  /propos\w* .*amend\w* .*constitution|constitutional amendment|amend\w* (?:to )?(?:the|article|section) .*constitution/iu

/** Acts of Delaware that two General Assemblies agree to, and that no governor signs. */
const AMENDS_DELAWARE = /^an act (?:proposing an|concurring in a proposed) amendment to .*constitution/iu

export function measureOf(bill: {
  readonly jurisdiction: string
  readonly chamber_of_origin: Chamber | string | null
  readonly classification: readonly string[]
  readonly title: string
  readonly identifier?: string
}): Measure {
  const unicameral = findJurisdiction(bill.jurisdiction)?.chambers.length === 1
  const kinds = kindsOf(bill.jurisdiction, bill.identifier ?? '', bill.classification)
  const joint = kinds.includes('joint resolution')
  const likeABill =
    joint && SIGNED_JOINT_RESOLUTIONS.has(bill.jurisdiction) && !PROPOSES_AMENDMENT.test(bill.title)
  const two =
    (kinds.some((kind) => BOTH_CHAMBERS.has(kind)) && !likeABill) ||
    (bill.jurisdiction === 'de' && AMENDS_DELAWARE.test(bill.title))
  const one = kinds.some((kind) => ONE_CHAMBER.has(kind)) && !two && !likeABill
  return {
    origin: unicameral ? 'legislature' : bill.chamber_of_origin === 'upper' ? 'upper' : 'lower',
    unicameral,
    chambers_needed: unicameral || one ? 1 : 2,
    needs_executive: !one && !two,
    never_law: one || two,
    kinds,
  }
}
