import type { Breadth, Evidence, RankedTarget } from '../../../derive/targets/score/evidence.ts'
import { evidenceOf } from '../../../derive/targets/score/evidence-of.ts'
import { latestOf } from '../../../derive/targets/score/latest-of.ts'
import { rankTargets } from '../../../derive/targets/score/rank-targets.ts'
import { issueCodesOf } from '../../../derive/targets/subjects/issue-codes.ts'
import { findAgencyBySlug } from '../../../schemas/vocabulary/federal-agencies.ts'
import type { TargetBasis } from '../../../schemas/vocabulary/targets.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { MOST_BY_TOPIC, readActivity } from './gather-activity.ts'
import { readActs } from './gather-acts.ts'
import { readNearBills, type TargetedBill } from './near-bills.ts'
import { readRegulationActs, type TargetedRegulation } from './regulation-acts.ts'
import { type OrganizationRow, readFilingState, readOrganizations } from './target-organizations.ts'

/** Issues by which a bill or rule finds organizations: the best. */
const MOST_ISSUES = 6

export type TargetQuestion = {
  /** YYYY-MM-DD: the day from which the age of a source counts. */
  readonly as_of: string
  /** null: all types. */
  readonly types: readonly string[] | null
}

export type FoundTarget = {
  readonly organization: OrganizationRow
  readonly target: RankedTarget
  /** When anything of it changed last. */
  readonly updated_at: string
}
export type TargetCoverage = {
  readonly status: 'complete' | 'no_bill_level_filings' | 'no_filings' | 'pending'
  readonly reason: string | null
}
export const noFilings: TargetCoverage = {
  status: 'no_filings',
  reason: 'No lobbying filing and no position is loaded.',
}
export const notSummed: TargetCoverage = {
  status: 'pending',
  reason: 'The filings are loaded, but not read yet.',
}
export type FoundTargets = { readonly targets: readonly FoundTarget[]; readonly coverage: TargetCoverage }

/** Ranks the organizations that acted on a bill, on one near to it, or on its subjects. */
export async function findBillTargets(
  model: ReadModel,
  bill: TargetedBill,
  question: TargetQuestion,
): Promise<FoundTargets> {
  const { jurisdiction, title, subjects } = bill
  const issues = issueCodesOf({ title, subjects, agencies: [] }).slice(0, MOST_ISSUES)
  const [{ near, is_compared }, by_issue] = await Promise.all([
    readNearBills(model, bill),
    readActivity(model, {
      ...question,
      kind: 'issue',
      topics: issues.map(topicOf),
      jurisdiction,
      most: MOST_BY_TOPIC,
    }),
  ])
  const acts = await readActs(model, bill.id, [...near.keys()])
  const evidence = evidenceOf({ jurisdiction, acts, near, issues, by_issue, agencies: [], by_agency: [] })
  return rankFound(model, evidence, { ...question, what: 'bill', is_compared, updated_at: bill.updated_at })
}

/** Ranks the organizations that acted on a rule, on its subjects, or on its agencies. */
export async function findRegulationTargets(
  model: ReadModel,
  regulation: TargetedRegulation,
  question: TargetQuestion,
): Promise<FoundTargets> {
  const { id, jurisdiction, title, topics, agencies: slugs, document_number, owner_updated_at } = regulation
  const updated_at = owner_updated_at!
  const agencies = slugs.flatMap((slug) => findAgencyBySlug(slug) ?? [])
  const issues = issueCodesOf({ title, subjects: topics, agencies: agencies.map(({ slug }) => slug) }).slice(
    0,
    MOST_ISSUES,
  )
  const [acts, by_issue, by_agency] = await Promise.all([
    readRegulationActs(model, regulation),
    readActivity(model, {
      ...question,
      kind: 'issue',
      topics: issues.map(topicOf),
      jurisdiction,
      most: MOST_BY_TOPIC,
    }),
    readActivity(model, {
      ...question,
      kind: 'agency',
      topics: agencies.map(({ slug }) => ({ topic: slug, relevance: 1 })),
      jurisdiction,
      most: MOST_BY_TOPIC,
    }),
  ])
  const itself = {
    basis: 'direct_mention',
    relevance: 1,
    is_topic_only: false,
    about: document_number,
    updated_at,
  } as const
  const near = new Map([[id, itself]])
  const evidence = evidenceOf({ jurisdiction, acts, near, issues, by_issue, agencies, by_agency })
  return rankFound(model, evidence, { ...question, what: 'rule', is_compared: true, updated_at })
}

const topicOf = ({ code, relevance }: { readonly code: string; readonly relevance: number }) => ({
  topic: code,
  relevance,
})

async function rankFound(
  model: ReadModel,
  evidence: readonly Evidence[],
  question: TargetQuestion & {
    readonly what: 'bill' | 'rule'
    readonly is_compared: boolean
    /** When the bill or rule changed last. */
    readonly updated_at: string
  },
): Promise<FoundTargets> {
  const { as_of, types } = question
  const ids = [...new Set(evidence.map(({ organization_id }) => organization_id))]
  const [organizations, state] = await Promise.all([readOrganizations(model, ids), readFilingState(model)])
  const breadth: Breadth = new Map([...organizations.values()].map(({ id, issues }) => [id, issues]))
  const ranked = rankTargets(
    evidence.filter(({ organization_id }) => organizations.has(organization_id)),
    as_of,
    breadth,
  )
  const targets = ranked
    .map((target) => {
      const organization = organizations.get(target.organization_id)!
      const updated_at = latestOf([target.updated_at, organization.updated_at, question.updated_at])
      return { target, organization, updated_at }
    })
    .filter(({ organization }) => types === null || types.includes(organization.type ?? 'unknown'))
  const isNamed = ranked.some(({ basis }) => closeBases.has(basis))
  return { targets, coverage: coverageOf({ ...question, ...state, is_named: isNamed }) }
}

const closeBases: ReadonlySet<TargetBasis> = new Set(['direct_mention', 'companion', 'similar_bill'])

function coverageOf(known: {
  readonly what: 'bill' | 'rule'
  readonly has_filings: boolean
  readonly is_summed: boolean
  readonly is_compared: boolean
  readonly is_named: boolean
}): TargetCoverage {
  const { what, has_filings, is_summed, is_compared, is_named } = known
  if (!has_filings) return noFilings
  if (!is_summed) return notSummed
  if (!is_compared) return { status: 'pending', reason: 'The list of similar bills is not made yet.' }
  if (is_named) return { status: 'complete', reason: null }
  const near = what === 'bill' ? ', or a bill near to it' : ''
  return {
    status: 'no_bill_level_filings',
    reason: `No filing or statement that is loaded names this ${what}${near}. Organizations are listed by subject alone.`,
  }
}
