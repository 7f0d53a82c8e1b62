import { jurisdictions, sampleJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { type FactReader, factsBy } from './fact.ts'

const states = [...jurisdictions.filter(({ abbreviation }) => abbreviation !== 'us'), sampleJurisdiction]
const divisionByName = new Map(
  states.flatMap(({ name, aliases, division_id }) =>
    [name, ...aliases.filter((alias) => !alias.startsWith('ocd-'))].map(
      (one) => [one.toLowerCase(), division_id] as const,
    ),
  ),
)
const CONGRESS = 'ocd-division/country:us'

/** Names that contain the name of a place, and are none: `Kansas City`, `the Colorado River`. */
const PART_OF_NAME = String.raw`(?!\s+(?:city|river|rivers|beach|county|basin|delta|sound|street|avenue|hold))`
const longestFirst = [...divisionByName.keys()].sort((one, other) => other.length - one.length)
const escaped = (name: string) => name.replaceAll('.', String.raw`\.`).replaceAll(' ', String.raw`\s+`)
const NAMES = new RegExp(
  String.raw`(?<!\b(?:george|martha|fort|mount|lake|gulf of|river in)\s+)\b(?:(?:the\s+)?state of\s+)?(?<name>${longestFirst.map(escaped).join('|')})(?!\w)(?:['’]s?)?(?:\s+state(?!\s*(?:park|employee|university|college|police|hospital|route|highway|prison|patrol|worker|fair|aid|budget|tax))(?:['’]s)?(?=\W|$)|\s+(?:legislature|legislators|lawmakers|general assembly|statehouse)\b)?${PART_OF_NAME}`,
  'giu',
)
const NEW_YORK_CITY = /\bNew York City\b|\bNYC\b/giu

/** Postal codes that are also words or other abbreviations. They name a place only after `in` or `from`. */
const AMBIGUOUS = new Set(
  'AL AR AS CO CT DE GU HI IA ID IN LA MA MD ME MI MO MP MS MT NE OH OK OR PA PR SC SD VA VI'.split(' '),
)
const CODES = new Map(
  states.map(({ abbreviation, division_id }) => [abbreviation.toUpperCase(), division_id]),
)
const CODE = new RegExp(
  String.raw`(?<before>\b(?:in|from)\s+)?\b(?<code>${[...CODES.keys()].join('|')})\b(?!['’-]\w|\s+(?:hospital|benefit|health|care|disability|loan|home|medical|clinic|visit)s?\b)`,
  'gu',
)
const FEDERAL =
  /\b(?:in\s+|the\s+|before\s+)*(?:(?:U\.?S\.? |United States )?Congress(?!\w|\s+of\b)|(?:U\.?S\.?|United States) (?:Senate|House(?: of Representatives)?)|federal (?=bills?\b|legislation\b|measures?\b|proposals?\b))/giu

/** Reads places: names of states, territories and Congress, and postal codes in capitals. */
export const places: FactReader = (question) => [
  ...factsBy(question, FEDERAL, ([printed]) => ({
    jurisdictions: [CONGRESS],
    ...(/senate/iu.test(printed) ? { chambers: ['upper' as const] } : {}),
    ...(/house/iu.test(printed) ? { chambers: ['lower' as const] } : {}),
  })),
  ...factsBy(question, NAMES, ({ groups }) => {
    const name = (groups?.name ?? '').toLowerCase().replace(/\s+/gu, ' ')
    return { jurisdictions: [divisionByName.get(name)!] }
  }),
  ...codes(question),
  // The city stays a subject: only its state is a place here.
  ...factsBy(question, NEW_YORK_CITY, () => ({ jurisdictions: [divisionByName.get('new york')!] })).map(
    ({ start, filters }) => ({ start, end: start, filters }),
  ),
]

const codes: (question: string) => ReturnType<FactReader> = (question) => {
  if (!/\p{Ll}/u.test(question)) return []
  return factsBy(question, CODE, ({ groups }) => {
    const { before, code = '' } = groups ?? {}
    if (before === undefined && AMBIGUOUS.has(code)) return undefined
    return { jurisdictions: [CODES.get(code)!] }
  })
}
