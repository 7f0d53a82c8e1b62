import type { BillStatus } from '../../schemas/vocabulary/vocabulary.ts'
import { type FactReader, factsBy } from './fact.ts'

const PENDING: readonly BillStatus[] = [
  ...(['prefiled', 'introduced', 'in_committee', 'reported', 'passed_one_chamber'] as const),
  ...(['passed_both', 'to_executive', 'carried_over'] as const),
]
const PASSED: readonly BillStatus[] = ['passed_both', 'to_executive', 'enacted', 'adopted', 'vetoed']
const PASSED_CHAMBER: readonly BillStatus[] = ['passed_one_chamber', ...PASSED]

const BILLS = '(?:bills?|measures?|resolutions?|legislation|proposals?|laws?|acts?)'
const BE =
  '(?:(?:that|which)\\s+)?(?:have\\s+been|has\\s+been|had\\s+been|were|was|are|is|got|have|has|already|recently)'

/** A word of status is read beside `bill` or after a verb: `failed drug tests` are a subject. */
const stated = (words: string): RegExp =>
  new RegExp(
    `\\b(?:${words})\\s+(?=${BILLS}\\b)|\\b(?:${BE}\\s+){1,2}(?:${words})(?=[\\s?.!,]*$|\\s+(?:in|by|since|about|on|to|that|this|last|and|or|with)\\b)|(?<=\\b${BILLS}\\s+)(?:that\\s+|which\\s+)?(?:${words})(?=[\\s?.!,]*$|\\s+(?:in|by|since|about|on|to|this|last)\\b)`,
    'giu',
  )

const forms: readonly (readonly [pattern: RegExp, statuses: readonly BillStatus[]])[] = [
  [
    /\b(?:(?:has|have|was|were|been|that|which|got)\s+){0,3}(?:signed into law|signed by the governor|became law|become law|enacted into law)\b/giu,
    ['enacted'],
  ],
  [/\b(?:(?:have|has|that|which)\s+){0,2}passed (?:both|the two) (?:chambers|houses)\b/giu, PASSED],
  [
    /\b(?:(?:have|has|that|which)\s+){0,2}passed (?:in |by )?the (?:state )?(?:senate|house(?: of \w+)?|assembly)\b/giu,
    PASSED_CHAMBER,
  ],
  [/\b(?:(?:are|is|still|currently|stuck|sitting)\s+){0,3}in committee\b/giu, ['in_committee']],
  [/\b(?:(?:that|were|was|been|have|has|got)\s+){0,3}vetoed(?:\s+by the governor)?\b/giu, ['vetoed']],
  [stated('enacted'), ['enacted']],
  [stated('passed'), PASSED],
  [stated('failed|died|dead|defeated|rejected|killed'), ['failed', 'dead']],
  [stated('withdrawn'), ['withdrawn']],
  [stated('prefiled'), ['prefiled']],
  [stated('adopted'), ['adopted']],
  [stated('pending|active|still alive|alive|under consideration'), PENDING],
]

/** Reads the progress of bills: `vetoed`, `signed into law`, `pending bills`. */
export const statuses: FactReader = (question) => {
  let rest = question
  return forms.flatMap(([pattern, named]) => {
    const facts = factsBy(rest, pattern, () => ({ statuses: named }))
    rest = rest.replace(pattern, (printed) => ' '.repeat(printed.length))
    return facts
  })
}
