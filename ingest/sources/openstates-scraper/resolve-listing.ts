import { isReported, mergeRecords } from '../../precedence/merge-sources.ts'
import type { BillParts, ObservationOf } from '../../source-interface/observation.ts'

type Bill = ObservationOf<'bill'>

/**
 * Combines a bill that one scrape lists several times with one address and one time, because it goes through
 * both chambers. Each field comes from the fullest record that has it: the one with the most actions, then
 * the longest. The chamber is the one that acted first. Differing values of other records go to
 * `extras.disputed`.
 */
export function resolveListing(listing: readonly Bill[]): Bill {
  const ordered = listing.toSorted((a, b) => fullness(b) - fullness(a) || (textOf(a) < textOf(b) ? -1 : 1))
  const [first] = ordered
  if (first === undefined) throw new RangeError('nothing is listed')
  const records = ordered.map(({ parts }, recordRank) => ({
    source: 'listing',
    record_key: '',
    record_rank: recordRank,
    parts,
  }))
  const merged = mergeRecords<'bill'>('bill', records)[0]!.parts
  const core = { ...merged.core!, chamber: chamberOf(ordered) ?? merged.core!.chamber }
  const disputed = disputesOf({ ...merged, core }, ordered)
  return { ...first, parts: { ...merged, core: { ...core, extras: { ...core.extras, disputed } } } }
}

const textOf = ({ parts }: Bill): string => JSON.stringify(parts)
/** A record has less than a gigabyte. */
const fullness = (bill: Bill): number => (bill.parts.actions?.length ?? 0) * 1e9 + textOf(bill).length

/** The chamber of the first action, if a record gives it. */
function chamberOf(ordered: readonly Bill[]): BillParts['core']['chamber'] {
  const reported = new Set(ordered.map(({ parts }) => parts.core?.chamber ?? null))
  const first = ordered[0]?.parts.actions?.find(({ chamber }) => chamber !== null)?.chamber ?? null
  return reported.has(first) ? first : null
}

const COMPARED = ['chamber', 'title', 'classification', 'subjects', 'abstracts', 'other_titles'] as const
const LISTS = ['actions', 'sponsors', 'versions', 'documents', 'related_bills'] as const

/** Gives, by field, the differing values of other records; for a list, the items that the kept one lacks. */
function disputesOf(kept: Partial<BillParts>, listing: readonly Bill[]): Record<string, unknown[]> {
  const disputed: Record<string, unknown[]> = {}
  for (const field of COMPARED) {
    const others = listing.map(({ parts }) => parts.core?.[field])
    note(field, others, [kept.core?.[field]])
  }
  for (const part of LISTS) {
    const items = listing.flatMap(({ parts }): readonly unknown[] => parts[part] ?? [])
    note(part, items, kept[part] ?? [])
  }
  return disputed

  function note(name: string, reported: readonly unknown[], believed: readonly unknown[]): void {
    const known = new Set(believed.map((one) => JSON.stringify(one)))
    const others = new Map(reported.filter(isReported).map((one) => [JSON.stringify(one), one]))
    const rest = [...others].filter(([text]) => !known.has(text)).map(([, one]) => one)
    if (rest.length > 0) disputed[name] = rest
  }
}
