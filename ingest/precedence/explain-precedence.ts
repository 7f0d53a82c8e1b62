import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import { isSame } from '../state/stored-entities.ts'
import { isReported, mergeRecords, type ReportedValue, reportedValues } from './merge-sources.ts'
import { inOrder, precedence, type SourceParts } from './precedence.ts'

/** A field on which the sources of an entity disagree. */
export type Disagreement = {
  readonly part: string
  /** null: the part is a list, or is taken whole. */
  readonly field: string | null
  /** The preferred source. null if the values of all sources are united. */
  readonly winner: string | null
  /** The value of each source that has one, preferred source first. */
  readonly said: readonly ReportedValue[]
}

/** Finds the fields on which two or more sources differ, and which source is preferred. */
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
