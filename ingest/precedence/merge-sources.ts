import type { BillParts, ObservedType, PartsOf, VersionText } from '../source-interface/observation.ts'
import { attachTexts } from './attach-texts.ts'
import { mergeRegulation } from './merge-regulation.ts'
import { type FieldRule, inOrder, type PartRule, precedence, type SourceParts } from './precedence.ts'
import { inRecordOrder } from './record-order.ts'

/**
 * Merges everything that is reported about an entity: first the records of each source, then the sources. Pure; the
 * order of arrival has no effect.
 */
export function mergeSources<T extends ObservedType>(
  entity: T,
  reported: readonly SourceParts<T>[],
): Partial<PartsOf[T]> {
  if (entity === 'regulation') {
    return mergeRegulation(reported as readonly SourceParts<'regulation'>[]) as Partial<PartsOf[T]>
  }
  const merged =
    reported.length === 1 ? reported[0]!.parts : mergeReported(entity, mergeRecords(entity, reported))
  return entity === 'bill' ? (attachTexts(merged as Partial<BillParts>) as Partial<PartsOf[T]>) : merged
}

/** Gives one value per source: the first of its records (record-order.ts) with a field supplies it. */
export function mergeRecords<T extends ObservedType>(
  entity: T,
  reported: readonly SourceParts<T>[],
): SourceParts<T>[] {
  return [...Map.groupBy(reported, ({ source }) => source)].map(([source, records]) => {
    if (records.length === 1) return records[0]!
    const sorted = records.toSorted(inRecordOrder)
    const own = { record_key: '', record_rank: 0 }
    // Treats each record as a separate source without a rank in the table.
    const asSources = sorted.map(({ parts }, index) => ({ ...own, source: ordinal(index), parts }))
    return { ...own, source, parts: mergeReported(entity, asSources) }
  })
}

const ordinal = (index: number): string => `record ${String(index).padStart(6, '0')}`

function mergeReported<T extends ObservedType>(
  entity: T,
  reported: readonly SourceParts<T>[],
): Partial<PartsOf[T]> {
  if (reported.length === 1) return reported[0]!.parts
  const names = [...new Set(reported.flatMap(({ parts }) => Object.keys(parts)))] as (keyof PartsOf[T])[]
  const merged: Partial<PartsOf[T]> = {}
  for (const name of names) {
    const reportingSources = reported.filter(({ parts }) => parts[name] !== undefined)
    const values = reportingSources.map(({ source, parts }) => ({ source, value: parts[name] }))
    merged[name] = mergePart(String(name), values, precedence[entity][name]) as PartsOf[T][typeof name]
  }
  return merged
}

/** Gives the source of a bill's actions. */
export function reportingSourceOfActions(reported: readonly SourceParts<ObservedType>[]): string | null {
  const reportingSources = (reported as readonly SourceParts<'bill'>[]).filter(({ parts }) =>
    isReported(parts.actions),
  )
  return inOrder(reportingSources, precedence.bill.actions.order)[0]?.source ?? null
}

export type ReportedValue = { readonly source: string; readonly value: unknown }

function mergePart(name: string, reported: readonly ReportedValue[], rule: PartRule): unknown {
  const ordered = inOrder(reported, rule.order)
  const [first] = ordered
  if (first === undefined || ordered.length === 1 || rule.whole === true) return first?.value
  if (name === 'texts') return textsOf(ordered)
  if (Array.isArray(first.value)) return (ordered.find(({ value }) => isReported(value)) ?? first).value
  const fields = new Set(ordered.flatMap(({ value }) => Object.keys(value as object)))
  const merged = [...fields].map((field) => {
    const fieldRule = rule.fields?.[field] ?? {}
    return [field, mergeField(reportedValues(field, ordered, rule, fieldRule), fieldRule)]
  })
  return Object.fromEntries(merged)
}

/** Gives the sources that have a field, preferred source first. */
export function reportedValues(
  field: string,
  reported: readonly ReportedValue[],
  rule: PartRule,
  fieldRule: FieldRule,
): ReportedValue[] {
  return inOrder(reported, fieldRule.order ?? rule.order).map(({ source, value }) => ({
    source,
    value: (value as Record<string, unknown>)[field],
  }))
}

function mergeField(reported: readonly ReportedValue[], { rule = 'first' }: FieldRule): unknown {
  const first =
    reported.find(({ value }) => isReported(value)) ?? reported.find(({ value }) => value !== undefined)
  if (rule === 'first' || first === undefined) return first?.value
  const values = reported.map(({ value }) => value).filter(isReported)
  if (values.length < 2) return first.value
  return rule === 'union' ? unionOf(values as unknown[][]) : Object.assign({}, ...values.toReversed())
}

export function isReported(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Sorts like canonical sets (canonicalize.ts), so that the order of sources has no effect. */
function unionOf(lists: readonly (readonly unknown[])[]): unknown[] {
  const texts = new Set(lists.flat().map((item) => JSON.stringify(item)))
  return [...texts].sort().map((text) => JSON.parse(text) as unknown)
}

function textsOf(reported: readonly ReportedValue[]): VersionText[] {
  const byLink = new Map<string, VersionText>()
  for (const { value } of reported) {
    for (const text of value as VersionText[]) if (!byLink.has(text.link_url)) byLink.set(text.link_url, text)
  }
  return [...byLink.values()].sort((a, b) => (a.link_url < b.link_url ? -1 : 1))
}
