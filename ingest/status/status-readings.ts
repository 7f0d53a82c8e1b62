import type { Chamber, StatusDetail } from '../../schemas/vocabulary.ts'
import { CARRIED_FROM, CARRIED_INTO, type CarryOver, carryOverOf } from './carry-over.ts'

type StepFields = {
  filed: object
  introduced: object
  referred: object
  reported: object
  amended: { readonly chamber: Chamber | null }
  /** `same`: the other chamber's text, whatever was adopted on the way to it. */
  passed: { readonly chamber: Chamber | null; readonly amended: boolean; readonly same?: boolean }
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
  carried_over: { readonly into: CarryOver }
  /** It came over from an earlier session and lives on in the one that begins, where it stood. */
  retained: object
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
  readonly step: Step | undefined | ((chamber: Chamber | null, text: string) => Step)
}
export const readings: readonly Reading[] = [
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
  // Maine: each chamber passes a bill to be engrossed, then both one text to be enacted; amendments are classed as passages.
  {
    of: ['passage', 'committee-passage-favorable'],
    in: ['me'],
    words: /\bamendment\b.*\badopted\b/iu,
    step: undefined,
  },
  {
    of: ['passage'],
    in: ['me'],
    words: /\bpassed to be enacted\b|\bfinally passed\b/iu,
    step: (chamber) => ({ kind: 'conference_agreed', chamber }),
  },
  {
    of: ['reading-3'],
    in: ['me'],
    words: /^(?!.*\breconsider).*\bpassed to be engrossed\b/iu,
    step: (chamber, text) => ({
      kind: 'passed',
      chamber,
      amended: /non-?concurrence/iu.test(text),
      same: !/non-?concurrence/iu.test(text),
    }),
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
  // Classed by the question, not by its answer.
  { of: ['passage'], words: /\bfailed by\b|- lost roll call\b/iu, step: { kind: 'failed' } },
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
  // Alaska: an amendment's vote is taken back.
  { of: ['passage'], in: ['ak'], words: /\brescind action/iu, step: undefined },
  // Washington: a committee recommends a substitute, which changes nothing yet.
  { of: ['substitution'], in: ['wa'], words: /\bmajority; .*do pass/iu, step: { kind: 'reported' } },
  // One bill takes the place of another: its text is not changed by that.
  {
    of: ['substitution'],
    words: /\bsubstituted by [A-Z]+ ?\d|^[A-Z]+ ?\d+ substituted\.?$/iu,
    step: { kind: 'replaced' },
  },
  { of: ['substitution'], words: /\bsubstituted for [A-Z]+ ?\d/iu, step: undefined },
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

/** Sentences that move a bill and for which there is no class, or which sources leave without. */
export const sentences: readonly {
  readonly in?: readonly string[]
  readonly words: RegExp
  readonly step: (chamber: Chamber | null, text: string) => Step
}[] = [
  { words: /^(?:passed|adopted) both houses/iu, step: () => ({ kind: 'agreed_by_both' }) },
  {
    words: /^(?:adopted|passed) (?:in concurrence|pursuant to|per)\b/iu,
    step: (chamber, text) => ({
      kind: 'passed',
      chamber,
      amended: /with (?:\w+ )?(?:proposal|amendment)/iu.test(text),
    }),
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
  // New Hampshire: a refusal that asks for no conference, or that grants none, ends a bill; so does a conference without a report.
  {
    in: ['nh'],
    words:
      /^(?:house non-?concurs|sen\. .*\bmoved non-?concur)\b(?!.*(?:requests?|c of c|cofc)).*\bMA\b|\brefuse[sd]? to accede\b.*\bMA\b|^conference committee report[;:] not (?:filed|signed)/iu,
    step: () => ({ kind: 'failed' }),
  },
  // New Hampshire: the second committee leaves a bill as the chamber has voted for it.
  {
    words: /^referral waived by committee chair/iu,
    step: (chamber) => ({ kind: 'passed', chamber, amended: false }),
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
  { words: CARRIED_INTO, step: (_, text) => ({ kind: 'carried_over', into: carryOverOf(text) }) },
  { words: CARRIED_FROM, step: () => ({ kind: 'retained' }) },
]
