import { join } from 'node:path'
import type { BillMatter } from '../../derive/similar/source/bill-matter.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'

/** A bill of the real data, under the name that the judged sets use. */
export type RealBill = {
  /** `wa|2025-2026|HB1110`: without spaces. */
  readonly name: string
  readonly jurisdiction: string
  readonly matter: BillMatter
}

const shared = join(projectFolder, '..', 'shared')
export const judgedFolder = join(shared, 'judged')
export const clustersFile = join(shared, 'data', 'bill-texts', 'clusters.csv')

/** Reads all bills of the scrapers, each once. */
export async function readRealBills(): Promise<readonly RealBill[]> {
  const bills = new Map<string, RealBill>()
  const input = {
    paths: [join(shared, 'data', 'openstates-scraper')],
    started_at: new Date().toISOString(),
    passed_over() {},
  }
  const source = await loadSource('openstates-scraper')
  for await (const item of source.read(input)) {
    if (item.kind !== 'observed') continue
    for (const seen of item.group) {
      if (seen.entity !== 'bill' || seen.parts.core === undefined) continue
      const { jurisdiction, session, identifier, title, abstracts, subjects, classification } =
        seen.parts.core
      const name = nameOf(jurisdiction.replace(/^.*:/u, ''), session, identifier)
      const matter = { title, subjects, classification, abstracts: abstracts.map(({ abstract }) => abstract) }
      bills.set(name, { name, jurisdiction, matter })
    }
  }
  return [...bills.values()]
}

export const nameOf = (state: string, session: string, identifier: string): string =>
  [state.toLowerCase(), session, identifier].join('|').replace(/\s+/gu, '')
