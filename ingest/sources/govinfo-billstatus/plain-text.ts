/**
 * Summaries are fragments of HTML. Paragraphs become lines, other tags are removed, and the canonicalizer
 * decodes entities.
 */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:p|br|li|ul|ol|h\d)\b[^>]*>/giu, '\n')
    .replace(/<\/?[a-z][^>]*>/giu, '')
    .replace(/[ \t]*\n\s*/gu, '\n')
    .trim()
}
