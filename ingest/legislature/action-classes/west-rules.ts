import type { RuleTable } from './rule.ts'

const alaska: RuleTable = [
  {
    words:
      /^\([HS]\) (?:minutes\b|--|<|fn\d|.* at \d+:\d\d [AP]M\b|effective date\(s\) same|rules to calendar|return to)/iu,
    classes: [],
    last: true,
  },
  {
    words: /^\([HS]\) (?!.*\bCC\b).*\bRPT\b.*\b\d+(?:DP|DNP|NR|AM)\b/u,
    classes: ['committee-passage'],
    last: true,
  },
  { words: /^\([HS]\) CC RPT ADO?PTE?D/u, classes: ['concurrence'], last: true },
  {
    words: /^\([HS]\) (?:\S+ )?[HS]?CS\b.*\bADOPTED\b/u,
    classes: ['amendment-passage', 'substitution'],
    last: true,
  },
  { words: /^\([HS]\) heard & held/iu, classes: ['hearing-held'], last: true },
  { words: /^\([HS]\) moved .*out of committee/iu, classes: ['committee-passage'], last: true },
  { words: /^\([HS]\) read the first time/iu, classes: ['reading-1'], last: true },
  { words: /^\([HS]\) read the second time/iu, classes: ['reading-2'], last: true },
  {
    words: /^\([HS]\) (?:read the third time|advanced to third reading|automatically in third)/iu,
    classes: ['reading-3'],
    last: true,
  },
  { words: /^\([HS]\) passed (?:on reconsideration )?y/iu, classes: ['passage'], last: true },
  { words: /^\([HS]\) failed (?:passage|to pass)/iu, classes: ['failure'], last: true },
  { words: /^\([HS]\) am (?:no )?\d.*\bfailed\b/iu, classes: ['amendment-failure'], last: true },
  { words: /^\([HS]\) am (?:no )?\d.*\badopted\b/iu, classes: ['amendment-passage'], last: true },
  { words: /^\([HS]\) referred to\b/iu, classes: ['referral-committee'], last: true },
  { words: /^\([HS]\) prefile released/iu, classes: ['filing'], last: true },
  { words: /\bsigned into law\b/iu, classes: ['executive-signature'], last: true },
  { words: /\blaw w\/o gov/iu, classes: ['became-law'], last: true },
  { words: /^\([HS]\) vetoed by governor/iu, classes: ['executive-veto'], last: true },
  { words: /^\([HS]\) concur am\b.*\by\d/iu, classes: ['concurrence'], last: true },
]

const arizona: RuleTable = [
  { words: /^transmit to (?:house|senate)/iu, classes: [], last: true },
  { words: /^dpa\b/iu, classes: ['committee-passage', 'amendment-passage'], last: true },
  { words: /^dp\b/iu, classes: ['committee-passage'], last: true },
  { words: /^passed$/iu, classes: ['passage'], last: true },
  { words: /^failed$/iu, classes: ['failure'], last: true },
  { words: /^transmit to governor/iu, classes: ['executive-receipt'], last: true },
]

const colorado: RuleTable = [
  { words: /laid over|lay over/iu, classes: ['deferral'], last: true },
  { words: /\bpostpone indefinitely/iu, classes: ['committee-failure'], last: true },
  { words: /result was to not concur/iu, classes: [], last: true },
  {
    words: /result was to concur\b.*\brepass|conference committee report result was to adopt/iu,
    classes: ['concurrence'],
    last: true,
  },
  { words: /second reading .*\bpassed\b/iu, classes: ['reading-2'], last: true },
  { words: /third reading .*\bpassed\b/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /(?:second|third) reading .*\blost\b/iu, classes: ['failure'], last: true },
  { words: /witness testimony/iu, classes: ['hearing-held'], last: true },
]

