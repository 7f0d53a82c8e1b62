import { join } from 'node:path'
import type { BillFacts } from '../../derive/summary/bill-facts.ts'
import { loadSource } from '../../ingest/sources/registry.ts'

const SOURCES = ['openstates-scraper', 'govinfo-billstatus', 'unitedstates-congress'] as const

export type CorpusSource = (typeof SOURCES)[number]
/** The facts of the bills of one source, by the key of the bill. */
export type CorpusFacts = ReadonlyMap<string, BillFacts>

/** Reads the facts of all bills of the real data, as each source reports them. */
export async function readCorpusFacts(data: string): Promise<ReadonlyMap<CorpusSource, CorpusFacts>> {
  const bySource = new Map<CorpusSource, CorpusFacts>()
  for (const source of SOURCES) bySource.set(source, await factsOfSource(source, join(data, source)))
  return bySource
}

async function factsOfSource(source: CorpusSource, folder: string): Promise<CorpusFacts> {
  const facts = new Map<string, BillFacts>()
  const started_at = new Date().toISOString()
  const { read } = await loadSource(source)
  for await (const item of read({ paths: [folder], started_at, passed_over() {} })) {
    if (item.kind !== 'observed') continue
    for (const seen of item.group) {
      if (seen.entity !== 'bill' || seen.parts.core === undefined) continue
      const { jurisdiction, session, identifier, title, abstracts, subjects } = seen.parts.core
      facts.set(seen.key, { jurisdiction, session, identifier, title, abstracts, subjects })
    }
  }
  return facts
}
