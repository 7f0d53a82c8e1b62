import { normalizedWord } from '../../../runtime/words/normalized-word.ts'
import { issueAgencies } from './issue-agencies.ts'
import { issues } from './issue-words.ts'

/** An issue that a bill or rule is about, as far as its subjects or its title say so. */
export type IssueMatch = {
  readonly code: string
  readonly name: string
  /** A subject counts wholly, a title half. */
  readonly relevance: number
  /** The subject, topic, agency or title that has the words. */
  readonly because: string
}

export type Matter = {
  readonly title: string | null
  readonly subjects: readonly string[]
  /** Slugs of agencies; only rules have them. */
  readonly agencies: readonly string[]
}

const OF_A_SUBJECT = 1
const OF_AN_AGENCY = 0.6
const OF_A_TITLE = 0.5

const patterns = Object.entries(issues).map(([code, { words }]) => ({
  code,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'u'),
}))
const codesOfAgency = Map.groupBy(
  Object.entries(issueAgencies).flatMap(([code, agencies]) => agencies.map((agency) => ({ code, agency }))),
  ({ agency }) => agency,
)

/** Names the issue codes of a bill or rule, those of its subjects first. Each code once, by its best reason. */
export function issueCodesOf({ title, subjects, agencies }: Matter): IssueMatch[] {
  const found = new Map<string, IssueMatch>()
  const add = (code: string, relevance: number, because: string) => {
    if ((found.get(code)?.relevance ?? 0) >= relevance) return
    found.set(code, { code, name: issues[code]!.name, relevance, because })
  }
  for (const subject of subjects) for (const code of codesIn(subject)) add(code, OF_A_SUBJECT, subject)
  for (const agency of agencies) {
    for (const { code } of codesOfAgency.get(agency) ?? []) add(code, OF_AN_AGENCY, agency)
  }
  if (title !== null) for (const code of codesIn(title)) add(code, OF_A_TITLE, title)
  return [...found.values()].sort((a, b) => b.relevance - a.relevance || (a.code < b.code ? -1 : 1))
}

/** Names the issue codes whose words a text has, in alphabetical order. A code itself (`TAX`) and its name count too. */
export function codesIn(text: string): string[] {
  const normalized = normalizedWord(text)
  const exact = codeOf(text)
  const codes = patterns.filter(({ pattern }) => pattern.test(normalized)).map(({ code }) => code)
  return exact === undefined || codes.includes(exact) ? codes : [exact, ...codes].sort()
}

const codesByName = new Map(Object.entries(issues).map(([code, { name }]) => [normalizedWord(name), code]))

/** The code that a text names: `TAX`, or `TAXATION/INTERNAL REVENUE CODE`. */
export function codeOf(text: string): string | undefined {
  const upper = text.trim().toUpperCase()
  return upper in issues ? upper : codesByName.get(normalizedWord(text))
}
