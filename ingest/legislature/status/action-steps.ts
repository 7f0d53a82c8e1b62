import type { Action } from '../../../schemas/event-bodies/bill.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import { CARRIED_FROM, carryOverOf } from './carry-over.ts'
import { effectOf, motionOf, outcomeOf } from './motions.ts'
import { placeStepRules } from './place-step-rules.ts'
import { type Step, type StepKind, type StepRule, stepRules } from './step-rules.ts'
import { stepSentences } from './step-sentences.ts'

export type { Step } from './step-rules.ts'

export type StatusAction = Pick<
  Action,
  'id' | 'date' | 'chamber' | 'description' | 'classification' | 'placed_on'
>

/** A message of one chamber that the other one's journal records. */
const MESSAGE =
  /^(?:(senate|house)(?: message\b|.* passage reported)|passed (?:by |in )?(?:the )?(senate|house|assembly)\b)/iu
/** Utah prints the chamber before each floor action, and its scraper takes some for the other's. */
const PRINTED = /^(senate|house)\/ /iu
const NAMED_FIRST = /^(senate|house|assembly)\b/iu
const CONCURS = /\bconcur(?:s|red|rence)?\b/iu
const NO_CONCURRENCE =
  /non-?concur|not (?:to )?concur|refus|fail|\bMF\b|motion|filed|recommend|scheduled|calendar|possible|posted|message|desk|for concurrence|request|referred|reconsider|in concurrence/iu
const REFUSES = /non-?concur|(?:not (?:to )?|refused? to |refuses to |failed? (?:to )?)concur/iu
const WITH_AMENDMENT =
  /(?:\bas|\bwith(?: an?)?|\bfurther|,) (?:\w+ )?(?:amend|proposals? of amend|substitute)|with .*(?:substitute|amendment)|substitute passed/iu
const CONFERENCE_AGREED =
  /conf(?:erence)? (?:com(?:m|mittee)? )?re?po?r?t\b.*\b(?:adopt(?:ed)?|agreed)|committee of conference.*\b(?:adopted|agreed)|conference committee - final passage|\bCC RPT AD(?:O)?PTE?D/iu

/** The chamber that acts, by the words of the action, whichever chamber recorded it. */
export function reportedChamber(action: StatusAction): Chamber | null {
  const chamber = chamberOf(action)
  return chamber === 'legislature' ? null : chamber
}

function chamberOf(action: StatusAction): Chamber | null {
  const message = MESSAGE.exec(action.description)
  const reported = (message?.[1] ?? message?.[2] ?? PRINTED.exec(action.description)?.[1])?.toLowerCase()
  if (reported !== undefined) return reported === 'senate' ? 'upper' : 'lower'
  if (action.chamber !== null) return action.chamber as Chamber
  const named = NAMED_FIRST.exec(action.description)?.[1]?.toLowerCase()
  return named === undefined ? null : named === 'senate' ? 'upper' : 'lower'
}

function passage(action: StatusAction, chamber: Chamber | null): Step {
  if (CONFERENCE_AGREED.test(action.description)) return { kind: 'conference_agreed', chamber }
  return { kind: 'passed', chamber, amended: isAmended(action.description, chamber) }
}

/** If the Senate records `Passed as amended in the House`, the text did not change again. */
function isAmended(text: string, chamber: Chamber | null): boolean {
  const by = /as amended (?:in|by) (?:the )?(house|senate)\b/iu.exec(text)?.[1]?.toLowerCase()
  if (by !== undefined && (by === 'senate' ? 'upper' : 'lower') !== chamber) return false
  return WITH_AMENDMENT.test(text)
}

function concurrence(action: StatusAction, chamber: Chamber | null): Step {
  if (CONFERENCE_AGREED.test(action.description)) return { kind: 'conference_agreed', chamber }
  return {
    kind: 'concurred',
    chamber,
    amended: /,? as (?:amended|substituted)|with (?:an? )?(?:further )?(?:proposal of )?amendment/iu.test(
      action.description,
    ),
  }
}