const idaho: RuleTable = [
  {
    words:
      /^u\.c\. |^retained on|^amendments? (?:reported|ordered|referred|as)|^bills? as amended referred/iu,
    classes: [],
    last: true,
  },
  { words: /^received from the (?:house|senate)\b(?!.*enrolled)/iu, classes: ['receipt'], last: true },
  { words: /\breported printed(?: and|;) referred to (?!\d)/iu, classes: ['referral-committee'], last: true },
  {
    words: /^reported out of committee with do pass/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /^reported out(?: of committee)?\b/iu, classes: ['committee-passage'], last: true },
  { words: /^read first time\b/iu, classes: ['reading-1'], last: true },
  { words: /^(?:house|senate) concurred in/iu, classes: ['concurrence'], last: true },
  { words: /^(?:reported )?delivered to (?:the )?secretary of state/iu, classes: [], last: true },
  {
    words: /^introduced[,;] read first time[,;] referred to/iu,
    classes: ['introduction', 'reading-1', 'referral-committee'],
    last: true,
  },
  { words: /\bread (?:third time|in full).*\bpassed\b/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /\bread third time.*\bfailed\b/iu, classes: ['failure'], last: true },
  {
    words: /^returned from (?:the )?(?:house|senate) passed.*enrolling/iu,
    classes: ['enrolled'],
    last: true,
  },
  { words: /\bsigned by (?:the )?(?:speaker|president)\b/iu, classes: ['enrolled'] },
]

const nevada: RuleTable = [
  { words: /\bprefiled\b/iu, classes: ['filing'] },
  { words: /\breferred to (?:select )?committee\b/iu, classes: ['referral-committee'] },
  { words: /^chapter \d/iu, classes: ['became-law'] },
  { words: /\bto committee\.$/iu, classes: ['referral-committee'] },
]

const oregon: RuleTable = [
  {
    words: /\bscheduled\b|\bcancelled\b|^vote explanation|^potential conflict|^in committee upon/iu,
    classes: [],
    last: true,
  },
  { words: /^carried over to .*(?:calendar|unanimous|virtue)/iu, classes: ['deferral'], last: true },
  { words: /^public hearing and work session held/iu, classes: ['hearing-held', 'work-session'], last: true },
  { words: /^(?:public hearing|informational meeting) held/iu, classes: ['hearing-held'], last: true },
  { words: /^work session held/iu, classes: ['work-session'], last: true },
  { words: /^chapter \d+,/iu, classes: ['became-law'], last: true },
  { words: /^(?:house|senate) concurred in .*\brepassed/iu, classes: ['concurrence'], last: true },
  {
    words: /^recommendation: (?:be|do) (?:adopt|pass)/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /^without recommendation as to/iu, classes: ['committee-passage'] },
  { words: /^passed\.$/iu, classes: ['passage'], last: true },
  { words: /^motion to\b/iu, classes: [], last: true },
  { words: /\bthird reading\b.*\bpassed\./iu, classes: ['reading-3', 'passage'], last: true },
  { words: /\bthird reading\b.*\bfailed\b/iu, classes: ['reading-3', 'failure'], last: true },
  {
    words: /^(?:introduction and )?first reading\. referred/iu,
    classes: ['introduction', 'reading-1', 'referral-committee'],
    last: true,
  },
  { words: /^(?:speaker|president) signed/iu, classes: ['enrolled'], last: true },
]

const utah: RuleTable = [
  {
    words:
      /^lfa\/|^(?:numbered bill|bill numbered|draft of)|\b(?:circled|uncircled)$|\bto (?:senate|house|printing)\b/iu,
    classes: [],
    last: true,
  },
  { words: /\bcomm rpt\/ substituted/iu, classes: ['committee-passage', 'substitution'], last: true },
  { words: /\bcomm rpt\/ amended/iu, classes: ['committee-passage', 'amendment-passage'], last: true },
  { words: /\bcomm rpt\b/iu, classes: ['committee-passage'], last: true },
  { words: /\bplaced on\b|\breading calendar\b|\breturn to rules|\bto rules\b/iu, classes: [], last: true },
  { words: /\b(?:floor amendment)$/iu, classes: ['amendment-introduction'], last: true },
  { words: /\b(?:house|senate)\/ substituted/iu, classes: ['substitution'], last: true },
  { words: /\bstrike enacting clause/iu, classes: ['failure'], last: true },
  { words: /\bpassed 2nd & 3rd readings\b/iu, classes: ['passage'], last: true },
  { words: /\bpassed 3rd reading\b/iu, classes: ['passage'], last: true },
  { words: /\b1st reading\b/iu, classes: ['reading-1'], last: true },
  { words: /\b2nd & 3rd readings\b/iu, classes: ['reading-2', 'reading-3'], last: true },
  { words: /\b2nd reading$/iu, classes: ['reading-2'], last: true },
  { words: /\b3rd reading$/iu, classes: ['reading-3'], last: true },
  { words: /^(?:house|senate)\/ received\b/iu, classes: ['receipt'], last: true },
  { words: /\/ concurs with\b/iu, classes: ['concurrence'], last: true },
  { words: /\/ to standing committee/iu, classes: ['referral-committee'], last: true },
  {
    words: /comm - favorable recommendation|committee report favorable/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /\/ to governor/iu, classes: ['executive-receipt'], last: true },
  { words: /^enrolled bill returned/iu, classes: ['enrolled'], last: true },
  { words: /^(?:house|senate)\/ filed/iu, classes: ['filing'], last: true },
  { words: /^(?:house|senate)\/ failed/iu, classes: ['failure'], last: true },
  { words: /\bsigned by (?:speaker|president)/iu, classes: ['enrolled'], last: true },
]

