import type { RuleTable } from '../rule.ts'

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
]

const delaware: RuleTable = [
  { words: /^amendment\b.*\bstricken\b/iu, classes: ['amendment-withdrawal'], last: true },
  { words: /^stricken\b/iu, classes: ['withdrawal'], last: true },
  { words: /^passed (?:in|by) (?:the )?(?:house|senate)\b/iu, classes: ['passage'], last: true },
  { words: /^(?:laid on table|tabled|deferred)\b/iu, classes: ['deferral'], last: true },
  { words: /^defeated by (?:house|senate)/iu, classes: ['failure'], last: true },
]

const districtOfColumbia: RuleTable = [
  { words: /^notice\b|\bcanceled$|published in\b/iu, classes: [], last: true },
  { words: /^(?:public hearing|(?:public )?roundtable) on\b/iu, classes: ['hearing-held'], last: true },
  { words: /^committee mark-?up of\b/iu, classes: ['work-session'], last: true },
  { words: /^re-?referr(?:al|ed)\b(?!.*published)/iu, classes: ['referral-committee'] },
]

const georgia: RuleTable = [
  { words: /^(?:house|senate) hopper|^house prefiled/iu, classes: ['filing'], last: true },
  {
    words: /^house first readers/iu,
    classes: ['introduction', 'reading-1', 'referral-committee'],
    last: true,
  },
  { words: /^senate read and referred/iu, classes: ['reading-1', 'referral-committee'], last: true },
  { words: /^house second readers|^senate read second time/iu, classes: ['reading-2'], last: true },
  { words: /^house third readers|^senate third read\b/iu, classes: ['reading-3'], last: true },
  {
    words: /^(?:house|senate) committee favorably reported/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /^(?:house|senate) passed\/adopted/iu, classes: ['passage'], last: true },
  { words: /^(?:house|senate) (?:lost|failed)/iu, classes: ['failure'], last: true },
  { words: /^(?:house|senate) (?:withdrawn, )?recommitted/iu, classes: ['referral-committee'], last: true },
  { words: /^(?:house|senate) tabled/iu, classes: ['deferral'], last: true },
  {
    words:
      /^(?:house|senate) (?:agreed (?:house|senate) amend|receded from|conference committee report adopted)/iu,
    classes: ['concurrence'],
    last: true,
  },
  { words: /^(?:house|senate) sent to governor/iu, classes: ['executive-receipt'], last: true },
  { words: /date signed by governor/iu, classes: ['executive-signature'], last: true },
  { words: /^act \d+/iu, classes: ['became-law'], last: true },
  { words: /^veto v\d+/iu, classes: ['executive-veto'], last: true },
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
]

const louisiana: RuleTable = [
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

const maryland: RuleTable = [
  {
    words: /^hearing \d|^hearing cancel|^motion (?:special order|laid over|limit|returned|rules)/iu,
    classes: [],
    last: true,
  },
  { words: /^(?:third readings? )passed/iu, classes: ['passage'], last: true },
  { words: /^pre-?filed/iu, classes: ['introduction'], last: true },
  { words: /^second reading (?:passed|favorable)/iu, classes: ['reading-2'], last: true },
  { words: /^passed enrolled|^returned passed/iu, classes: ['enrolled'], last: true },
  { words: /^(?:senate|house) concurs (?:house|senate) amendments/iu, classes: ['concurrence'], last: true },
  { words: /^conference committee report .*\badopted/iu, classes: ['concurrence'], last: true },
  {
    words: /^(?:floor|committee) amendment\b.*\b(?:rejected|failed|withdrawn)/iu,
    classes: ['amendment-failure'],
    last: true,
  },
  { words: /^(?:floor|committee) amendment\b.*\badopted/iu, classes: ['amendment-passage'], last: true },
  { words: /^(?:rereferred|reassigned) to\b/iu, classes: ['referral-committee'], last: true },
]

const northCarolina: RuleTable = [
  {
    words:
      /^(?:withdrawn from (?:com|cal)|placed on|cal pursuant|added to calendar|serial referral|sequential referral|ruled material|re-?ref to com.*stricken)/iu,
    classes: [],
    last: true,
  },
  {
    words: /^(?:regular|special) message (?:received|sent)|^received from the governor/iu,
    classes: [],
    last: true,
  },
  { words: /^com substitute adopted/iu, classes: ['amendment-passage', 'substitution'], last: true },
  { words: /^ratified/iu, classes: ['enrolled'], last: true },
  { words: /^amend tabled|^amendment .*tabled/iu, classes: ['amendment-deferral'], last: true },
  { words: /^amend\w* (?:failed|ruled)|^amendment ruled/iu, classes: ['amendment-failure'], last: true },
  { words: /^failed concur/iu, classes: [], last: true },
  { words: /^concurred\b|^conf report adopted/iu, classes: ['concurrence'], last: true },
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
]

const virginia: RuleTable = [
  {
    words: /governor's recommendation|^laid on clerk|^taken up for|^motion\b|^constitutional reading/iu,
    classes: [],
    last: true,
  },
  { words: /^agreed to by (?:house|senate)\b/iu, classes: ['passage'], last: true },
  { words: /^passed by for the day/iu, classes: ['deferral'], last: true },
  { words: /^continued to (?:20\d\d|next)/iu, classes: ['carried-over'], last: true },
]

export const south = {
  al: alabama,
  ar: arkansas,
  dc: districtOfColumbia,
  de: delaware,
  ga: georgia,
  ky: kentucky,
  la: louisiana,
  md: maryland,
  nc: northCarolina,
  tx: texas,
  va: virginia,
}
