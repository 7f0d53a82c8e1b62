import { type IssueCode, isIssueCode, issueNames } from '../../../schemas/vocabulary/issue-codes.ts'

/** Names of older filings. */
const olderNames: Readonly<Record<string, IssueCode>> = {
  'AVIATION/AIRLINES/AIRPORTS': 'AVI',
  'ALCOHOL AND DRUG ABUSE': 'ALC',
  'TRADE (DOMESTIC/FOREIGN)': 'TRD',
  'CLEAN AIR AND WATER (QUALITY)': 'CAW',
  'ENVIRONMENT/SUPERFUND': 'ENV',
  'CONSUMER ISSUES/SAFETY/PRODUCTS': 'CSP',
}

const byName = new Map<string, IssueCode>([
  ...Object.entries(issueNames).map(([code, name]) => [name.toUpperCase(), code as IssueCode] as const),
  ...Object.entries(olderNames),
])

/** The code of an issue that is printed as its code or its name; null if no list has it. */
export function issueCodeOf(printed: string | null): IssueCode | null {
  if (printed === null) return null
  const text = printed.trim().toUpperCase()
  return isIssueCode(text) ? text : (byName.get(text) ?? null)
}
