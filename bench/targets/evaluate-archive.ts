import { join } from 'node:path'
import { findBillMentions } from '../../derive/mentions/text/find-bill-mentions.ts'
import { type Act, type Activity, evidenceOf, type NearBill } from '../../derive/targets/score/evidence-of.ts'
import { rankTargets } from '../../derive/targets/score/rank-targets.ts'
import { codeOf } from '../../derive/targets/subjects/issue-codes.ts'
import { issues } from '../../derive/targets/subjects/issue-words.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { type Answered, byCount } from './evaluate-planted.ts'

const CONGRESS = 'ocd-division/country:us'
const archive = join(projectFolder, '..', 'shared', 'data', 'lobbying', 'lda-xml', '2006_4.zip')

/** One issue of a filing, with the bills that it names. */
type Line = {
  readonly organization_id: number
  readonly day: string
  readonly issue_code: string
  readonly bills: readonly string[]
}

export type ArchiveResult = {
  readonly filings: number
  readonly mentions: number
  /** Questions that ask which organizations name a bill later. */
  readonly bills: readonly Answered[]
  /** The same, for bills that a filing named before. */
  readonly known_bills: readonly Answered[]
  /** Questions that ask which organizations file about an issue later. */
  readonly issues: readonly Answered[]
}

/** Hides the filings of a day and later, and asks who names a bill then, and who files about an issue. */
export async function evaluateArchive(split: string): Promise<ArchiveResult> {
  const { filings, lines } = await readLines()
  const known = lines.filter(({ day }) => day < split)
  const hidden = lines.filter(({ day }) => day >= split)
  const rank = createRanking(known, split)
  const popular = byCount(known)
  const answered = (
    ranked: readonly number[],
    codes: readonly string[],
    relevant: ReadonlySet<number>,
  ): Answered => ({
    ours: { ranked, relevant },
    popularity: { ranked: popular, relevant },
    of_issues: { ranked: byCount(known.filter(({ issue_code }) => codes.includes(issue_code))), relevant },
  })
  const named = Map.groupBy(
    hidden.flatMap((line) => line.bills.map((bill) => ({ ...line, bill }))),
    ({ bill }) => bill,
  )
  const ofBills = [...named].map(([bill, later]) => {
    const before = known.filter(({ bills }) => bills.includes(bill))
    const codes = [...new Set(before.map(({ issue_code }) => issue_code))]
    const relevant = new Set(later.map(({ organization_id }) => organization_id))
    return { is_known: before.length > 0, answer: answered(rank(codes, before), codes, relevant) }
  })
  const ofIssues = [...Map.groupBy(hidden, ({ issue_code }) => issue_code)].map(([code, later]) =>
    answered(rank([code], []), [code], new Set(later.map(({ organization_id }) => organization_id))),
  )
  return {
    filings,
    mentions: lines.reduce((sum, { bills }) => sum + bills.length, 0),
    bills: ofBills.map(({ answer }) => answer),
    known_bills: ofBills.filter(({ is_known }) => is_known).map(({ answer }) => answer),
    issues: ofIssues,
  }
}

async function readLines(): Promise<{ readonly filings: number; readonly lines: readonly Line[] }> {
  const ids = new Map<string, number>()
  const lines: Line[] = []
  let filings = 0
  const input = { paths: [archive], started_at: '2026-11-30T00:00:00Z', passed_over() {} }
  for await (const item of (await loadSource('lda')).read(input)) {
    if (item.kind !== 'observed') continue
    for (const seen of item.group) {
      if (seen.entity !== 'lobbying_filing' || seen.parts.filing === undefined) continue
      filings += 1
      const { client, posted_at, year, activities } = seen.parts.filing
      const organization_id = ids.get(client.ocd_id) ?? ids.size + 1
      ids.set(client.ocd_id, organization_id)
      for (const { issue_code, issue, description } of activities) {
        const code = codeOf(issue_code ?? '') ?? codeOf(issue ?? '')
        if (code === undefined || posted_at === null) continue
        const bills = findBillMentions(description ?? '', year).map(
          ({ congress, identifier }) => `${congress} ${identifier}`,
        )
        lines.push({ organization_id, day: posted_at.slice(0, 10), issue_code: code, bills })
      }
    }
  }
  return { filings, lines }
}

const BILL = 1

function createRanking(known: readonly Line[], split: string) {
  const updated_at = `${split}T00:00:00.000000Z`
  const common = { updated_at, quote: null, source_url: null, is_ended: false }
  const breadth = new Map(
    [...Map.groupBy(known, ({ organization_id }) => organization_id)].map(([id, own]) => [
      id,
      new Set(own.map(({ issue_code }) => issue_code)).size,
    ]),
  )
  const activities = Map.groupBy(
    [
      ...Map.groupBy(known, ({ organization_id, issue_code }) => `${organization_id} ${issue_code}`).values(),
    ].map(
      (same): Activity => ({
        ...common,
        organization_id: same[0]!.organization_id,
        jurisdiction: CONGRESS,
        topic: same[0]!.issue_code,
        activities: same.length,
        day: same
          .map(({ day }) => day)
          .sort()
          .at(-1)!,
      }),
    ),
    ({ topic }) => topic,
  )
  const itself: NearBill = {
    basis: 'direct_mention',
    relevance: 1,
    is_topic_only: false,
    about: '',
    updated_at,
  }
  return (codes: readonly string[], before: readonly Line[]): number[] => {
    const acts = before.map(
      ({ organization_id, day }, index): Act => ({
        ...common,
        organization_id,
        kind: 'filing_mention',
        about_id: BILL,
        key: `filing ${index}`,
        day,
        stance: null,
      }),
    )
    const evidence = evidenceOf({
      jurisdiction: CONGRESS,
      acts,
      near: new Map([[BILL, itself]]),
      issues: codes.map((code) => ({ code, name: issues[code]!.name, relevance: 1, because: code })),
      by_issue: codes.flatMap((code) => activities.get(code) ?? []),
      agencies: [],
      by_agency: [],
    })
    return rankTargets(evidence, split, breadth).map(({ organization_id }) => organization_id)
  }
}
