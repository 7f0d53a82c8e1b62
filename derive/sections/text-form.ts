import type { TextForm } from './section-tree.ts'

const HEAD_LINES = 60
const CONGRESS =
  /\b\d{1,3}(?:st|nd|rd|th) Congress\b|Congress of the United States of America|in Congress assembled|^In the (?:Senate|House of Representatives)\b/iu

/** XML of Congress, HTML or XML of a state, or the text of a PDF or of a text file. */
export function textForm(mediaType: string, lines: readonly string[]): TextForm {
  const [type] = mediaType.split(';')
  if (type === 'text/xml' && lines.slice(0, HEAD_LINES).some((line) => CONGRESS.test(line))) {
    return 'congress'
  }
  return type === 'text/xml' || type === 'text/html' ? 'state-markup' : 'plain'
}
