const MAX_LENGTH = 2_000

/** Words of names as they are searched: in lower case, without accents, each once. */
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
