/**
 * Describes the first line in which the committed OpenAPI document is not the one that the code makes. Gives undefined
 * if they are equal.
 */
export function describeOutdatedLine(committed: string, made: string): string | undefined {
  if (committed === made) return undefined
  const before = committed.split('\n')
  const after = made.split('\n')
  const differing = after.findIndex((line, index) => line !== before[index])
  const index = differing === -1 ? after.length : differing
  const quote = (lines: readonly string[]) =>
    index < lines.length ? `\`${lines[index]!.trim()}\`` : 'its end'
  return `line ${index + 1} is ${quote(before)}, but the code makes ${quote(after)}`
}
