import type { RuleTable } from './rule.ts'

/** A bill that both chambers passed is numbered as an act before the governor has it. */
const connecticut: RuleTable = [
  { words: /^(?:public|special) act\b/iu, classes: ['enrolled'], last: true },
  { words: /^transmitted to (?:the )?secretary of (?:the )?state\b/iu, classes: [], last: true },
  {
    words: /^transmitted by (?:the )?secretary of (?:the )?state to (?:the )?governor\b/iu,
    classes: ['executive-receipt'],
    last: true,
  },
  { words: /^(?:house|senate) (?:passed|adopted)\b/iu, classes: ['passage'], last: true },
  { words: /^(?:house|senate) rejected\b/iu, classes: ['failure'], last: true },
  { words: /^(?:joint )?favorable\b/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^referred (?:by (?:house|senate) )?to\b/iu, classes: ['referral-committee'] },
]

const maine: RuleTable = [
  { words: /^held by the governor/iu, classes: ['executive-receipt'], last: true },
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
  { words: /^read and (?:adopted|passed)\b/iu, classes: ['passage'], last: true },
  { words: /^reported out - ontp$/iu, classes: ['committee-passage-unfavorable'], last: true },
  { words: /^reported out - otp/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^reported out\b/iu, classes: ['committee-passage'], last: true },
  { words: /\bsecond reading\b/iu, classes: ['reading-2'], last: true },
  { words: /\bread once\b/iu, classes: ['reading-1'] },
  { words: /\bpassed to be enacted\b|\bfinally passed\b/iu, classes: ['passage'], last: true },
  { words: /\bpassed to be engrossed\b/iu, classes: ['reading-3'], last: true },
  { words: /\bplaced in legislative files \(dead\)/iu, classes: ['failure'], last: true },
]

/** Motions of New Hampshire: MA and MF are motions adopted and failed, AA and AF amendments, OT ordered to. */
const newHampshire: RuleTable = [
  { words: /\bconcurs?\b.*\bMF\b/iu, classes: [], last: true },
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
  { words: /^inexpedient to legislate\b.*\bMA\b/iu, classes: ['failure'], last: true },
  { words: /^inexpedient to legislate\b/iu, classes: [], last: true },
  {
    words: /^(?:majority )?committee report: ought to pass/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /^(?:majority )?committee report: inexpedient/iu, classes: ['committee-failure'], last: true },
  { words: /^ought to pass\b.*\bMA\b/iu, classes: ['passage'], last: true },
  { words: /^introduced\b.*\breferred to/iu, classes: ['introduction', 'referral-committee'], last: true },
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
  { words: /^signed chap/iu, classes: ['executive-signature', 'became-law'], last: true },
  { words: /^vetoed memo/iu, classes: ['executive-veto'], last: true },
  { words: /^print number/iu, classes: ['amendment-passage'], last: true },
  { words: /^amend(?:ed)? and recommit/iu, classes: ['amendment-passage', 'referral-committee'], last: true },
  { words: /^(?:repassed|passed) (?:senate|assembly)/iu, classes: ['passage'], last: true },
  { words: /^held for consideration in/iu, classes: ['failure'], last: true },
  {
    words: /^(?:reported (?:and )?|committee discharged and )?committed to/iu,
    classes: ['referral-committee'],
    last: true,
  },
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
  { words: /^read (?:third|3rd) time (?:and|&) passed/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /^favorable report|^reported favorably/iu, classes: ['committee-passage'], last: true },
  {
    words: /^read (?:first|1st) time (?:and|&) referred/iu,
    classes: ['introduction', 'referral-committee'],
    last: true,
  },
]

export const northeast = { ct: connecticut, me: maine, nh: newHampshire, ny: newYork, vt: vermont }
