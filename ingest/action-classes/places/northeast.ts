import type { RuleTable } from '../rule.ts'

const maine: RuleTable = [
  { words: /\bveto was sustained\b/iu, classes: ['executive-veto', 'veto-override-failure'], last: true },
  { words: /\breturned by the governor\b.*\bobjections\b/iu, classes: ['executive-veto'] },
  { words: /^(?:voted|roll call|reports? read\.?$|\(yeas)/iu, classes: [], last: true },
  {
    words: /\bacceptance\b|\bpending\b|^on motion .*(?:tabled|table)\b|^tabled\b/iu,
    classes: ['deferral'],
    last: true,
  },
  { words: /^work session (?:held|reconsidered)/iu, classes: ['work-session'], last: true },
  { words: /^carried over\b/iu, classes: ['carried-over'], last: true },
  { words: /^reported out - ontp$/iu, classes: ['committee-passage-unfavorable'], last: true },
  { words: /^reported out - otp/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^reported out\b/iu, classes: ['committee-passage'], last: true },
  { words: /\bsecond reading\b/iu, classes: ['reading-2'], last: true },
  { words: /\bread once\b/iu, classes: ['reading-1'] },
]

/** Motions of New Hampshire: MA and MF are motions adopted and failed, AA and AF amendments, OT ordered to. */
const newHampshire: RuleTable = [
  { words: /^={2}(?:cancelled|rescheduled|postponed|recessed|continued)={2}/iu, classes: [], last: true },
  {
    words:
      /^(?:executive session|public hearing|hearing|.*work session|.*committee meeting|minority committee report|pending motion|special order|proposed)\b/iu,
    classes: [],
    last: true,
  },
  {
    words: /\b(?:house|senate|sen\.?|rep\.?) (?:\S+ )?(?:does not concur|non-?concurs?|refuses)/iu,
    classes: [],
    last: true,
  },
  {
    words:
      /^(?:house|senate) concurs\b|^sen\. .*\bconcurs?\b.*\bMA\b|^sen\. .*\bmoved? (?:to )?concur\b.*\bMA\b/iu,
    classes: ['concurrence'],
    last: true,
  },
  {
    words: /^(?:enrolled bill |committee |floor |.*)amendment\b.*\bAF\b/iu,
    classes: ['amendment-failure'],
    last: true,
  },
  {
    words: /\bamendment\b.*\bAA\b|^sen\. .*\bfloor amendment\b.*\bAA\b/iu,
    classes: ['amendment-passage'],
    last: true,
  },
  { words: /^conference committee report\b.*\badopted/iu, classes: ['concurrence'], last: true },
  {
    words: /^committee report:? (?:refer\w* (?:for|to) interim|rerefer|re-?referred|retained)/iu,
    classes: ['committee-passage'],
    last: true,
  },
  { words: /^enrolled (?:\(|adopted)/iu, classes: ['enrolled'] },
  { words: /^retained in committee/iu, classes: ['carried-over'] },
  { words: /\b(?:refer|referred) (?:for|to) interim study\b.*\bMA\b/iu, classes: ['referral'], last: true },
]

const newYork: RuleTable = [
  { words: /^line veto memo/iu, classes: ['executive-veto-line-item'], last: true },
  { words: /^delivered to (?:assembly|senate)|^returned to (?:assembly|senate)/iu, classes: [], last: true },
  { words: /^introduced$/iu, classes: ['introduction'] },
  { words: /^1st report/iu, classes: ['committee-passage'] },
  {
    words: /^reported(?: to calendar for consideration)?$|^rules report cal/iu,
    classes: ['committee-passage'],
  },
  { words: /^(?:advanced|ordered) to third reading/iu, classes: ['reading-2'], last: true },
  { words: /^substituted (?:by|for) [AS]\d/iu, classes: ['substitution'], last: true },
  { words: /enacting clause stricken/iu, classes: ['withdrawal'], last: true },
  { words: /^defeated in\b/iu, classes: ['committee-failure'], last: true },
  { words: /^amended? (?:by restoring|\(t\)|on third)/iu, classes: ['amendment-passage'], last: true },
  { words: /^home rule request|^message of necessity/iu, classes: [], last: true },
  { words: /^withdrawn$/iu, classes: ['withdrawal'] },
]

const vermont: RuleTable = [
  {
    words:
      /^(?:(?:on )?(?:notice|consent|action) calendar|entered on|rules suspended|pending entry|3rd reading ordered|ordered to lie)/iu,
    classes: [],
    last: true,
  },
  { words: /^(?:house|senate) message: .*\bconcurred\b/iu, classes: ['concurrence'], last: true },
  { words: /^house message: governor approved/iu, classes: ['executive-signature'], last: true },
  {
    words: /^(?:house|senate) message: .*\b(?:passed|adopted in concurrence)\b/iu,
    classes: ['passage'],
    last: true,
  },
  {
    words:
      /^(?:house|senate) message: .*conference.*adopted|^committee of conference report adopted|report of committee of conference adopted/iu,
    classes: ['concurrence'],
    last: true,
  },
  {
    words: /^(?:read and )?adopted (?:in concurrence|pursuant to|per)\b|^read and adopted/iu,
    classes: ['passage'],
    last: true,
  },
  { words: /\breferred to (?:the )?committee on\b/iu, classes: ['referral-committee'] },
]

export const northeast = { me: maine, nh: newHampshire, ny: newYork, vt: vermont }
