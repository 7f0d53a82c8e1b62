import type { Piece, Rewording, Swap } from '../pieces/piece.ts'
import { countedQuote, quote } from '../words/quote.ts'
import type { Span } from '../words/span.ts'
import { findValues, sameValue, type Value, type ValueKind } from '../words/values.ts'
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
const VALUES_MAX = 3

/** Names the amounts of words that are too long to be quoted, so that money is never out of sight. */
export const amountNote = (before: Span | null, after: Span | null): string =>
  valueNote(before, after, ['amount'])

/** Names the values of these kinds that only one side has, if its words are too long to be quoted. The first kinds come first. */
export function valueNote(
  before: Span | null,
  after: Span | null,
  kinds: readonly ('amount' | 'percentage' | 'period')[],
): string {
  const [older, newer] = [before, after].map((span) => kinds.flatMap((kind) => valuesIn(span, kind)))
  return [
    noteOf('The words dropped name', isLong(before) ? without(older!, newer!) : []),
    noteOf('The words added name', isLong(after) ? without(newer!, older!) : []),
  ].join('')
}

const isLong = (span: Span | null): boolean => span !== null && countWords(span.text) > LONG

type Found = { readonly noun: string; readonly value: Value }

const NOUNS = { amount: 'amount', percentage: 'value', period: 'value' } as const

const valuesIn = (span: Span | null, kind: keyof typeof NOUNS): Found[] =>
  span === null
    ? []
    : findValues(span)
        .filter((value) => value.kind === kind && value.unit !== 'age')
        .map((value) => ({ noun: NOUNS[kind], value }))

const without = (values: readonly Found[], others: readonly Found[]): Found[] =>
  values.filter(({ value }) => !others.some((other) => sameValue(value, other.value)))

function noteOf(verb: string, values: readonly Found[]): string {
  const printed = new Map(values.map(({ noun, value }) => [value.span.text.replace(/\s+/gu, ' '), noun]))
  if (printed.size === 0) return ''
  const named = [...printed.keys()].slice(0, VALUES_MAX)
  const left = [...printed.values()].slice(VALUES_MAX)
  const noun = left.every((each) => each === 'amount') ? 'amount' : 'value'
  const more = left.length === 0 ? [] : [`${left.length} other ${noun}${left.length === 1 ? '' : 's'}`]
  const items = [...named, ...more]
  return ` ${verb} ${items.length === 1 ? items[0] : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`}.`
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
