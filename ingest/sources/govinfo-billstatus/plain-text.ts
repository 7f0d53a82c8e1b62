/** Summaries are fragments of HTML: paragraphs become lines, other marks go; entities are the canonicaliser's. */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:p|br|li|ul|ol|h\d)\b[^>]*>/giu, '\n')
    .replace(/<\/?[a-z][^>]*>/giu, '')
    .replace(/[ \t]*\n\s*/gu, '\n')
    .trim()
}
