import type { RuleTable } from './rule.ts'

const iowa: RuleTable = [
  { words: /^(?:subcommittee meeting|placed on|explanation|fiscal note|noba)\b/iu, classes: [], last: true },
  {
    words: /^amendments? .*(?:ruled|out of order|not germane)|^point of order raised on amendment/iu,
    classes: ['amendment-failure'],
    last: true,
  },
  { words: /^message from (?:the )?(?:house|senate)/iu, classes: ['receipt'], last: true },
  {
    words: /^(?:[HS][FR] ?\d+ substituted|substituted (?:for|by) [HS])/iu,
    classes: ['substitution'],
    last: true,
  },
  {
    words: /^reported correctly enrolled/iu,
    classes: ['enrolled', 'executive-receipt'],
    last: true,
  },
  { words: /^subcommittee recommends\b.*\bpassage/iu, classes: ['committee-passage-favorable'], last: true },
  { words: /^rereferred to /iu, classes: ['referral-committee'] },
  { words: /^deferred\.?$|^tabled until/iu, classes: ['deferral'] },
  { words: /^committee report[, ].*\b(?:passage|approving)/iu, classes: ['committee-passage'] },
  { words: /^introduced, referred to/iu, classes: ['introduction', 'referral-committee'], last: true },
]

const illinois: RuleTable = [
  {
    words:
      /^(?:added?|removed?|chief|alternate|first|as)\b.*\bco-?sponsor|^co-?sponsor|\bsponsor (?:removed|changed)/iu,
    classes: ['sponsorship'],
    last: true,
  },
  { words: /^(?:alternate )?chief (?:house|senate) sponsor\b/iu, classes: ['sponsorship'], last: true },
  { words: /amendment no\. \d+ .*(?:referred|refers) to\b/iu, classes: [], last: true },
  { words: /amendment no\. \d+ .*(?:tabled|postponed)/iu, classes: ['amendment-deferral'], last: true },
  { words: /amendment no\. \d+ .*withdrawn/iu, classes: ['amendment-withdrawal'], last: true },
  {
    words:
      /^(?:chief sponsor|placed on calendar|third reading deadline|rule \S+ .*established|effective date)/iu,
    classes: [],
    last: true,
  },
  {
    words:
      /^(?:rule \S+ \/ )?(?:re-)?(?:referred|refers?) to |^assignments refers to|^(?:re-)?assigned to|^to .*subcommittee$/iu,
    classes: ['referral-committee'],
  },
  {
    words: /^do pass\b|^recommends? do (?:pass|consent|adopt)/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  { words: /^(?:do consent passed|resolution adopted)/iu, classes: ['passage'], last: true },
  { words: /^arrived? in (?:senate|house)/iu, classes: ['introduction'], last: true },
  { words: /carried over from previous/iu, classes: ['carried-over'] },
  { words: /^public act\b/iu, classes: ['became-law'], last: true },
  { words: /^held in\b|^postponed - /iu, classes: ['deferral'] },
  { words: /^third reading - .*passed/iu, classes: ['reading-3', 'passage'], last: true },
  { words: /^third reading - .*lost/iu, classes: ['reading-3', 'failure'], last: true },
  { words: /^(?:pre)?filed with/iu, classes: ['filing'], last: true },
  { words: /^first reading/iu, classes: ['reading-1'], last: true },
  { words: /^second reading/iu, classes: ['reading-2'], last: true },
]

const kansas: RuleTable = [
  {
    words: /^hearing:|^conference committee report now available|^nonconcurred|\bmotion to concur\b/iu,
    classes: [],
    last: true,
  },
  { words: /^concurred\b/iu, classes: ['concurrence'] },
  { words: /^consent calendar passed/iu, classes: ['passage'] },
  {
    words: /^committee of the whole - committee report be adopted/iu,
    classes: ['amendment-passage'],
    last: true,
  },
  { words: /passed over and retain|^laid on table/iu, classes: ['deferral'], last: true },
  { words: /^enrolled (?:and presented|on)\b/iu, classes: ['enrolled'] },
  {
    words: /^committee report recommending .*\bbe passed/iu,
    classes: ['committee-passage-favorable'],
    last: true,
  },
  {
    words: /^(?:emergency )?final action - (?:substitute )?(?:passed|adopted)/iu,
    classes: ['passage'],
    last: true,
  },
  { words: /^(?:emergency )?final action - not passed/iu, classes: ['failure'], last: true },
  { words: /^adopted\b/iu, classes: ['passage'], last: true },
  { words: /^conference committee report was adopted/iu, classes: ['concurrence'], last: true },
  { words: /^committee of the whole - be passed/iu, classes: [], last: true },
  { words: /^received and introduced/iu, classes: ['introduction'], last: true },
]

const michigan: RuleTable = [
  {
    words:
      /^(?:bill|joint resolution) electronically reproduced|^placed on |^rules? (?:\d+ )?suspended|^roll call\b/iu,
    classes: [],
    last: true,
  },
  { words: /^referred to (?:second|third) reading|^referred to order of/iu, classes: [], last: true },
  { words: /^(?:re-?referred|reassigned) to committee\b/iu, classes: ['referral-committee'], last: true },
  { words: /^introduced by\b|^received on \d/iu, classes: ['introduction'], last: true },
  {
    words: /^reported (?:with(?:out)? recommendation|favorably|by committee of the whole)/iu,
    classes: ['committee-passage'],
    last: true,
  },
  { words: /^passed(?:;| roll call| by (?:house|senate)|$)/iu, classes: ['passage'], last: true },
  { words: /^adopted(?: by\b| as (?:amended|substituted)| roll call|$)/iu, classes: ['passage'], last: true },
  { words: /^(?:not passed|defeated)/iu, classes: ['failure'], last: true },
  {
    words: /^(?:amendments?(?:\(s\))?|substitute)\b.*(?:\bnot (?:adopted|concurred)|defeated)/iu,
    classes: ['amendment-failure'],
    last: true,
  },
  {
    words: /^(?:amendments?(?:\(s\))?|substitute)\b.*withdrawn/iu,
    classes: ['amendment-withdrawal'],
    last: true,
  },
  {
    words: /^(?:house|senate) (?:substitute|amendment).*(?:nonconcurred|not concurred)/iu,
    classes: [],
    last: true,
  },
  {
    words: /^(?:house|senate) (?:substitute|amendment).*\bconcurred in/iu,
    classes: ['concurrence'],
    last: true,
  },
  {
    words: /^(?:substitute|amendments?(?:\(s\))?)\b.*\b(?:adopted|concurred in)|^amended\b/iu,
    classes: ['amendment-passage'],
    last: true,
  },
  { words: /^(?:bill )?ordered enrolled/iu, classes: ['enrolled'], last: true },
  { words: /^assigned pa \d/iu, classes: ['became-law'], last: true },
  {
    words: /co-?sponsor(?:\(s\)|s)? (?:named|removed)|removed as (?:co-?)?sponsor/iu,
    classes: ['sponsorship'],
    last: true,
  },
  { words: /^postponed\b|^laid over\b|^tabled\b/iu, classes: ['deferral'] },
]

const nebraska: RuleTable = [
  { words: /^notice of hearing|^provisions\/portions of|^motion to/iu, classes: [], last: true },
  { words: /\bname (?:added|withdrawn|removed)$/iu, classes: ['sponsorship'], last: true },
  { words: /^(?:bill|resolution) withdrawn\b/iu, classes: ['withdrawal'], last: true },
  { words: /\bMO\d+/u, classes: [], last: true },
  { words: /\b(?:AM|FA|ER|ST)\d+\S* (?:.* )?withdrawn/u, classes: ['amendment-withdrawal'], last: true },
  {
    words: /\b(?:AM|FA|ER|ST)\d+\S* (?:.* )?(?:failed|lost|not adopted)/u,
    classes: ['amendment-failure'],
    last: true,
  },
  { words: /\b(?:AM|FA|ER|ST)\d+\S* (?:.* )?adopted/u, classes: ['amendment-passage'], last: true },
  { words: /title printed\. carryover/iu, classes: ['carried-over'], last: true },
  { words: /^advanced to enrollment and review initial/iu, classes: ['reading-2'], last: true },
  { words: /^(?:bill stands )?indefinitely postponed/iu, classes: ['committee-failure'], last: true },
  { words: /^adopted(?: \d.*)?$/iu, classes: ['passage'], last: true },
  { words: /^laid over|^bracket/iu, classes: ['deferral'] },
  { words: /^returned by governor without approval/iu, classes: ['executive-veto'] },
  { words: /^date of introduction/iu, classes: ['introduction'], last: true },
  { words: /^placed on general file/iu, classes: ['committee-passage'], last: true },
  { words: /^passed on final reading/iu, classes: ['passage'], last: true },
  { words: /^failed on final reading/iu, classes: ['failure'], last: true },
  { words: /^president\/speaker signed/iu, classes: ['enrolled'], last: true },
  { words: /\bfiled$/iu, classes: ['amendment-introduction'], last: true },
]

export const midwest = { ia: iowa, il: illinois, ks: kansas, mi: michigan, ne: nebraska }
