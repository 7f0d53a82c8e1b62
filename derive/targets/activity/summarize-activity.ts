import { compareTexts } from '../../../runtime/words/compare-texts.ts'
import { contactedAgency } from '../subjects/contacted-agency.ts'
import { codeOf, codesIn, issueCodesOf } from '../subjects/issue-codes.ts'
import { countedFilings } from './counted-filings.ts'
import type { OrganizationSources } from './organization-sources.ts'

/** Rises with every change of what a row says. */
export const ACTIVITY_VERSION = 2

/** What an organization did about one issue, or with one agency, in one place. */
export type ActivityRow = {
  readonly organization_id: number
  readonly kind: 'issue' | 'agency'
  /** An issue code, or the slug of an agency. */
  readonly topic: string
  readonly jurisdiction: string
  readonly activities: number
  /** Issues that the organization works on, in all places; at least 1. */
  readonly issues: number
  readonly day: string | null
  readonly quote: string | null
  readonly source_url: string | null
  readonly is_ended: boolean
  readonly updated_at: string
}

type Seen = Pick<
  ActivityRow,
  'kind' | 'topic' | 'jurisdiction' | 'day' | 'quote' | 'source_url' | 'is_ended'
> & {
  readonly times: number
}

const LONGEST_QUOTE = 300

/** Sums up all sources of an organization. The order of the sources does not matter. */
export function summarizeActivity(sources: OrganizationSources): ActivityRow[] {
  const { organization_id, updated_at } = sources
  const seen = [...ofFilings(sources), ...ofPositions(sources), ...ofCounts(sources)]
  const groups = Map.groupBy(seen, ({ kind, topic, jurisdiction }) => `${kind} ${topic} ${jurisdiction}`)
  const issues = Math.max(1, new Set(seen.filter(isIssue).map(({ topic }) => topic)).size)
  return [...groups.values()].map((group): ActivityRow => {
    const newest = group.toSorted(newestFirst)[0]!
    const { kind, topic, jurisdiction, day, quote, source_url } = newest
    return {
      organization_id,
      kind,
      topic,
      jurisdiction,
      activities: group.reduce((sum, { times }) => sum + times, 0),
      issues,
      day,
      quote,
      source_url,
      is_ended: group.every(({ is_ended }) => is_ended),
      updated_at,
    }
  })
}

const isIssue = ({ kind }: Seen): boolean => kind === 'issue'

/** Current engagements first, then the newest day, then what has words. */
const newestFirst = (a: Seen, b: Seen): number =>
  Number(a.is_ended) - Number(b.is_ended) ||
  compareTexts(b.day ?? '', a.day ?? '') ||
  Number(a.quote === null) - Number(b.quote === null) ||
  compareTexts(JSON.stringify(a), JSON.stringify(b))

function ofFilings({ filings }: OrganizationSources): Seen[] {
  return countedFilings(filings).flatMap((filing) => {
    const { jurisdiction, posted_on: day, source_url, is_ended } = filing
    const common = { jurisdiction, day, source_url, is_ended, times: 1 }
    const issues = filing.activities.flatMap(({ issue_code, issue, description }): Seen[] => {
      const code = codeOf(issue_code ?? '') ?? codeOf(issue ?? '')
      const quote = cut(description) ?? cut(issue)
      return code === undefined ? [] : [{ ...common, kind: 'issue', topic: code, quote }]
    })
    const named = new Map(
      [...filing.agencies, ...filing.activities.flatMap(({ agencies }) => agencies)].flatMap((printed) => {
        const agency = contactedAgency(printed)
        return agency === undefined ? [] : [[agency.slug, printed] as const]
      }),
    )
    const agencies = [...named].map(
      ([topic, printed]): Seen => ({ ...common, kind: 'agency', topic, quote: cut(printed) }),
    )
    return [...onceEach(issues), ...agencies]
  })
}

/** A filing counts once for an issue, however many lines it has about it. Lines with words come first. */
const onceEach = (seen: readonly Seen[]): Seen[] =>
  [...Map.groupBy(seen, ({ topic }) => topic).values()].map((same) => same.toSorted(newestFirst)[0]!)

function ofPositions({ positions }: OrganizationSources): Seen[] {
  return positions.flatMap(({ jurisdiction, stated_on, source_url, title, subjects }) =>
    issueCodesOf({ title, subjects, agencies: [] }).map(
      ({ code }): Seen => ({
        kind: 'issue',
        topic: code,
        jurisdiction,
        day: stated_on,
        quote: cut(title),
        source_url,
        is_ended: false,
        times: 1,
      }),
    ),
  )
}

function ofCounts({ counts }: OrganizationSources): Seen[] {
  if (counts === null) return []
  const { jurisdiction, years, subjects, source_url } = counts
  const day = years.length === 0 ? null : `${Math.max(...years)}-12-31`
  return subjects.flatMap(({ name, bills }) =>
    codesIn(name).map(
      (topic): Seen => ({
        kind: 'issue',
        topic,
        jurisdiction,
        day,
        quote: cut(name),
        source_url,
        is_ended: false,
        times: bills,
      }),
    ),
  )
}

function cut(text: string | null): string | null {
  const line = text?.replace(/\s+/gu, ' ').trim() ?? ''
  return line === '' ? null : line.slice(0, LONGEST_QUOTE).toWellFormed()
}
