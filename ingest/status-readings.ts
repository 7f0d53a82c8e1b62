import type { Chamber, StatusDetail } from '../schemas/vocabulary.ts'

type StepFields = {
  filed: object
  introduced: object
  referred: object
  reported: object
  amended: { readonly chamber: Chamber | null }
  passed: { readonly chamber: Chamber | null; readonly amended: boolean }
  /** `amended`: agreed to the other chamber's text with changes of its own. */
  concurred: { readonly chamber: Chamber | null; readonly amended: boolean }
  reconsidered: { readonly chamber: Chamber | null }
  conference_agreed: { readonly chamber: Chamber | null }
  agreed_by_both: object
  adopted: object
  presented: object
  recalled: object
  vetoed: { readonly detail: StatusDetail | null }
  override_passed: { readonly chamber: Chamber | null; readonly final: boolean }
  override_failed: object
  enacted: { readonly detail: StatusDetail | null }
  failed: object
  withdrawn: object
  replaced: object
  carried_over: object
}
export type StepKind = keyof StepFields
export type StepOf<K extends StepKind> = { readonly kind: K } & StepFields[K]

/** What an action means for the way of its bill. Sources' classes say it roughly; the words of some must be read. */
export type Step = { [K in StepKind]: StepOf<K> }[StepKind]

/** Actions whose classes alone would mislead; the first rule that fits decides the class's step, `undefined` for none. */
export type Reading = {
  readonly of: readonly string[]
  readonly in?: readonly string[]
  readonly words: RegExp
  readonly step: Step | undefined
}
export const readings: readonly Reading[] = [
  // New Hampshire: a motion "inexpedient to legislate" that carries (MA) kills the bill, one that fails (MF) does not.
  { of: ['failure'], in: ['nh'], words: /inexpedient to legislate.*\bMF\b/iu, step: undefined },
  { of: ['failure'], in: ['nh'], words: /inexpedient to legislate/iu, step: { kind: 'failed' } },
  { of: ['passage'], in: ['nh'], words: /\bMF\b/u, step: undefined },
  { of: ['passage'], in: ['nh'], words: /refer to finance/iu, step: { kind: 'reported' } },
  { of: ['executive-signature'], in: ['nh'], words: /not signed off/iu, step: undefined },
  // Arizona: "W/D" is a committee giving the bill back.
  { of: ['withdrawal'], in: ['az'], words: /^W\/D/u, step: undefined },
  // District of Columbia: the Mayor's signature makes an act; Congress reviews it before it is law, unless it expires by itself.
  { of: ['became-law'], in: ['dc'], words: /^transmitted to congress/iu, step: { kind: 'presented' } },
  { of: ['became-law'], in: ['dc'], words: /resolution number/iu, step: { kind: 'adopted' } },
  {
    of: ['executive-signature', 'became-law'],
    in: ['dc'],
    words: /\bact number\b(?!.*\bexpires\b)/iu,
    step: { kind: 'presented' },
  },
  {
    of: ['reading-3'],
    in: ['dc'],
    words: /^final reading/iu,
    step: { kind: 'passed', chamber: null, amended: false },
  },
  // Virginia: the Governor's recommendations are neither signature nor veto.
  {
    of: ['executive-signature', 'executive-veto-line-item'],
    in: ['va'],
    words: /governor's recommendation/iu,
    step: undefined,
  },
  { of: ['became-law'], in: ['nc'], words: /^ch\. res/iu, step: { kind: 'adopted' } },

  {
    of: ['passage'],
    words: /passed over|retained in the orders|committee of the whole|\bbe passed\b|bill text as passed/iu,
    step: undefined,
  },
  { of: ['passage'], words: /messaged to (?:the )?(?:house|senate)/iu, step: undefined },
  { of: ['passage'], words: /delivered to the governor/iu, step: { kind: 'presented' } },
  {
    of: ['passage'],
    words: /passed by (?:the )?(?:senate and house|house and senate)/iu,
    step: { kind: 'agreed_by_both' },
  },
  { of: ['passage'], words: /^(?!.*\b(?:passed|adopted)\b).*\bsigned\b/iu, step: { kind: 'agreed_by_both' } },

  { of: ['failure'], words: /suspend the rules and (?:pass|agree)/iu, step: { kind: 'failed' } },
  { of: ['failure'], words: /notwithstanding|\bveto|overrid/iu, step: { kind: 'override_failed' } },
  {
    of: ['failure'],
    words:
      /\bams?\b|amendment|recede|concur|rescind|withdraw|waive|adjourn|section|effective date|return to second|\bmotion|out of order|substitute adoption|reconsider|\btable\b/iu,
    step: undefined,
  },
  // A committee that reports a bill unfavourably has not killed it.
  { of: ['committee-failure'], words: /committee report/iu, step: { kind: 'reported' } },
  { of: ['committee-passage'], words: /renumbered as [A-Z]+ ?\d/iu, step: { kind: 'replaced' } },
  { of: ['withdrawal'], words: /supersed/iu, step: { kind: 'replaced' } },
  {
    of: ['withdrawal'],
    words: /amend|motion|point of order|from (?:the )?committee|sponsor(?:ship)? withdrawn/iu,
    step: undefined,
  },
  {
    of: ['executive-signature', 'became-law'],
    words: /line.?item|item veto/iu,
    step: { kind: 'enacted', detail: 'line_item_veto' },
  },
  {
    of: ['executive-signature', 'became-law'],
    words: /without|unsigned/iu,
    step: { kind: 'enacted', detail: 'without_signature' },
  },
  { of: ['executive-veto'], words: /pocket/iu, step: { kind: 'vetoed', detail: 'pocket_veto' } },
  { of: ['executive-veto'], words: /line.?item/iu, step: { kind: 'enacted', detail: 'line_item_veto' } },
  { of: ['executive-veto'], words: /sustain|overrid/iu, step: undefined },
  { of: ['veto-override-passage', 'veto-override-failure'], words: /line.?item/iu, step: undefined },
]

