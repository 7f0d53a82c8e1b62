/**
 * The share of groups of three letters that two names have in common, 0 to 1, as the extension pg_trgm counts them: each
 * word has two spaces before it and one after it.
 */
export function similarity(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)]
  const common = left.intersection(right).size
  return common === 0 ? 0 : common / (left.size + right.size - common)
}

function trigrams(text: string): Set<string> {
  const found = new Set<string>()
  for (const word of text.split(' ')) {
    const padded = `  ${word} `
    for (let index = 0; index + 3 <= padded.length; index++) found.add(padded.slice(index, index + 3))
  }
  return found
}
