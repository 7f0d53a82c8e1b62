import type { RuleTable } from './rule.ts'

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
  { words: /\bintroduced by\b/iu, classes: ['introduction'], last: true },
  { words: /^final reading\b/iu, classes: ['reading-3'], last: true },
  { words: /^transmitted to mayor/iu, classes: ['executive-receipt'], last: true },
  { words: /^signed by the mayor/iu, classes: ['executive-signature'], last: true },
  { words: /^law l\d/iu, classes: ['became-law'], last: true },
  { words: /^returned .*\bvetoed\b|^vetoed\b/iu, classes: ['executive-veto'], last: true },
  { words: /^approved with resolution number/iu, classes: ['became-law'], last: true },
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
  { words: /^favorable\b/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^unfavorable report/iu, classes: ['committee-passage-unfavorable'], last: true },
  { words: /^first reading\b/iu, classes: ['reading-1', 'referral-committee'], last: true },
  { words: /^referred \w/iu, classes: ['referral-committee'], last: true },
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
  { words: /^passed 1st reading/iu, classes: ['reading-1'], last: true },
  { words: /^passed 2nd reading/iu, classes: ['reading-2'], last: true },
  { words: /^passed 3rd reading/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /^(?:re-?)?ref(?:erred)? (?:to|com)\b/iu, classes: ['referral-committee'], last: true },
  { words: /^reptd fav/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^filed$/iu, classes: ['introduction'], last: true },
  { words: /^pres\. to gov/iu, classes: ['executive-receipt'], last: true },
  { words: /^signed by gov/iu, classes: ['executive-signature'], last: true },
  { words: /^ch\. (?:sl|res)\b/iu, classes: ['became-law'], last: true },
  { words: /^amend adopted/iu, classes: ['amendment-passage'], last: true },
  { words: /^vetoed\b/iu, classes: ['executive-veto'], last: true },
  { words: /^failed [23]/iu, classes: ['failure'], last: true },
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
  {
    words:
      /^passed by indefinitely|^left in\b|^(?:subcommittee )?(?:recommends )?laying on the table|^tabled\b/iu,
    classes: ['committee-failure'],
    last: true,
  },
  { words: /^reported from\b/iu, classes: ['committee-passage'], last: true },
  { words: /^(?:presented|prefiled)\b.*\boffered\b/iu, classes: ['filing', 'introduction'], last: true },
  { words: /^presented\b/iu, classes: ['introduction'], last: true },
  { words: /^signed by (?:speaker|president)/iu, classes: ['enrolled'], last: true },
  { words: /^stricken\b/iu, classes: ['withdrawal'], last: true },
  { words: /^(?:acts of assembly )?chapter\b|^acts of assembly/iu, classes: ['became-law'], last: true },
  { words: /\bamendments? agreed to\b/iu, classes: ['amendment-passage'], last: true },
  { words: /^(?:bill text|rules suspended|engrossed)\b/iu, classes: [], last: true },
]

export const southAtlantic = {
  dc: districtOfColumbia,
  de: delaware,
  ga: georgia,
  md: maryland,
  nc: northCarolina,
  va: virginia,
}