function stepOf(word: string, action: StatusAction, chamber: Chamber | null): Step | undefined {
  switch (word) {
    case 'filing':
      return { kind: 'filed' }
    case 'introduction':
    case 'reading-1':
    case 'reading-2':
      return { kind: 'introduced' }
    case 'reading-3':
      return /\b(?:passed|adopted)\b(?! to )/iu.test(action.description)
        ? passage(action, chamber)
        : { kind: 'introduced' }
    case 'referral-committee':
      return { kind: 'referred' }
    case 'committee-passage':
    case 'committee-passage-favorable':
    case 'committee-passage-unfavorable':
    case 'reported-out-of-committee':
      return { kind: 'reported' }
    case 'passage':
      return passage(action, chamber)
    case 'amendment-passage':
    case 'substitution':
      return { kind: 'amended', chamber }
    case 'concurrence':
      return REFUSES.test(action.description) ? undefined : concurrence(action, chamber)
    case 'enrolled':
      return { kind: 'agreed_by_both' }
    case 'executive-receipt':
      return { kind: 'presented' }
    case 'executive-signature':
    case 'became-law':
      return { kind: 'enacted', detail: null }
    case 'executive-veto':
      return { kind: 'vetoed', detail: null }
    case 'executive-veto-line-item':
      return { kind: 'enacted', detail: 'line_item_veto' }
    case 'veto-override-passage':
      return { kind: 'override_passed', chamber, final: /\bchapter\b|both houses/iu.test(action.description) }
    case 'veto-override-failure':
      return { kind: 'override_failed' }
    case 'failure':
    case 'committee-failure':
      return { kind: 'failed' }
    case 'withdrawal':
      return { kind: 'withdrawn' }
    case 'carried-over':
      return CARRIED_FROM.test(action.description)
        ? { kind: 'retained' }
        : { kind: 'carried_over', into: carryOverOf(action.description) }
    default:
      return undefined
  }
}

/** One action can contain several steps; they are applied in the order in which a bill takes them. */
const ORDER: readonly StepKind[] = [
  'carried_over',
  'retained',
  'filed',
  'introduced',
  'referred',
  'reported',
  'amended',
  'passed',
  'conference_agreed',
  'reconsidered',
  'concurred',
  'adopted',
  'agreed_by_both',
  'presented',
  'recalled',
  'awaits',
  'returned',
  'vetoed',
  'override_passed',
  'override_failed',
  'enacted',
  'failed',
  'withdrawn',
  'replaced',
]

const allStepRules: readonly StepRule[] = [...placeStepRules, ...stepRules]

function stepRuleOf(word: string, action: StatusAction, jurisdiction: string): StepRule | undefined {
  return allStepRules.find(
    (rule) =>
      rule.of.includes(word) &&
      (rule.in === undefined || rule.in.includes(jurisdiction)) &&
      (rule.without === undefined || !action.classification.includes(rule.without)) &&
      rule.words.test(action.description),
  )
}

function stepOfClass(
  word: string,
  action: StatusAction,
  place: string,
  chamber: Chamber | null,
): Step | undefined {
  const rejection = stepOfRejection(word, action, place)
  if (rejection !== undefined) return rejection.step
  const reading = stepRuleOf(word, action, place)
  return reading === undefined ? stepOf(word, action, chamber) : stepOfRule(reading, action, chamber)
}

function stepOfRule({ step }: StepRule, action: StatusAction, chamber: Chamber | null): Step | undefined {
  return typeof step === 'function' ? step(chamber, action.description) : step
}

const DECIDING: ReadonlySet<string> = new Set(['failure', 'committee-failure', 'passage'])
const REPORT = /\bcommittee report\b|^reported\b/iu

/**
 * A motion against the bill. It kills the bill if carried, changes nothing if lost, and is a report if a
 * committee recommends it.
 */
function stepOfRejection(
  word: string,
  { description }: StatusAction,
  place: string,
): { readonly step: Step | undefined } | undefined {
  if (!DECIDING.has(word) || /\bamendment\b/iu.test(description)) return undefined
  const motion = motionOf(description, place)
  if (motion !== 'rejection') return undefined
  if (REPORT.test(description)) return { step: { kind: 'reported' } }
  const effect = effectOf(motion, outcomeOf(description, place) ?? 'pass')
  return { step: effect === 'kills' ? { kind: 'failed' } : undefined }
}

/** Steps by action: the same actions of a bill are read for its status, its passages and its days. */
const read = new WeakMap<StatusAction, { readonly jurisdiction: string; readonly steps: readonly Step[] }>()

/** `jurisdiction` is the postal code. */
export function stepsOf(action: StatusAction, jurisdiction: string): readonly Step[] {
  const before = read.get(action)
  if (before?.jurisdiction === jurisdiction) return before.steps
  const steps = readSteps(action, jurisdiction)
  read.set(action, { jurisdiction, steps })
  return steps
}

function readSteps(action: StatusAction, jurisdiction: string): readonly Step[] {
  const chamber = chamberOf(action)
  const steps: Step[] = []
  for (const word of action.classification) {
    const step = stepOfClass(word, action, jurisdiction, chamber)
    if (step !== undefined && !steps.some((other) => other.kind === step.kind)) steps.push(step)
  }
  const decided = steps.some(({ kind }) => kind === 'concurred' || kind === 'passed' || kind === 'amended')
  if (!decided && CONCURS.test(action.description) && !NO_CONCURRENCE.test(action.description)) {
    steps.push(concurrence(action, chamber))
  }
  for (const { words, step, in: places } of stepSentences) {
    if (places !== undefined && !places.includes(jurisdiction)) continue
    const reported = words.test(action.description) ? step(chamber, action.description) : undefined
    if (reported !== undefined && !steps.some(({ kind }) => kind === reported.kind)) steps.push(reported)
  }
  return steps.length < 2 ? steps : steps.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
