import type { StepRule } from './step-rules.ts'

/** Rules for places whose classes mislead in a particular way. They precede the rules for all places. */
export const placeStepRules: readonly StepRule[] = [
  { of: ['passage'], in: ['nh'], words: /\bMF\b/u, step: undefined },
  { of: ['passage'], in: ['nh'], words: /refer to finance/iu, step: { kind: 'reported' } },
  { of: ['executive-signature'], in: ['nh'], words: /not signed off/iu, step: undefined },
  // Arizona: a third reading has that class too; any other "PASSED" is about a motion or the other chamber's
  // amendments.
  {
    of: ['passage'],
    in: ['az'],
    without: 'reading-3',
    words: /^passed$/iu,
    step: (chamber) => ({ kind: 'concurred', chamber, amended: false, is_some_motion: true }),
  },
  // Arizona: "W/D" is a committee giving the bill back.
  { of: ['withdrawal'], in: ['az'], words: /^W\/D/u, step: undefined },
  // District of Columbia: the Mayor's signature makes an act; Congress reviews it before it is law, unless it expires by itself.
  { of: ['became-law'], in: ['dc'], words: /^transmitted to congress/iu, step: { kind: 'presented' } },
  { of: ['became-law'], in: ['dc'], words: /resolution number/iu, step: { kind: 'adopted' } },
  {
    of: ['executive-signature', 'became-law'],
    in: ['dc'],
    words: /\bact number\b(?!.*\bexpires\b)/iu,
    step: { kind: 'presented' },
  },
  {
    of: ['reading-3'],
    in: ['dc'],
    words: /^final reading/iu,
    step: { kind: 'passed', chamber: null, amended: false },
  },
  // Maine: each chamber passes a bill to be engrossed, then both one text to be enacted; amendments are classed as passages.
  {
    of: ['passage', 'committee-passage-favorable'],
    in: ['me'],
    words: /\bamendment\b.*\badopted\b/iu,
    step: undefined,
  },
  {
    of: ['passage'],
    in: ['me'],
    words: /\bpassed to be enacted\b|\bfinally passed\b/iu,
    step: (chamber) => ({ kind: 'conference_agreed', chamber }),
  },
  {
    of: ['reading-3'],
    in: ['me'],
    words: /^(?!.*\breconsider).*\bpassed to be engrossed\b/iu,
    step: (chamber, text) => ({
      kind: 'passed',
      chamber,
      amended: /non-?concurrence/iu.test(text),
      same: !/non-?concurrence/iu.test(text),
    }),
  },
  // Virginia: the Governor's recommendations are not a signature or a veto.
  {
    of: ['executive-signature', 'executive-veto-line-item'],
    in: ['va'],
    words: /governor's recommendation/iu,
    step: undefined,
  },
  { of: ['became-law'], in: ['nc'], words: /^ch\. res/iu, step: { kind: 'adopted' } },
  // Connecticut: a number, before the governor has the bill.
  {
    of: ['became-law', 'enrolled'],
    in: ['ct'],
    words: /^(?:public|special) act\b/iu,
    step: { kind: 'agreed_by_both' },
  },
  // Alaska: the clerk's entry after the vote, and a motion that was carried.
  { of: ['passage'], in: ['ak'], words: /\breturned to rules\b/iu, step: undefined },
  { of: ['failure'], in: ['ak'], words: /^(?!.*\bfailed (?:passage|to pass)\b)/iu, step: undefined },
  { of: ['reading-1'], in: ['ak'], words: /- referrals$/iu, step: { kind: 'referred' } },
  // Alaska: both chambers sit together for it.
  {
    of: ['veto-override-passage'],
    in: ['ak'],
    words: /\bveto overridden\b/iu,
    step: (chamber) => ({ kind: 'override_passed', chamber, final: true }),
  },
  // Wyoming: a number is given long before, and a bill that is not taken up for introduction has failed.
  { of: ['reading-1'], in: ['wy'], words: /^bill number assigned/iu, step: { kind: 'filed' } },
  { of: ['deferral'], in: ['wy'], words: /not consider for introduction/iu, step: { kind: 'failed' } },
  { of: ['passage'], in: ['wy'], words: /\breconsideration motion\b/iu, step: undefined },
  // Alaska: an amendment's vote is taken back.
  { of: ['passage'], in: ['ak'], words: /\brescind action/iu, step: undefined },
  // Washington: a committee recommends a substitute, which changes nothing yet.
  { of: ['substitution'], in: ['wa'], words: /\bmajority; .*do pass/iu, step: { kind: 'reported' } },
  {
    of: ['amendment-passage'],
    in: ['al'],
    words: /\bmotion to adopt\b.*- ?adopted\b/iu,
    step: (chamber) => ({ kind: 'passed', chamber, amended: false, is_adoption: true }),
  },
  { of: ['introduction'], in: ['co'], words: /- assigned to \S/iu, step: { kind: 'referred' } },
  // Delaware: a motion to suspend the rules was lost, not the bill.
  { of: ['failure'], in: ['de'], words: /\bMTSR\b/iu, step: undefined },
  // Louisiana: a committee may have a bill before the session, in which it is introduced.
  { of: ['referral-committee'], in: ['la'], words: /\bprovisionally referred\b/iu, step: { kind: 'filed' } },
  // Maine: the legislature's own entry of what a chamber has done.
  { of: ['referral-committee'], in: ['me'], words: /^referred to - /iu, step: undefined },
  // Texas: the secretary files a bill on receipt; its first reading comes later.
  { of: ['introduction'], in: ['tx'], words: /^received by the secretary/iu, step: { kind: 'filed' } },
  // Utah: the calendar and the committee give it back, which is not a step; an agreement is classed as an
  // amendment.
  { of: ['reading-2'], in: ['ut'], words: /\bto rules\b/iu, step: undefined },
  { of: ['committee-passage'], in: ['ut'], words: /\bsent to rules\b/iu, step: { kind: 'referred' } },
  {
    of: ['amendment-passage'],
    in: ['ut'],
    words: /\/ concurs with\b/iu,
    step: (chamber) => ({ kind: 'concurred', chamber, amended: false }),
  },
]
