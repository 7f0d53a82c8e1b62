import type { Piece, Rewording } from '../pieces/piece.ts'
import { allRules } from '../rules/all-rules.ts'
import type { Draft, Rule } from '../rules/rule.ts'
import { findValues } from '../words/values.ts'

/** A piece with the sentence that its rule says about it. */
export type Finding = { readonly piece: Piece; readonly rule: Rule; readonly draft: Draft }

export const findingsOf = (pieces: readonly Piece[]): Finding[] =>
  withoutRepeats(
    pieces.flatMap((piece) => {
      for (const rule of allRules) {
        const draft = rule.describe(piece)
        if (draft !== null) return [{ piece, rule, draft }]
      }
      return []
    }),
  )

/** The same change in several places of one section is one sentence, with the first place as evidence. */
const withoutRepeats = (findings: readonly Finding[]): Finding[] =>
  [...Map.groupBy(findings, ({ draft }) => draft.text).values()].map((same) => {
    const [{ piece, rule, draft }] = same as [Finding, ...Finding[]]
    if (same.length === 1) return { piece, rule, draft }
    const words = same.reduce((sum, finding) => sum + finding.piece.words, 0)
    const text = draft.text.replace(/\.$/u, `, in ${same.length} places.`)
    return { piece: { ...piece, words }, rule, draft: { ...draft, text } }
  })

/** How much a reader would miss it: the dollars of a change of money, else the changed words. */
export function weightOf({ piece, rule }: Finding): number {
  if (piece.shape === 'rewording' && rule.kind === 'amount') return largestAmount(piece)
  if (piece.shape !== 'swap') return piece.words
  const [older, newer] = [piece.before, piece.after].map(({ span }) => magnitude(span.text))
  return piece.value_kind === 'amount' ? Math.abs(newer! - older!) : Math.max(older!, newer!)
}

const largestAmount = ({ before, after }: Rewording): number =>
  [before, after].reduce((largest, span) => {
    const values = span === null ? [] : findValues(span)
    return values.reduce(
      (most, { kind, span: { text } }) => (kind === 'amount' ? Math.max(most, magnitude(text)) : most),
      largest,
    )
  }, 0)

const SCALES = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 } as const

function magnitude(text: string): number {
  const [digits] = /\d[\d,]*(?:\.\d+)?/u.exec(text) ?? ['0']
  const scale = /thousand|million|billion|trillion/u.exec(text.toLowerCase())?.[0] as
    | keyof typeof SCALES
    | undefined
  return Number(digits.replace(/,/gu, '')) * (scale === undefined ? 1 : SCALES[scale])
}
