import { type Span, spanOf } from '../words/span.ts'
import type { Edit } from './edit.ts'

const INSIDE_BRACKETS_MAX = 8

/** Moves the ends of an edit that cuts brackets, so that `(b) …` is quoted whole and not as `b) …`. */
export function withWholeBrackets(edit: Edit, texts: { readonly from: string; readonly to: string }): Edit {
  const { before, after } = edit
  if (before === null && after === null) return edit
  if (before === null) return { ...edit, after: shifted(after!, texts.to) }
  if (after === null) return { ...edit, before: shifted(before, texts.from) }
  const left = balance(before.text) < 0 || balance(after.text) < 0 ? sharedLeft(before, after, texts) : 0
  const right = balance(before.text) > 0 || balance(after.text) > 0 ? sharedRight(before, after, texts) : 0
  return {
    ...edit,
    before: spanOf(texts.from, before.start - left, before.end + right),
    after: spanOf(texts.to, after.start - left, after.end + right),
  }
}

/** `b) in section (` behind a bracket says the same as `(b) in section `. */
function shifted(span: Span, text: string): Span {
  if (!span.text.endsWith('(') || text[span.start - 1] !== '(') return span
  return spanOf(text, span.start - 1, span.end - 1)
}

/** How many brackets are opened and not closed; negative if one is closed that was not opened. */
function balance(text: string): number {
  let open = 0
  for (const character of text) {
    if (character === '(') open += 1
    if (character === ')') open -= 1
    if (open < 0) return open
  }
  return open
}

type Texts = { readonly from: string; readonly to: string }

function sharedLeft(before: Span, after: Span, { from, to }: Texts): number {
  for (let length = 1; length <= INSIDE_BRACKETS_MAX; length += 1) {
    const character = from[before.start - length]
    if (character === undefined || character !== to[after.start - length] || character === '\n') return 0
    if (character === '(') return length
  }
  return 0
}

function sharedRight(before: Span, after: Span, { from, to }: Texts): number {
  for (let length = 1; length <= INSIDE_BRACKETS_MAX; length += 1) {
    const character = from[before.end + length - 1]
    if (character === undefined || character !== to[after.end + length - 1] || character === '\n') return 0
    if (character === ')') return length
  }
  return 0
}
