import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import { isSame } from '../state/stored-entities.ts'
import { isReported, mergeRecords, type ReportedValue, reportedValues } from './merge-sources.ts'
import { inOrder, precedence, type SourceParts } from './precedence.ts'

/** A field of an entity on which its sources disagree. */
export type Disagreement = {
  readonly part: string
  /** null: a part that is a list, or that comes whole. */
  readonly field: string | null
  /** The source that is believed; null where what all of them say is united. */
  readonly winner: string | null
  /** What each says that says anything, the one that is believed first. */
  readonly said: readonly ReportedValue[]
}

/** Where two or more sources say different things of one entity, and which one is believed. */
export function explainPrecedence<T extends ObservedType>(
  entity: T,
  reported: readonly SourceParts<T>[],
): Disagreement[] {
  const sources = mergeRecords(entity, reported)
  const names = [...new Set(sources.flatMap(({ parts }) => Object.keys(parts)))] as (keyof PartsOf[T])[]
  return names.sort().flatMap((name) => {
    const rule = precedence[entity][name]
    const values = sources
      .filter(({ parts }) => parts[name] !== undefined)
      .map(({ source, parts }): ReportedValue => ({ source, value: parts[name] }))
    const part = String(name)
    if (values.some(({ value }) => Array.isArray(value)) || rule.whole === true)
      return disagreement(part, null, inOrder(values, rule.order), part === 'texts' ? 'union' : 'first')
    const fields = [...new Set(values.flatMap(({ value }) => Object.keys(value as object)))].sort()
    return fields.flatMap((field) => {
      const fieldRule = rule.fields?.[field] ?? {}
      return disagreement(
        part,
        field,
        reportedValues(field, values, rule, fieldRule),
        fieldRule.rule ?? 'first',
      )
    })
  })
}

function disagreement(
  part: string,
  field: string | null,
  reported: readonly ReportedValue[],
  rule: 'first' | 'union' | 'keys',
): Disagreement[] {
  const said = reported.filter(({ value }) => isReported(value))
  const [first] = said
  if (first === undefined || said.every(({ value }) => isSame(value, first.value))) return []
  return [{ part, field, winner: rule === 'first' ? first.source : null, said }]
}
