import type { Kind } from '../../derive/methods/method.ts'
import { allMethods, methodOf } from '../../derive/methods/method-module.ts'
import type { BillFacts } from '../../derive/summary/bill-facts.ts'
import { consecutivePairs, type RealText } from '../../test/support/derive/real-texts.ts'

export type MethodCost = {
  readonly kind: Kind
  readonly results: number
  readonly per_s: number
  /** The processor time for one result. */
  readonly mean_ms: number
  readonly longest_ms: number
  readonly json_kb: number
}

export const factsOf = ({ bill, name }: RealText): BillFacts => {
  const [jurisdiction = '', session = ''] = bill.split('|')
  return { jurisdiction, session, identifier: name, title: name, abstracts: [], subjects: [] }
}

/** Derives every kind that has a method from the texts, in this thread, and measures the processor. */
export function measureMethods(texts: readonly RealText[]): MethodCost[] {
  const pairs = consecutivePairs(texts).map(({ from, to }) => ({ from: from.text, to: to.text }))
  const described = texts.map((one) => ({ facts: factsOf(one), text: one.text }))
  const inputs: readonly (readonly [Kind, readonly unknown[]])[] = [
    ['sections', texts.map(({ text }) => ({ text }))],
    ['diff', pairs],
    ['changes', pairs],
    ['summary', described],
    ['explanation', described],
  ]
  return inputs.flatMap(([kind, given]) =>
    allMethods.methods[kind] === undefined || given.length === 0 ? [] : [measureMethod(kind, given)],
  )
}

function measureMethod(kind: Kind, inputs: readonly unknown[]): MethodCost {
  const method = methodOf(allMethods, kind)
  let [total_ms, longest_ms, bytes] = [0, 0, 0]
  for (const input of inputs) {
    const before = process.cpuUsage()
    const json = JSON.stringify(method.derive(input as never))
    const { user, system } = process.cpuUsage(before)
    total_ms += (user + system) / 1_000
    longest_ms = Math.max(longest_ms, (user + system) / 1_000)
    bytes += json.length
  }
  const mean_ms = total_ms / inputs.length
  return {
    kind,
    results: inputs.length,
    mean_ms,
    longest_ms,
    per_s: 1_000 / mean_ms,
    json_kb: bytes / inputs.length / 1_000,
  }
}