/** Sentences that sources leave unclassified though they move a bill. */
export const unclassified: readonly {
  readonly words: RegExp
  readonly step: (chamber: Chamber | null) => Step
}[] = [
  { words: /^(?:passed|adopted) both houses/iu, step: () => ({ kind: 'agreed_by_both' }) },
  {
    words: /^(?:adopted|passed) (?:in concurrence|pursuant to|per)\b/iu,
    step: (chamber) => ({ kind: 'passed', chamber, amended: false }),
  },
  {
    words:
      /^(?!.*(?:\bnot\b|fail|reject|motion|withdrawn|recommend|report)).*(?:(?:amendments?|substitute)\b.*\badopted|passed with amendments)/iu,
    step: (chamber) => ({ kind: 'amended', chamber }),
  },
  {
    words:
      /^vote on (?:passage|adoption|third reading|final passage|bill) (?:will be )?reconsidered|^vote reconsidered - restored|^reconsidered (?:3rd|third) reading/iu,
    step: (chamber) => ({ kind: 'reconsidered', chamber }),
  },
  {
    words: /^returned by (?:the )?governor without/iu,
    step: () => ({ kind: 'vetoed', detail: null }),
  },
  {
    words: /(?:will become|becomes|became) law without/iu,
    step: () => ({ kind: 'enacted', detail: 'without_signature' }),
  },
  { words: /^app(?:ointmen)?t confirmed/iu, step: () => ({ kind: 'adopted' }) },
  { words: /^substituted by [A-Z]+ ?\d|^[A-Z]+ ?\d+ substituted\.?$/iu, step: () => ({ kind: 'replaced' }) },
  {
    words: /(?:recalled|withdrawn|returned) from (?:the )?governor(?!.*veto)/iu,
    step: () => ({ kind: 'recalled' }),
  },
  {
    words:
      /carry-?over (?:bill|resolution)|retained in present status|^retained in committee|carried over to (?:the )?(?:next|20\d\d)/iu,
    step: () => ({ kind: 'carried_over' }),
  },
]
