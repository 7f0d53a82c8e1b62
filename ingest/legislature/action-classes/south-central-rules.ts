import type { RuleTable } from './rule.ts'

const alabama: RuleTable = [
  {
    words:
      /^pending\b|^ready to enroll|^signature requested|^motion\b.*(?:lost|failed|tabled|withdrawn)|local ?certification ?resolution/iu,
    classes: [],
    last: true,
  },
  { words: /^prefiled/iu, classes: ['filing'] },
  {
    words: /^reported out of committee/iu,
    classes: ['committee-passage', 'reported-out-of-committee'],
    last: true,
  },
  { words: /^third reading in (?:house of origin|second house)$/iu, classes: ['reading-3'], last: true },
  { words: /^enrolled$/iu, classes: ['enrolled'] },
  { words: /^carried over to the call of the chair/iu, classes: ['deferral'], last: true },
  {
    words: /^motion to read a third time and pass\b.*\badopted\b/iu,
    classes: ['reading-3', 'passage'],
    last: true,
  },
  { words: /^reported (?:from|favorably)/iu, classes: ['committee-passage'], last: true },
  { words: /^enacted$|^act \d/iu, classes: ['became-law'], last: true },
  { words: /^currently indefinitely postponed/iu, classes: ['failure'], last: true },
  { words: /^received in the (?:house|senate) and referred/iu, classes: ['referral-committee'], last: true },
  { words: /\bmotion to (?:adopt|table)\b.*- adopted\b/iu, classes: ['amendment-passage'], last: true },
  { words: /^filed$/iu, classes: ['filing'], last: true },
]

const arkansas: RuleTable = [
  {
    words: /^(?:house |senate )?considered in the committee of the whole, and recommended/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /\breceived from the\b/iu, classes: ['receipt'] },
  { words: /\breturned (?:to|from|by) the .*\bas passed/iu, classes: [], last: true },
  { words: /\bcorrectly enrolled\b/iu, classes: ['enrolled', 'executive-receipt'] },
  { words: /\b(?:to be|ordered) enrolled$/iu, classes: ['enrolled'], last: true },
  { words: /\bread the third time and passed\b/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /\bread the first time\b.*\bread the second time\b/iu, classes: ['reading-1', 'reading-2'] },
  { words: /^notification that .* is now act\b|\bis now act \d/iu, classes: ['became-law'], last: true },
  { words: /^notification that\b/iu, classes: ['became-law'], last: true },
]

