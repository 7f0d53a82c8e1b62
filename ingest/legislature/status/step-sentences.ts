import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import { CARRIED_FROM, CARRIED_INTO, carryOverOf } from './carry-over.ts'
import type { Step } from './step-rules.ts'

/** Sentences that move a bill and have no class, or that sources leave without one. */
export const stepSentences: readonly {
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
  // New Hampshire: a refusal that requests or grants no conference ends a bill. So does a conference without
  // a report.
  {
    in: ['nh'],
    words:
      /^(?:house non-?concurs|sen\. .*\bmoved non-?concur)\b(?!.*(?:requests?|c of c|cofc)).*\bMA\b|\brefuse[sd]? to accede\b.*\bMA\b|^conference committee report[;:] not (?:filed|signed)/iu,
    step: () => ({ kind: 'failed' }),
  },
  // New Hampshire: the second committee leaves a bill as the chamber passed it.
  {
    words: /^referral waived by committee chair/iu,
    step: (chamber) => ({ kind: 'passed', chamber, amended: false }),
  },
  {
    words: /^returned by (?:the )?governor without/iu,
    step: () => ({ kind: 'vetoed', detail: null }),
  },
  {
    words: /(?:will become|becomes|became|allowed to become) law without|^law without signature\b/iu,
    step: () => ({ kind: 'enacted', detail: 'without_signature' }),
  },
  { words: /^app(?:ointmen)?t confirmed/iu, step: () => ({ kind: 'adopted' }) },
  { words: /^substituted by [A-Z]+ ?\d|^[A-Z]+ ?\d+ substituted\.?$/iu, step: () => ({ kind: 'replaced' }) },
  // Washington: at the end of a session a bill goes back, and its chamber may pass it again.
  {
    in: ['wa'],
    words: /^(?:by resolution, )?returned to (?:house|senate) rules\b/iu,
    step: (_chamber, text) => ({
      kind: 'returned',
      to: /\bto senate\b/iu.test(text) ? 'upper' : 'lower',
    }),
  },
  { in: ['ak'], words: /\bwithdrawn by sponsor\b/iu, step: () => ({ kind: 'withdrawn' }) },
  { in: ['ut'], words: /^(?:bill numbered|numbered bill)\b/iu, step: () => ({ kind: 'filed' }) },
  // Alaska: a reserved number under which no bill was introduced.
  { in: ['ak'], words: /\bnot introduced$/iu, step: () => ({ kind: 'filed' }) },
  { in: ['vt'], words: /^veto of the governor sustained\b/iu, step: () => ({ kind: 'override_failed' }) },
  { in: ['la'], words: /^becomes [HS]C?[BR] ?\d/iu, step: () => ({ kind: 'replaced' }) },
  // Changes by the second chamber that appear only in reports about them.
  {
    in: ['or'],
    words: /^recommendation: do pass with amendments/iu,
    step: (chamber) => ({ kind: 'amended', chamber }),
  },
  {
    in: ['tx'],
    words: /^reported favorably as substituted/iu,
    step: (chamber) => ({ kind: 'amended', chamber }),
  },
  {
    in: ['la'],
    words: /^read by title, amended,.*\b(?:third|3rd) reading/iu,
    step: (chamber) => ({ kind: 'amended', chamber }),
  },
  {
    in: ['id'],
    words: /^read (?:first|second) time as amended in (?:the )?(?:house|senate)\b/iu,
    step: (_chamber, text) => ({
      kind: 'amended',
      chamber: /^.{1,40}\bsenate\b/iu.test(text) ? 'upper' : 'lower',
    }),
  },
  {
    in: ['id', 'la', 'nc', 'tx', 'us', 'ut', 'wy'],
    words:
      /^returned from (?:the )?(?:house|senate),? amended|^received from the (?:house|senate) with amendments|message received for concurrence in|^(?:house|senate) passage as amended reported|\/ placed on concurrence calendar|^[HS] received for concurrence|^message on \w+ action received in \w+ and at desk: (?:house|senate) amendment/iu,
    step: (chamber, text) => ({
      kind: 'awaits',
      chamber: /^(?:H\b|house\/)/iu.test(text)
        ? 'lower'
        : /^(?:S\b|senate\/)/iu.test(text)
          ? 'upper'
          : chamber,
    }),
  },
  {
    words: /(?:recalled|withdrawn|returned) from (?:the )?governor(?!.*veto)/iu,
    step: () => ({ kind: 'recalled' }),
  },
  { words: CARRIED_INTO, step: (_, text) => ({ kind: 'carried_over', into: carryOverOf(text) }) },
  { words: CARRIED_FROM, step: () => ({ kind: 'retained' }) },
]