const washington: RuleTable = [
  { words: /^scheduled for|"x" file\.$|^rules committee relieved|^placed on/iu, classes: [], last: true },
  {
    words: /^public hearing(?: and executive (?:action|session))?\b/iu,
    classes: ['hearing-held'],
    last: true,
  },
  { words: /^executive action taken/iu, classes: ['work-session'], last: true },
  {
    words: /^by resolution, reintroduced and retained/iu,
    classes: ['carried-over'],
    last: true,
  },
  { words: /^(?:passed|returned) to rules committee/iu, classes: ['referral-committee'], last: true },
  { words: /^(?:house|senate) refuses? to concur/iu, classes: [], last: true },
  { words: /^(?:house|senate) concurred in\b/iu, classes: ['concurrence'], last: true },
  { words: /amendment(?:\(s\)|s)? (?:not adopted|failed)/iu, classes: ['amendment-failure'], last: true },
  { words: /amendment(?:\(s\)|s)? adopted/iu, classes: ['amendment-passage'], last: true },
  { words: /^third reading, passed/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /\bmajority; .*\bdo pass/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^minority; /iu, classes: ['committee-passage-unfavorable'], last: true },
  { words: /^chapter \d+, \d{4} laws/iu, classes: ['became-law'], last: true },
  { words: /^passed final passage/iu, classes: ['passage'], last: true },
  { words: /^(?:speaker|president) signed/iu, classes: ['enrolled'], last: true },
]

const wyoming: RuleTable = [
  {
    words: /\bplaced on general file|laid back|^[HS] received for concurrence|^assigned number/iu,
    classes: [],
    last: true,
  },
  { words: /^[HS] postponed indefinitely/iu, classes: ['failure'], last: true },
  { words: /\bfailed introduction\b/iu, classes: ['failure'], last: true },
  { words: /\bconcur:failed/iu, classes: [], last: true },
  { words: /\bconcur:passed/iu, classes: ['concurrence'], last: true },
  { words: /\b(?:speaker|president) signed S?H?E/iu, classes: ['enrolled'], last: true },
  { words: /:refer to [SH]\d+ - /iu, classes: ['referral-committee'], last: true },
  { words: /\bno report prior to cow cutoff/iu, classes: ['committee-failure'], last: true },
  { words: /3rd reading:passed/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /3rd reading:failed/iu, classes: ['failure'], last: true },
  { words: /2nd reading:passed/iu, classes: ['reading-2'], last: true },
  { words: /\bcow:passed/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /recommend (?:amend and )?do pass/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^[HS] introduced and referred/iu, classes: ['introduction', 'referral-committee'], last: true },
  { words: /^[HS] received for introduction/iu, classes: ['filing'], last: true },
  { words: /^assigned chapter/iu, classes: ['became-law'], last: true },
  { words: /:rerefer to/iu, classes: ['referral-committee'], last: true },
  { words: /did not consider/iu, classes: ['deferral'], last: true },
]

export const west = {
  ak: alaska,
  az: arizona,
  co: colorado,
  id: idaho,
  nv: nevada,
  or: oregon,
  ut: utah,
  wa: washington,
  wy: wyoming,
}