const kentucky: RuleTable = [
  { words: /^defeated\b/iu, classes: ['failure'], last: true },
  { words: /^posted for\b|^(?:taken from|placed in|returned to)\b/iu, classes: [], last: true },
  { words: /^received in (?:senate|house)/iu, classes: ['receipt'], last: true },
  { words: /^delivered to governor/iu, classes: ['executive-receipt'], last: true },
  { words: /^(?:house|senate) (?:refused|failed) to concur/iu, classes: [], last: true },
  { words: /^(?:house|senate) concurred in\b/iu, classes: ['concurrence'], last: true },
  { words: /^adopted(?: \d+-\d+.*| by voice vote)?$/iu, classes: ['passage'], last: true },
  {
    words: /\bfloor amendments?\b.*\bwithdrawn|^floor amendment withdrawn/iu,
    classes: ['amendment-withdrawal'],
    last: true,
  },
  { words: /\bfloor amendments?\b.*\b(?:defeated|rejected)/iu, classes: ['amendment-failure'], last: true },
  { words: /^filed without governor's signature/iu, classes: ['became-law'], last: true },
  {
    words: /^(?:recommitted|reassigned|to) (?:to )?.*\([HS]\)$/iu,
    classes: ['referral-committee'],
    last: true,
  },
  { words: /\benrolled, signed by\b/iu, classes: ['enrolled'], last: true },
  { words: /^to .*\([HS]\)$/iu, classes: ['referral-committee'], last: true },
  { words: /\b3rd reading, (?:passed|adopted)\b/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /^passed \d/iu, classes: ['passage'], last: true },
  { words: /^introduced in/iu, classes: ['introduction'], last: true },
  { words: /\breported favorably\b/iu, classes: ['committee-passage'] },
  { words: /\(acts ch\./iu, classes: ['became-law'] },
  { words: /^veto overridden/iu, classes: ['veto-override-passage'], last: true },
]

const louisiana: RuleTable = [
  {
    words: /\bwithdrawn (?:from the files of|prior to introduction)\b/iu,
    classes: ['withdrawal'],
    last: true,
  },
  { words: /\breport\b.*\b(?:failed to be adopted|was not adopted)\b/iu, classes: [], last: true },
  { words: /\bfailed to pass\b/iu, classes: ['failure'], last: true },
  { words: /\b(?:passed|concurred in|adopted) by a vote of\b/iu, classes: ['passage'] },
  {
    words: /^read third time by title\b.*\b(?:finally passed|passed by a vote)/iu,
    classes: ['passage'],
    last: true,
  },
  { words: /^received in the (?:house|senate)\b.*\bread first time\b/iu, classes: ['reading-1'], last: true },
  {
    words:
      /^(?:scheduled for|first appeared|effective date|notice (?:given|house conference|of senate conferees)|read by title\. {1,2}lies over|conference committee report received)/iu,
    classes: [],
    last: true,
  },
  {
    words:
      /\bamendments? (?:rejected|read and rejected)|\brejected the (?:senate|house) amendments|notice of .*rejecting/iu,
    classes: [],
    last: true,
  },
  {
    words:
      /\b(?:senate|house) amendments? concurred in|^amendments proposed by the (?:house|senate) read and concurred in/iu,
    classes: ['concurrence'],
    last: true,
  },
  { words: /^conference committee report read.*\badopted/iu, classes: ['concurrence'], last: true },
  {
    words:
      /^read by title,? (?:and |rules suspended, )?(?:adopted|concurred in)\b|\bthe (?:concurrent )?resolution was adopted/iu,
    classes: ['passage'],
    last: true,
  },
  { words: /^(?:rules suspended\. +)?introduced in the (?:senate|house)/iu, classes: ['introduction'] },
  { words: /^received in the (?:house|senate) from/iu, classes: ['receipt'] },
  { words: /^recommitted to|\brecommitted to the +committee/iu, classes: ['referral-committee'] },
  { words: /^reported by substitute/iu, classes: ['committee-passage', 'substitution'], last: true },
  { words: /deferred in committee/iu, classes: ['deferral'], last: true },
  {
    words:
      /committee amendments read and adopted|^(?:senate|house) (?:committee|floor) amendments read and adopted/iu,
    classes: ['amendment-passage'],
  },
  { words: /^signed by the (?:president of the senate|speaker of the house)/iu, classes: ['enrolled'] },
]

const texas: RuleTable = [
  {
    words:
      /^(?:scheduled for|placed on|rules suspended|record vote|vote recorded|statement|reason for vote|committee report (?:distributed|printed|sent)|.*rule suspended|testimony)/iu,
    classes: [],
    last: true,
  },
  { words: /^considered in public hearing/iu, classes: ['hearing-held'], last: true },
  {
    words: /^considered in formal meeting|^considered in calendars/iu,
    classes: ['work-session'],
    last: true,
  },
  { words: /^co-?(?:sponsor|author) authorized|^additional sponsor/iu, classes: ['sponsorship'], last: true },
  { words: /^left pending in committee|^postponed/iu, classes: ['deferral'], last: true },
  { words: /^(?:house|senate) refuses to concur/iu, classes: [], last: true },
  { words: /^(?:house|senate) concurs in\b/iu, classes: ['concurrence'], last: true },
  { words: /^reported enrolled|^signed in the (?:house|senate)/iu, classes: ['enrolled'], last: true },
  {
    words: /^reported favorably|^comte report filed/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /^read & adopted/iu, classes: ['introduction', 'passage'], last: true },
  { words: /^(?:house|senate) passage reported/iu, classes: ['passage'], last: true },
  { words: /^received from the (?:house|senate)/iu, classes: ['introduction'], last: true },
  { words: /^amendment(?:\(s\))? tabled/iu, classes: ['amendment-deferral'], last: true },
  { words: /^amended$/iu, classes: ['amendment-passage'], last: true },
  { words: /^laid before the/iu, classes: ['receipt'], last: true },
  { words: /^received by the secretary/iu, classes: ['filing', 'introduction'], last: true },
]

export const southCentral = { al: alabama, ar: arkansas, ky: kentucky, la: louisiana, tx: texas }
