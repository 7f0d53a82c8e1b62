import type { Piece, Rewording, Swap } from '../pieces/piece.ts'
import { countedQuote, quote } from '../words/quote.ts'
import type { Span } from '../words/span.ts'
import { findValues, type ValueKind } from '../words/values.ts'
import { countWords } from '../words/wording.ts'
import type { Draft } from './rule.ts'

/** `Section 3: the amount changes from $4 to $5.` */
export function swapDraft({ label, before, after }: Swap, noun: string): Draft {
  const [older, newer] = [before.span.text, after.span.text].map((text) => text.replace(/\s+/gu, ' '))
  return {
    text: `${label}: the ${noun} changes from ${older} to ${newer}.`,
    before: before.span,
    after: after.span,
    confidence: 'exact',
  }
}

/**
 * `Section 3 drops “…” and adds “…”.` If there is room for a part of the words only, it is the part around `focus`. `about`
 * follows the section, such as `, in the definition of “fee”,`.
 */
export function rewordingDraft(
  piece: Rewording,
  { focus, about = '' }: { focus?: RegExp; about?: string } = {},
): Draft {
  const { label, before, after } = piece
  const older = before === null ? null : countedQuote(before, focus)
  const newer = after === null ? null : countedQuote(after, focus)
  const verbs = [
    ...(older === null ? [] : [`drops ${older.printed}`]),
    ...(newer === null ? [] : [`adds ${newer.printed}`]),
  ]
  return {
    text: `${label}${about} ${verbs.join(' and ')}${leadWords(piece)}.${amountNote(before, after)}`,
    before: older?.span ?? null,
    after: newer?.span ?? null,
    confidence: 'contextual',
  }
}

const leadWords = ({ lead }: Rewording): string => (lead === null ? '' : ` after ${quote(lead).printed}`)

const LONG = 25
const AMOUNTS_MAX = 3

/** Names the amounts of words that are too long to be quoted, so that money is never out of sight. */
export function amountNote(before: Span | null, after: Span | null): string {
  const notes = [
    ...(isLong(before) ? [['The words dropped name', amountsOf(before!)] as const] : []),
    ...(isLong(after) ? [['The words added name', amountsOf(after!)] as const] : []),
  ]
  return notes.map(([verb, amounts]) => (amounts.length === 0 ? '' : ` ${verb} ${listed(amounts)}.`)).join('')
}

const isLong = (span: Span | null): boolean => span !== null && countWords(span.text) > LONG

const amountsOf = (span: Span): string[] => [
  ...new Set(findValues(span).flatMap(({ kind, span: { text } }) => (kind === 'amount' ? [text] : []))),
]

function listed(amounts: readonly string[]): string {
  const named = amounts.slice(0, AMOUNTS_MAX)
  const more = amounts.length - named.length
  const items = more === 0 ? named : [...named, `${more} other amount${more === 1 ? '' : 's'}`]
  return items.length === 1 ? items[0]! : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** A swap of two values of this kind. */
export const isSwapOf = (piece: Piece, kind: ValueKind): piece is Swap =>
  piece.shape === 'swap' && piece.value_kind === kind

/** Words in which `topic` occurs among those that differ. */
export const isRewordingOn = (piece: Piece, topic: RegExp): piece is Rewording =>
  piece.shape === 'rewording' && (topic.test(piece.before?.text ?? '') || topic.test(piece.after?.text ?? ''))

const SHORT = 25

/** Rewordings that are short enough to be about one thing. */
export const isShort = ({ before, after }: Rewording): boolean =>
  countWords(before?.text ?? '') <= SHORT && countWords(after?.text ?? '') <= SHORT

/** A year alone is most often part of the name of a law, so it is no date. */
export const hasValue = ({ before, after }: Rewording, kind: ValueKind): boolean =>
  [before, after].some(
    (span) => span !== null && findValues(span).some((value) => value.kind === kind && value.unit !== 'year'),
  )

/** Whether the sentences around the words name the topic in both texts. */
export const isAbout = ({ context }: Piece, topic: RegExp): boolean =>
  topic.test(context.from) && topic.test(context.to)
