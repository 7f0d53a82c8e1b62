/** Stages of a bill, in the order in which most bills pass them. */
const LAW = 12
const ENROLLED = 11
const OWN_CHAMBER_UNKNOWN = 4
const OTHER_CHAMBER_UNKNOWN = 8

type Step = {
  readonly name: RegExp
  /** The codes of GovInfo, without the letter of the chamber and the number of a print. */
  readonly codes: readonly string[]
  readonly own: number
  readonly other: number
}

/** Steps of Congress. The chamber of the bill acts first. The first step that fits counts. */
const congressSteps: readonly Step[] = [
  { name: /^introduced/iu, codes: ['i'], own: 0, other: 0 },
  { name: /^(?:referral instructions|referred with amendments)/iu, codes: ['ri', 'ra'], own: 1, other: 6 },
  { name: /^(?:reported|committee discharged)/iu, codes: ['r', 'cd'], own: 2, other: 7 },
  { name: /^placed on calendar/iu, codes: ['pc'], own: 3, other: 7 },
  { name: /^(?:re-)?engrossed amendment/iu, codes: ['ea', 'rea', 're'], own: 10, other: 9 },
  {
    name: /^(?:engrossed|agreed to|considered and passed)/iu,
    codes: ['e', 'at', 'cp', 'ep'],
    own: 5,
    other: 8,
  },
  { name: /^(?:referred|received|held at desk)/iu, codes: ['rf', 'rd', 'rt', 'hd'], own: 6, other: 6 },
]

/** Words of the states' notes, the latest stage first. */
const stateSteps: readonly (readonly [words: RegExp, stage: number])[] = [
  [/\b(?:public law|session law|chapter(?:ed)?|enacted|act \d+|signed)\b|\bact$/iu, LAW],
  [
    /\b(?:(?:re-?)?enroll(?:ed|ment)|passed (?:the )?legislature|passed (?:by )?both|finally passed)\b/iu,
    ENROLLED,
  ],
  [/\b(?:conference|concurrence)\b/iu, 10],
  [/\bproposal of amendment\b/iu, 9],
  [/\b(?:(?:re-?)?engross(?:ed|ment)|as passed|passed (?:by )?(?:the )?(?:house|senate|assembly))\b/iu, 5],
  [/\b(?:substitute|amend(?:ed|ments?)|reported|committee)\b/iu, 3],
  [/\b(?:introduced|introduction|prefiled|pre-filed|filed|original)\b/iu, 0],
]

/**
 * The stage of a version by its note; a later stage is greater. The notes of all versions of the bill say in which chamber
 * of Congress it began.
 */
export function stageOf(note: string, notes: readonly string[]): number {
  const named = /\b(house|senate)\b/iu.exec(note)?.[1]?.toLowerCase()
  const step = congressSteps.find(({ name }) => named !== undefined && name.test(note))
  if (step !== undefined) return atStep(step, named![0]!, notes)
  const [, code, chamber] = /^(?!renr?$|enr$|pl$|pp$)([a-z]{1,3})([hs])\d*$/u.exec(note) ?? []
  if (code !== undefined) {
    const coded = congressSteps.find(({ codes }) => codes.includes(code))
    if (coded !== undefined) return atStep(coded, chamber!, notes)
    return isOwn(chamber!, notes) ? OWN_CHAMBER_UNKNOWN : OTHER_CHAMBER_UNKNOWN
  }
  if (/^r?enr\d*$/u.test(note)) return ENROLLED
  if (/^(?:pl|law)$/u.test(note)) return LAW
  return stateSteps.find(([words]) => words.test(note))?.[1] ?? OWN_CHAMBER_UNKNOWN
}

const atStep = (step: Step, chamber: string, notes: readonly string[]): number =>
  isOwn(chamber, notes) ? step.own : step.other

/** Whether the chamber, `h` or `s`, is the one in which the bill was introduced. */
function isOwn(chamber: string, notes: readonly string[]): boolean {
  const origin = notes
    .map((note) => /^introduced in (house|senate)/iu.exec(note)?.[1] ?? /^i([hs])$/u.exec(note)?.[1])
    .find((found) => found !== undefined)
  return origin === undefined || origin[0]!.toLowerCase() === chamber
}
