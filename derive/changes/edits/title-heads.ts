import { wordingOf } from '../../diff/same-wording.ts'
import { type Span, within } from '../words/span.ts'
import type { Edit } from './edit.ts'

/** What is printed before the words of a title, in another way at each stage. */
const HEAD = /^\W*(?:No\. \d+\.\s+)?\W*(?:an act\b|a bill(?: for an act)?\b)?\W*/iu

export const withoutTitleHead = (line: string): string => line.replace(HEAD, '')

/** Whether only the head of a title differs: `A BILL for an Act to …` and `AN ACT to …`, or `"An Act relating …` and `Relating …`. */
export function isTitleHead({ before, after, from_line, to_line }: Edit): boolean {
  const older = behindHead(before, from_line)
  const newer = behindHead(after, to_line)
  return older !== null && newer !== null && wordingOf(older) === wordingOf(newer)
}

/** The words of a span that stand behind the head of its line. null if the span does not touch the head. */
function behindHead(span: Span | null, line: Span | null): string | null {
  if (span === null) return ''
  if (line === null) return null
  const head = line.start + HEAD.exec(line.text)![0].length
  if (span.start > head) return null
  return within(span, Math.min(head - span.start, span.text.length), span.text.length).text
}
