import type { BillParts, ObservedType, PartsOf, VersionText } from '../observation.ts'
import { mergeRegulation } from './merge-regulation.ts'
import { placeTexts } from './place-texts.ts'
import { type FieldRule, inOrder, type PartRule, precedence, type SourceParts } from './precedence.ts'
import { inRecordOrder } from './record-order.ts'

/** All that is told of an entity as one: first the records of each source, then the sources. Pure; no order of arrival. */
export function mergeSources<T extends ObservedType>(
  entity: T,
  told: readonly SourceParts<T>[],
): Partial<PartsOf[T]> {
  if (entity === 'regulation') {
    return mergeRegulation(told as readonly SourceParts<'regulation'>[]) as Partial<PartsOf[T]>
  }
  const merged = told.length === 1 ? told[0]!.parts : mergeTold(entity, mergeRecords(entity, told))
  return entity === 'bill' ? (placeTexts(merged as Partial<BillParts>) as Partial<PartsOf[T]>) : merged
}

/** One a source: of its records, in their order (record-order.ts), the first that tells a field has it. */
export function mergeRecords<T extends ObservedType>(
  entity: T,
  told: readonly SourceParts<T>[],
): SourceParts<T>[] {
  return [...Map.groupBy(told, ({ source }) => source)].map(([source, records]) => {
    if (records.length === 1) return records[0]!
    const sorted = records.toSorted(inRecordOrder)
    const own = { record_key: '', record_rank: 0 }
    // As if each record were a source of its own, and none had a place of its own.
    const as_sources = sorted.map(({ parts }, index) => ({ ...own, source: ordinal(index), parts }))
    return { ...own, source, parts: mergeTold(entity, as_sources) }
  })
}

const ordinal = (index: number): string => `record ${String(index).padStart(6, '0')}`

function mergeTold<T extends ObservedType>(entity: T, told: readonly SourceParts<T>[]): Partial<PartsOf[T]> {
  if (told.length === 1) return told[0]!.parts
  const names = [...new Set(told.flatMap(({ parts }) => Object.keys(parts)))] as (keyof PartsOf[T])[]
  const merged: Partial<PartsOf[T]> = {}
  for (const name of names) {
    const tellers = told.filter(({ parts }) => parts[name] !== undefined)
    const values = tellers.map(({ source, parts }) => ({ source, value: parts[name] }))
    merged[name] = mergePart(String(name), values, precedence[entity][name]) as PartsOf[T][typeof name]
  }
  return merged
}

/** The source that a bill's actions come from. */
export function tellerOfActions(told: readonly SourceParts<ObservedType>[]): string | null {
  const tellers = (told as readonly SourceParts<'bill'>[]).filter(({ parts }) => isTold(parts.actions))
  return inOrder(tellers, precedence.bill.actions.order)[0]?.source ?? null
}

export type Told = { readonly source: string; readonly value: unknown }

function mergePart(name: string, told: readonly Told[], rule: PartRule): unknown {
  const ordered = inOrder(told, rule.order)
  const [first] = ordered
  if (first === undefined || ordered.length === 1 || rule.whole === true) return first?.value
  if (name === 'texts') return textsOf(ordered)
  if (Array.isArray(first.value)) return (ordered.find(({ value }) => isTold(value)) ?? first).value
  const fields = new Set(ordered.flatMap(({ value }) => Object.keys(value as object)))
  const merged = [...fields].map((field) => {
    const field_rule = rule.fields?.[field] ?? {}
    return [field, mergeField(tellersOf(field, ordered, rule, field_rule), field_rule)]
  })
  return Object.fromEntries(merged)
}

/** Who tells a field, the one that is believed first. */
export function tellersOf(
  field: string,
  told: readonly Told[],
  rule: PartRule,
  field_rule: FieldRule,
): Told[] {
  return inOrder(told, field_rule.order ?? rule.order).map(({ source, value }) => ({
    source,
    value: (value as Record<string, unknown>)[field],
  }))
}

function mergeField(told: readonly Told[], { rule = 'first' }: FieldRule): unknown {
  const first = told.find(({ value }) => isTold(value)) ?? told.find(({ value }) => value !== undefined)
  if (rule === 'first' || first === undefined) return first?.value
  const values = told.map(({ value }) => value).filter(isTold)
  if (values.length < 2) return first.value
  return rule === 'union' ? unionOf(values as unknown[][]) : Object.assign({}, ...values.toReversed())
}

export function isTold(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Sorted as canonical sets are (canonicalise.ts), so that no order of sources shows. */
function unionOf(lists: readonly (readonly unknown[])[]): unknown[] {
  const texts = new Set(lists.flat().map((item) => JSON.stringify(item)))
  return [...texts].sort().map((text) => JSON.parse(text) as unknown)
}

function textsOf(told: readonly Told[]): VersionText[] {
  const by_link = new Map<string, VersionText>()
  for (const { value } of told) {
    for (const text of value as VersionText[])
      if (!by_link.has(text.link_url)) by_link.set(text.link_url, text)
  }
  return [...by_link.values()].sort((a, b) => (a.link_url < b.link_url ? -1 : 1))
}
