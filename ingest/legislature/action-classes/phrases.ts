import type { RuleTable } from './rule.ts'

/**
 * Phrases that mean the same in every legislature. Phrases for something that is only planned or requested
 * come first and end the reading.
 */
export const phrases: RuleTable = [
  {
    words:
      /^(?:scheduled|placed on|posted|notice|set for|ordered to (?:be )?(?:print|engross)|fiscal note|rules? suspended|to be\b|motion to reconsider|message\b)/iu,
    classes: [],
    last: true,
  },
  {
    words: /\bco-?sponsors?\b.*\b(?:added|removed|withdrawn)|^(?:added?|removed?) (?:\S+ )*co-?sponsor/iu,
    classes: ['sponsorship'],
    last: true,
  },

  // amendments
  {
    words: /^(?:\S+ ){0,4}amendments?\b(?!.*\bpassed\b)[^.;]*\bwithdrawn\b/iu,
    classes: ['amendment-withdrawal'],
    last: true,
  },
  {
    words:
      /^(?:\S+ ){0,4}amendments?\b(?!.*\bpassed\b)[^.;]*\b(?:fails?|failed|lost|defeated|rejected|not (?:adopted|agreed to))\b/iu,
    classes: ['amendment-failure'],
    last: true,
  },
  {
    words:
      /^(?:house|senate|assembly) (?:concurs?|concurred|agrees|agreed) (?:in|to|with)\b.*\bamendments?/iu,
    classes: ['concurrence'],
    last: true,
  },
  {
    words: /^(?:\S+ ){0,4}amendments?\b(?!.*\bpassed\b)[^.;]*\b(?:adopted|agreed to)\b/iu,
    classes: ['amendment-passage'],
    last: true,
  },
  {
    words: /^(?:\S+ ){0,4}amendments?\b(?!.*\bpassed\b)[^.;]*\b(?:tabled|laid on the table)\b/iu,
    classes: ['amendment-deferral'],
    last: true,
  },
  {
    words: /^(?:\S+ ){0,4}amendments?\b(?!.*\bpassed\b)[^.;]*\b(?:filed|offered|proposed|introduced)\b/iu,
    classes: ['amendment-introduction'],
    last: true,
  },

  // the executive
  {
    words: /\b(?:presented|delivered|transmitted|sent|forwarded) to (?:the )?governor\b/iu,
    classes: ['executive-receipt'],
  },
  {
    words: /\b(?:line[- ]item|item|partial(?:ly)?) veto/iu,
    classes: ['executive-veto-line-item'],
    last: true,
  },
  {
    words:
      /\bveto\b.*\boverridden\b|\boverrid\w+ (?:the )?(?:governor's )?veto.*\b(?:passed|adopted|prevailed)/iu,
    classes: ['veto-override-passage'],
    last: true,
  },
  { words: /\bveto sustained\b|\boverride\b.*\bfail/iu, classes: ['veto-override-failure'], last: true },
  {
    words: /^(?:pocket )?vetoed by (?:the )?governor\b|^governor vetoed\b|^veto\b.*\bgovernor$/iu,
    classes: ['executive-veto'],
    last: true,
  },
  {
    words:
      /\b(?:will become|becomes|became|allowed to become) law without\b|^law without signature\b|\bwithout (?:the )?governor['’]?s['’]? signature\b/iu,
    classes: ['became-law'],
    last: true,
  },
  {
    words: /\b(?:signed|approved) by (?:the )?governor\b|^governor (?:signed|approved)\b/iu,
    classes: ['executive-signature'],
  },
  {
    words: /^(?:became|becomes) (?:law|act)\b|^assigned (?:chapter|act) (?:number|no)/iu,
    classes: ['became-law'],
  },

  // between the chambers
  { words: /^received (?:in|from|by) the (?:house|senate|assembly)\b/iu, classes: ['receipt'] },
  { words: /^enrolled$/iu, classes: ['enrolled'] },

  // committees
  { words: /\b(?:public )?hearing held\b/iu, classes: ['hearing-held'] },
  { words: /\bwork session held\b/iu, classes: ['work-session'] },
  { words: /^withdrawn from (?:the )?committee|^discharged from/iu, classes: [], last: true },
  {
    words: /\b(?:re-?)?(?:referred|committed) to (?:the )?(?:house |senate |joint )?committee on\b/iu,
    classes: ['referral-committee'],
  },

  // beginning and end
  { words: /^pre-?filed\b/iu, classes: ['filing'] },
  { words: /^introduced\b/iu, classes: ['introduction'] },
  { words: /^read (?:a |the |for the )?(?:first|1st) time\b/iu, classes: ['reading-1'] },
  { words: /^read (?:a |the |for the )?(?:second|2nd) time\b/iu, classes: ['reading-2'] },
  { words: /^read (?:a |the |for the )?(?:third|3rd) time\b/iu, classes: ['reading-3'] },
  { words: /^passed (?:the )?(?:house|senate|assembly)\b/iu, classes: ['passage'] },
  { words: /^withdrawn(?: by (?:the )?(?:sponsor|author|patron).*)?\.?$/iu, classes: ['withdrawal'] },
  { words: /^indefinitely postponed\b|^postponed indefinitely\b/iu, classes: ['failure'] },
  { words: /^(?:laid on (?:the )?table|tabled)\b/iu, classes: ['deferral'] },
  { words: /^carried over to (?:the )?(?:20\d\d|next (?:regular )?session)\b/iu, classes: ['carried-over'] },

  {
    words: /^(?:house |senate |assembly )?(?:introduction and )?(?:first|1st) reading\b/iu,
    classes: ['reading-1'],
  },
  { words: /^(?:house |senate |assembly )?(?:second|2nd) reading\b/iu, classes: ['reading-2'] },
  { words: /^(?:house |senate |assembly )?(?:third|3rd) reading\b/iu, classes: ['reading-3'] },
  { words: /\b(?:third|3rd) (?:reading|time)\b.*\bpassed\b/iu, classes: ['passage'] },
  { words: /^(?:passed|adopted)(?:\.|;|,|$)/iu, classes: ['passage'] },
  {
    words:
      /\b(?:re-?)?(?:referred|committed) to:? (?!(?:the )?(?:second|third|2nd|3rd|engross|print|legislative bureau|calendar))/iu,
    classes: ['referral-committee'],
  },
  {
    words:
      /^(?:reported favorably|favorably reported|committee report: ?(?:ought to pass|do pass)|do pass)\b/iu,
    classes: ['committee-passage-favorable'],
  },
  {
    words: /^(?:speaker|president)(?: of the senate)? signed|^signed by (?:the )?(?:speaker|president)/iu,
    classes: ['enrolled'],
  },
  { words: /^filed$/iu, classes: ['filing'] },
]
