import type { BillCore } from '../schemas/event/bill.ts'
import type { ObservedType, PartsOf } from './observation.ts'

/**
 * Two sources for one entity: for each part the first source of its row that tells it, never the last writer. A source
 * that no row names comes after those that are named, by its name.
 */
const table: { readonly [T in ObservedType]?: { readonly [P in keyof PartsOf[T]]?: readonly string[] } } = {
  bill: {
    // The publisher's own feed before what was read off its pages.
    core: ['govinfo-billstatus', 'openstates-scraper'],
    actions: ['govinfo-billstatus', 'openstates-scraper'],
    sponsors: ['govinfo-billstatus', 'openstates-scraper'],
    versions: ['govinfo-billstatus', 'openstates-scraper'],
    documents: ['govinfo-billstatus', 'openstates-scraper'],
    related_bills: ['govinfo-billstatus', 'openstates-scraper'],
  },
  committee: { committee: ['openstates-people'] },
  person: { person: ['openstates-people'] },
  regulation: { regulation: ['federal-register'], comment_period: ['federal-register'] },
}

/** Fields of a bill's core that the next source fills where the first has none. */
const FILLED = ['subjects', 'abstracts', 'other_titles', 'citations'] as const satisfies (keyof BillCore)[]

export type SourceParts<T extends ObservedType> = {
  readonly source: string
  readonly parts: Partial<PartsOf[T]>
}

export function mergeSources<T extends ObservedType>(
  entity: T,
  told: readonly SourceParts<T>[],
): Partial<PartsOf[T]> {
  if (told.length === 1) return told[0]!.parts
  const merged: Partial<PartsOf[T]> = {}
  const names = new Set(told.flatMap(({ parts }) => Object.keys(parts) as (keyof PartsOf[T])[]))
  for (const part of names) {
    const values = inOrder(told, table[entity]?.[part] ?? [])
      .map(({ parts }) => parts[part])
      .filter((value) => value !== undefined)
    merged[part] = values[0]
  }
  return entity === 'bill'
    ? (fillCore(merged as Partial<PartsOf['bill']>, told) as Partial<PartsOf[T]>)
    : merged
}

function fillCore(
  merged: Partial<PartsOf['bill']>,
  told: readonly SourceParts<ObservedType>[],
): Partial<PartsOf['bill']> {
  if (merged.core === undefined) return merged
  const core = { ...merged.core }
  for (const { parts } of inOrder(told, table.bill?.core ?? [])) {
    const other = (parts as Partial<PartsOf['bill']>).core
    if (other === undefined) continue
    for (const field of FILLED) {
      if (core[field].length === 0) Object.assign(core, { [field]: other[field] })
    }
  }
  return { ...merged, core }
}

function inOrder<S extends { readonly source: string }>(told: readonly S[], order: readonly string[]): S[] {
  const placeOf = (source: string) => {
    const place = order.indexOf(source)
    return place === -1 ? order.length : place
  }
  return told.toSorted((a, b) => placeOf(a.source) - placeOf(b.source) || (a.source < b.source ? -1 : 1))
}
