import { plantAdvocacy } from '../../corpus/advocacy/planted-advocacy.ts'
import { issues } from '../../derive/targets/subjects/issue-words.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { jurisdictions } from '../../schemas/vocabulary/jurisdictions.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { evaluateArchive } from './evaluate-archive.ts'
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
const ARCHIVE_DAYS = { from: '2006-10-15', to: '2006-12-20' }
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
  if (isWithin(split, ARCHIVE_DAYS)) {
    const { filings, mentions, ...answered } = await evaluateArchive(split)
    const what = `${filings} filings of the fourth quarter of 2006, with ${mentions} mentions of bills. No bar.`
    return keepTable(split, what, [
      ...rowsOf('bills: who names one later', answered.bills),
      ...rowsOf('bills that a filing named before: who names one later', answered.known_bills),
      ...rowsOf('issues: who files about one later', answered.issues),
    ])
  }
  const days = [ARCHIVE_DAYS, PLANTED_DAYS].map(({ from, to }) => `from ${from} to ${to}`)
  throw new LegislogError('usage', `split is ${split}; it must be a day ${days.join(' or ')}`)
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
