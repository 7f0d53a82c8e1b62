import type { ActionClass } from '../../../schemas/vocabulary/vocabulary.ts'

/**
 * Classes of actions of Congress. GovInfo gives codes for actions of the House and of the Library, not of the
 * Senate. If a code says what was voted on but not the outcome, the words decide. The first rule that fits
 * gives the classes.
 */
type Rule = {
  readonly codes?: readonly string[]
  readonly words?: RegExp
  readonly classes: readonly ActionClass[]
}

const AGREED = /\b(?:passed|agreed to|adopted)\b/iu
const OVER_VETO = /over veto|objections of the president|overrid/iu

const rules: readonly Rule[] = [
  // reports about another measure
  { words: /^(?:rules committee resolution|rule h\. ?res)/iu, classes: [] },

  // vetoes, before passages, because "Passed Senate over veto" is not a passage
  {
    words: new RegExp(`(?:fail|not sustained).*(?:${OVER_VETO.source})|(?:${OVER_VETO.source}).*fail`, 'iu'),
    classes: ['veto-override-failure'],
  },
  {
    words: new RegExp(`passed.*(?:${OVER_VETO.source})|(?:${OVER_VETO.source}).*passed`, 'iu'),
    classes: ['veto-override-passage'],
  },
  { words: /motion to table the veto message.*agreed to/iu, classes: ['veto-override-failure'] },
  { words: /^(?:pocket )?vetoed by president/iu, classes: ['executive-veto'] },
  { words: /^signed by president/iu, classes: ['executive-signature'] },
  { words: /^presented to president/iu, classes: ['executive-receipt'] },
  { words: /^became (?:public|private) law/iu, classes: ['became-law'] },
  { codes: ['28000', 'E20000'], classes: ['executive-receipt'] },
  { codes: ['36000', '39000', '41000', 'E40000'], classes: ['became-law'] },

  // resolving differences
  { codes: ['19500', '20500', 'H41610', 'H41541', 'H1B000'], words: /\bfail/iu, classes: ['failure'] },
  { codes: ['19500', '20500', 'H41610', 'H1B000'], words: /agreed to/iu, classes: ['concurrence'] },
  {
    words: /^(?:the )?(?:senate|house) (?:agreed to|concurred in) the (?:house|senate) amendments?/iu,
    classes: ['concurrence'],
  },
  {
    words: /^on motion .*\b(?:agree to|concur in) the senate amendments?\b.*\bfail/iu,
    classes: ['failure'],
  },
  {
    words: /^on motion .*\b(?:agree to|concur in) the senate amendments?\b.*\bagreed to (?:by|without|in)/iu,
    classes: ['concurrence'],
  },
  { words: /conference report (?:agreed to|filed)/iu, classes: [] },

  // floor
  { codes: ['9000', '18000'], classes: ['failure'] },
  {
    codes: ['8000', '17000', 'H37100', 'H37300'],
    words: /\bfail|not agreed to|rejected/iu,
    classes: ['failure'],
  },
  { codes: ['8000', '17000', 'H37100', 'H37300'], words: AGREED, classes: ['passage'] },
  {
    words: /^failed of passage|^(?:resolution|joint resolution|measure) not agreed to/iu,
    classes: ['failure'],
  },
  {
    words: /^passed (?:senate|house)|^(?:concurrent |joint )?resolution agreed to in (?:senate|house)/iu,
    classes: ['passage'],
  },
  // A rule of the House takes the place of the vote.
  {
    words: /\b(?:house|senate) amendments?\b.*\b(?:is|are) considered (?:as )?(?:agreed to|concurred in)\b/iu,
    classes: ['concurrence'],
  },
  { words: /\bis considered (?:as )?(?:passed|agreed to|adopted)\b/iu, classes: ['passage'] },
  { codes: ['H34400'], classes: ['amendment-passage'] },
  { words: /^the house adopted the amendment/iu, classes: ['amendment-passage'] },

  {
    words: /^(?:submitted|introduced) in (?:the )?(?:senate|house),.*\b(?:agreed to|passed)\b/iu,
    classes: ['introduction', 'passage'],
  },
  {
    words:
      /^on (?:passage|agreeing to the (?:\w+ )?resolution|motion to suspend the rules and (?:pass|agree))\b.*\bfail/iu,
    classes: ['failure'],
  },
  {
    words:
      /^on (?:passage|agreeing to the (?:\w+ )?resolution)\b.*\b(?:passed|agreed to (?:by|without|in))/iu,
    classes: ['passage'],
  },

  { words: /^indefinitely postponed by/iu, classes: ['failure'] },

  // committees
  {
    codes: ['5000', '14000', 'H12100', 'H12200'],
    classes: ['committee-passage', 'reported-out-of-committee'],
  },
  {
    words: /^(?:committee on .*\. )?(?:original measure )?reported (?:\(amended\) )?(?:by|to)/iu,
    classes: ['committee-passage', 'reported-out-of-committee'],
  },
  { words: /ordered to be reported|forwarded by subcommittee/iu, classes: ['committee-passage'] },
  {
    words: /read twice and referred|^(?:received .*)?referred to|^referred/iu,
    classes: ['referral-committee'],
  },
  { codes: ['H11100', 'H11100-A', '2000', '3000', '11000'], classes: ['referral-committee'] },
  { words: /hearings? held|held hearings/iu, classes: ['hearing-held'] },
  { words: /mark-?up session held|consideration and mark-?up/iu, classes: ['work-session'] },

  // beginning
  { codes: ['1000', '10000', 'Intro-H'], classes: ['introduction'] },
  { words: /^(?:introduced|submitted) in (?:the )?(?:house|senate)/iu, classes: ['introduction'] },
  { codes: ['H14000'], classes: ['receipt'] },
  { words: /^received in the (?:house|senate)/iu, classes: ['receipt'] },
  { words: /read the second time/iu, classes: ['reading-2'] },
]

/** `code` is the action code of BILLSTATUS, empty for an action of the Senate. */
export function classifyCongressAction(code: string, text: string): readonly ActionClass[] {
  const rule = rules.find(
    ({ codes, words }) =>
      (codes === undefined || codes.includes(code)) && (words === undefined || words.test(text)),
  )
  return rule?.classes ?? []
}
