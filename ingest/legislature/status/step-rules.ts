import type { Chamber, StatusDetail } from '../../../schemas/vocabulary/vocabulary.ts'
import type { CarryOver } from './carry-over.ts'

type StepFields = {
  filed: object
  introduced: object
  referred: object
  reported: object
  amended: { readonly chamber: Chamber | null }
  /** `same`: the chamber passed the other chamber's text, whatever it adopted before. */
  passed: {
    readonly chamber: Chamber | null
    readonly amended: boolean
    readonly same?: boolean
    /** A motion that passes a resolution; for a bill it only changes the text. */
    readonly is_adoption?: boolean
  }
  /** `amended`: agreed to the other chamber's text with changes of its own. */
  concurred: {
    readonly chamber: Chamber | null
    readonly amended: boolean
    /**
     * Some motion was carried. It means agreement if the chamber was asked to agree; otherwise it means
     * nothing.
     */
    readonly is_some_motion?: boolean
  }
  reconsidered: { readonly chamber: Chamber | null }
  conference_agreed: { readonly chamber: Chamber | null }
  agreed_by_both: object
  adopted: object
  presented: object
  recalled: object
  /** The other chamber sent it back with changes, so that this one must agree to them. */
  awaits: { readonly chamber: Chamber | null }
  /** It goes back to a chamber from the other one, which has not finished with it. */
  returned: { readonly to: Chamber }
  vetoed: { readonly detail: StatusDetail | null }
  override_passed: { readonly chamber: Chamber | null; readonly final: boolean }
  override_failed: object
  enacted: { readonly detail: StatusDetail | null }
  failed: object
  withdrawn: object
  replaced: object
  carried_over: { readonly into: CarryOver }
  /** It came over from an earlier session and keeps its status in the new one. */
  retained: object
}
export type StepKind = keyof StepFields
export type StepOf<K extends StepKind> = { readonly kind: K } & StepFields[K]

/**
 * The meaning of an action for its bill's progress. Sources' classes give it roughly; some actions need their
 * words read.
 */
export type Step = { [K in StepKind]: StepOf<K> }[StepKind]

/**
 * Actions whose classes alone would mislead. The first rule that fits gives the step of the class;
 * `undefined` means no step.
 */
export type StepRule = {
  readonly of: readonly string[]
  readonly in?: readonly string[]
  /** Does not apply if the action has this class too. */
  readonly without?: string
  readonly words: RegExp
  readonly step: Step | undefined | ((chamber: Chamber | null, text: string) => Step)
}

/** Rules for all places; those for one place (place-step-rules.ts) precede them. */
export const stepRules: readonly StepRule[] = [
  { of: ['reading-3'], words: /\bpassed to (?:a )?(?:third|3rd) reading\b/iu, step: { kind: 'introduced' } },
  { of: ['reading-2', 'reading-3'], words: /\breading\b.*\blost\b/iu, step: { kind: 'failed' } },
  { of: ['introduction'], words: /^pre-?filed\b/iu, step: { kind: 'filed' } },
  {
    of: ['committee-passage', 'committee-passage-favorable'],
    words: /^conference report agreed to|^(?:house|senate) adopts conference committee report/iu,
    step: (chamber) => ({ kind: 'conference_agreed', chamber }),
  },
  // Introduced and referred in one action, which the source classes as an introduction alone.
  {
    of: ['introduction'],
    words: /\breferred to (?:the )?(?:house |senate |joint )?committee\b/iu,
    step: { kind: 'referred' },
  },
  {
    of: ['filing'],
    words: /\bwithout (?:the )?governor['’]?s['’]? signature\b/iu,
    step: { kind: 'enacted', detail: 'without_signature' },
  },
  {
    of: ['passage'],
    words: /passed over|retained in the orders|committee of the whole|\bbe passed\b|bill text as passed/iu,
    step: undefined,
  },
  // Classified by the question, not by its answer.
  {
    of: ['passage', 'concurrence'],
    words: /\breport\b.*\b(?:failed to be adopted|not adopted|rejected)\b/iu,
    step: undefined,
  },
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
  // One bill takes the place of another: its text is not changed by that.
  {
    of: ['substitution'],
    words: /\bsubstituted by [A-Z]+ ?\d|^[A-Z]+ ?\d+ substituted\.?$/iu,
    step: { kind: 'replaced' },
  },
  { of: ['substitution'], words: /\bsubstituted for [A-Z]+ ?\d/iu, step: undefined },
  // A committee that reports a bill unfavorably has not killed it.
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
    words: /without|unsigned|w\/o\b/iu,
    step: { kind: 'enacted', detail: 'without_signature' },
  },
  { of: ['executive-veto'], words: /pocket/iu, step: { kind: 'vetoed', detail: 'pocket_veto' } },
  { of: ['executive-veto'], words: /line.?item/iu, step: { kind: 'enacted', detail: 'line_item_veto' } },
  { of: ['executive-veto'], words: /sustain|overrid/iu, step: undefined },
  { of: ['veto-override-passage', 'veto-override-failure'], words: /line.?item/iu, step: undefined },
]
