/** The number of Unicode characters of a text, which readers in any language count alike. */
export function characterCount(text: string): number {
  let count = 0
  for (const _character of text) count += 1
  return count
}
