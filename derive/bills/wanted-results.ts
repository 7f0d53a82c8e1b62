import type { References } from '../methods/deriver.ts'
import type { Kind } from '../methods/method.ts'
import { resultKey } from '../results/result-key.ts'
import type { TextReference } from '../text/version-text.ts'
import type { BillContent } from './bill-content.ts'

/** A result that the service derives ahead of the first request. */
export type WantedResult<K extends Kind = Kind> = {
  readonly bill_id: number
  readonly kind: K
  readonly key: Buffer
  readonly references: References[K]
}

/**
 * The sections of each text of a bill, the differences between consecutive texts, and the explanation of the current text.
 * Without a text, an explanation has no more than the summary, and a request derives it at once.
 */
export function wantedResults({ bill_id, source, texts }: BillContent): WantedResult[] {
  const sections = texts.map((text) => want(bill_id, 'sections', { text }))
  const pairs = consecutivePairs(texts)
  return [
    ...sections,
    ...pairs.map((pair) => want(bill_id, 'diff', pair)),
    ...pairs.map((pair) => want(bill_id, 'changes', pair)),
    ...wantedExplanation(bill_id, source),
  ]
}

function wantedExplanation(bill_id: number, source: BillContent['source']): WantedResult<'explanation'>[] {
  if (source === null || source.text === null) return []
  return [want(bill_id, 'explanation', { facts: source.facts, text: source.text })]
}

/** The summary of a bill. undefined if the bill is not shown. */
export function wantedSummary({ bill_id, source }: BillContent): WantedResult<'summary'> | undefined {
  if (source === null) return undefined
  return want(bill_id, 'summary', { facts: source.facts, text: source.text })
}

const want = <K extends Kind>(bill_id: number, kind: K, references: References[K]): WantedResult<K> => ({
  bill_id,
  kind,
  references,
  key: resultKey(references),
})

type Pair = { readonly from: TextReference; readonly to: TextReference }

const consecutivePairs = (texts: readonly TextReference[]): Pair[] =>
  texts.slice(1).map((to, index) => ({ from: texts[index]!, to }))

/** Names a result among those of all bills. */
export const resultName = ({ kind, key }: Pick<WantedResult, 'kind' | 'key'>): string =>
  `${kind} ${key.toString('hex')}`
