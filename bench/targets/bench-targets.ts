import { plantAdvocacy } from '../../corpus/advocacy/planted-advocacy.ts'
import { issues } from '../../derive/targets/subjects/issue-words.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { jurisdictions } from '../../schemas/vocabulary/jurisdictions.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { evaluatePlanted } from './evaluate-planted.ts'
import { rowsOf } from './report-rankings.ts'

const SEEDS = [1, 2, 3]
const PLANTED = {
  organizations: 1_500,
  policies: 400,
  issue_codes: Object.keys(issues),
  jurisdictions: jurisdictions.slice(0, 30).map(({ division_id }) => division_id),
  first_day: '2023-01-01',
  days: 1_400,
}
/** Days with something before and after them. */
const PLANTED_DAYS = { from: '2025-01-01', to: '2026-06-01' }
const BAR = 1.5

const HEAD = [
  'question',
  'n',
  'recall@20',
  'popularity',
  'ratio',
  'MRR',
  'popularity',
  'ratio',
  'recall@20 by popularity within the issues',
]

/** Ranks with what was known before a day, and looks for who acted later. */
export async function benchTargets(split: string): Promise<string> {
  if (!/^\d{4}-\d\d-\d\d$/u.test(split) || Number.isNaN(Date.parse(split))) {
    throw new LegislogError('usage', `split is ${JSON.stringify(split)}; it must be a day such as 2026-01-01`)
  }
  if (isWithin(split, PLANTED_DAYS)) return keepTable(split, GENERATED, measurePlanted(split))
  const { from, to } = PLANTED_DAYS
  throw new LegislogError('usage', `split is ${split}; it must be a day from ${from} to ${to}`)
}

const isWithin = (day: string, { from, to }: typeof PLANTED_DAYS): boolean => day >= from && day <= to

const keepTable = (split: string, what: string, rows: readonly (readonly string[])[]): Promise<string> =>
  keepResult(
    `legislog bench targets --split ${split}`,
    [`${what} Everything from ${split} is hidden.`, INTERVALS, markdown(HEAD, rows)].join('\n\n'),
  )

const GENERATED = `Generated: ${PLANTED.organizations} organizations. Bar: ${BAR} times popularity, for recall and MRR.`

const INTERVALS =
  'Mean, and interval of 95 % (bootstrap of the questions). Popularity: the organizations with most filings and statements before the day, the same for every bill.'

const measurePlanted = (split: string): string[][] =>
  SEEDS.flatMap((seed) => {
    const { all, newcomers } = evaluatePlanted(plantAdvocacy(PLANTED, seed), split)
    return [
      ...rowsOf(`seed ${seed}: who acts on the bill later`, all),
      ...rowsOf(`seed ${seed}: only who had not acted on it before`, newcomers),
    ]
  })
