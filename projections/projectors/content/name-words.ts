const MAX_LENGTH = 2_000

/** The words of names as search compares them: lower case, without accents, each once. */
export function nameWords(names: readonly string[]): string {
  return [...new Set(names.flatMap(wordsOfName))].join(' ').slice(0, MAX_LENGTH)
}

export function wordsOfName(name: string): string[] {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}
