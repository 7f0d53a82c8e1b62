/**
 * The effects of a motion that passes. Such a vote can kill a bill (New Hampshire: "Inexpedient to Legislate:
 * MA"), defer it, or only change its text; sources call all of them passages.
 */
const motions = {
  passage: { classes: ['passage'], carried: 'passes', lost: 'fails' },
  reading: { classes: ['reading-2'], carried: 'advances', lost: 'none' },
  report: { classes: ['committee-passage'], carried: 'reports', lost: 'none' },
  amendment: { classes: ['amendment'], carried: 'amends', lost: 'none' },
  concurrence: { classes: ['concurrence'], carried: 'agrees', lost: 'none' },
  nonconcurrence: { classes: ['nonconcurrence'], carried: 'none', lost: 'none' },
  conference_report: { classes: ['conference-report'], carried: 'agrees', lost: 'none' },
  veto_override: { classes: ['veto-override'], carried: 'overrides', lost: 'none' },
  /** Inexpedient to legislate, indefinitely postpone, reject, accept a report against the bill. */
  rejection: { classes: ['failure'], carried: 'kills', lost: 'none' },
  /** Lay on the table, refer to interim study: work on the bill stops without a decision. */
  rest: { classes: ['deferral'], carried: 'rests', lost: 'none' },
  reconsideration: { classes: ['reconsideration'], carried: 'reopens', lost: 'none' },
  /** Rules, calendars, effective dates, co-authors. */
  procedure: { classes: [], carried: 'none', lost: 'none' },
} as const satisfies Record<
  string,
  { readonly classes: readonly string[]; readonly carried: string; readonly lost: string }
>
export type MotionKind = keyof typeof motions
export type MotionEffect = (typeof motions)[MotionKind]['carried' | 'lost']
export type MotionOutcome = 'pass' | 'fail'

type Rule = { readonly in?: readonly string[]; readonly words: RegExp; readonly kind: MotionKind }

/** The first that fits. Motions about motions come first, then amendments, then votes on the bill itself. */
const rules: readonly Rule[] = [
  { in: ['id'], words: /\bread .*in full\b/iu, kind: 'passage' },
  { words: /\b(?:un)?table\b.*\bamendment|\bamendment\b.*\btable\b/iu, kind: 'procedure' },
  {
    words:
      /\breconsider|remove from (?:the )?table|take from (?:the )?table|\bspecial order|\bsuspend|\blimit debate|\bco-?authors?\b|\btime limit|effective dates?\b|previous question|\bretained\b|\brescind|\badjourn|print in (?:the )?(?:permanent )?journal|\bdivide the question/iu,
    kind: 'procedure',
  },
  { words: /\boverrid|veto[- ]override|notwithstanding|\bveto sustained/iu, kind: 'veto_override' },
  { words: /\binexpedient\b|^ITL\b/u, kind: 'rejection' },
  { words: /\binexpedient\b|indefinitely postpone|postpone indefinitely/iu, kind: 'rejection' },
  { in: ['ut'], words: /strike enacting clause/iu, kind: 'rejection' },
  { words: /\bought not to pass\b|\bmotion to reject\b/iu, kind: 'rejection' },
  {
    words: /\binterim study\b|^RIS\b|\blay\b.*\bon (?:the )?table|^table$|^motion to table$/iu,
    kind: 'rest',
  },
  { words: /conference (?:committee )?(?:report|- )|\bC\.? ?RPT\b|\bCofC\b/iu, kind: 'conference_report' },
  { words: /non-?concur|\breject (?:the )?(?:senate|house) amend/iu, kind: 'nonconcurrence' },
  { words: /\bconcur/iu, kind: 'concurrence' },
  { in: ['ak'], words: /\bAM NO\b|\bAM \d/u, kind: 'amendment' },
  { in: ['ne'], words: /\b(?:AM|FA|ER|ST)\d+/u, kind: 'amendment' },
  { in: ['ne'], words: /\bMO\d+/u, kind: 'procedure' },
  { in: ['ne', 'vt'], words: /^advanced to|^3rd reading ordered/iu, kind: 'reading' },
  { in: ['wa'], words: /\bPg \d+ Ln \d+/u, kind: 'amendment' },
  {
    words:
      /^(?:adopt )?(?:\S+ ){0,3}(?:floor )?(?:amendment|substitute)\b|\bproposals? of amendment\b|recommendation of amendment/iu,
    kind: 'amendment',
  },
  { words: /^(?:motion to recommend|do pass|do not pass|recommend)/iu, kind: 'report' },
  { in: ['ny'], words: /^(?!floor|assembly|senate).* vote\b/iu, kind: 'report' },
  {
    words:
      /\bfinal (?:passage|consideration|reading)\b|\b(?:third|3rd) reading\b|\bread third time\b|^(?:ought to pass|OTPA?)\b|\bpass(?:ed|age)?\b|^floor vote|^assembly vote|^adopt(?:ed|ion)?\b/iu,
    kind: 'passage',
  },
]

/** `place` is the postal code. null if the words do not show the kind. */
export function motionOf(text: string, place: string): MotionKind | null {
  const rule = rules.find((one) => (one.in === undefined || one.in.includes(place)) && one.words.test(text))
  return rule?.kind ?? null
}

/** Gives the effect on the bill. */
export function effectOf(kind: MotionKind, outcome: MotionOutcome): MotionEffect {
  return outcome === 'pass' ? motions[kind].carried : motions[kind].lost
}

const LOST =
  /\b(?:failed|fails|lost|defeated|disagreed to|rejected|not (?:adopted|passed|agreed to|concurred))\b/iu
const CARRIED =
  /\b(?:passed|adopted|agreed to|prevailed|carried|concurred|approved|overridden|do pass(?: amended)?|accepted)\b/iu
const NO_OUTCOME = /\bas (?:passed|adopted)\b|\bpassed (?:over|by for)\b/iu

/** Gives the outcome by the words, never by the counts. null if the words say nothing, or both outcomes. */
export function outcomeOf(text: string, place: string): MotionOutcome | null {
  if (place === 'nh') {
    const code = /\b(M|A)(A|F)\b/u.exec(text)?.[2]
    if (code !== undefined) return code === 'A' ? 'pass' : 'fail'
  }
  if (NO_OUTCOME.test(text)) return null
  const isLost = LOST.test(text.replace(/\bdisagreed to\b/iu, 'rejected'))
  const isCarried = CARRIED.test(text.replace(/\bdisagreed to\b|\bnot \w+\b/giu, ''))
  return isLost === isCarried ? null : isLost ? 'fail' : 'pass'
}

/**
 * Gives the classes of a roll call's motion: the source's own, unless it gives none or wrongly calls the
 * motion a passage.
 */
export function motionClasses(given: readonly string[], text: string, place: string): string[] {
  const isDefault = given.length === 0 || (given.length === 1 && given[0] === 'passage')
  const kind = isDefault ? motionOf(text, place) : null
  return kind === null ? [...new Set(given)] : [...motions[kind].classes]
}
