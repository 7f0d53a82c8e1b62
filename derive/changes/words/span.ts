/** A piece of a stored text: `text` is what stands from `start` to `end`. */
export type Span = { readonly start: number; readonly end: number; readonly text: string }

export const spanOf = (text: string, start: number, end: number): Span => ({
  start,
  end,
  text: text.slice(start, end),
})

/** The part of a span from `start` to `end`, which count from the start of the span. */
export const within = (span: Span, start: number, end: number): Span => ({
  start: span.start + start,
  end: span.start + end,
  text: span.text.slice(start, end),
})

/** The span without spaces at its ends. */
export function trimmed(span: Span): Span {
  const start = span.text.length - span.text.trimStart().length
  return within(span, start, Math.max(start, span.text.trimEnd().length))
}
