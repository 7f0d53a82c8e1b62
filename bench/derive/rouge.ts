const WORD = /[\p{L}\p{N}]+/gu

/** From 0 to 1. `recall`: the share of the words of the reference. `f1`: with the share of the summary's own words. */
export type Rouge = { readonly f1: number; readonly recall: number }

/** ROUGE-1: the words that a summary shares with a reference. They are compared without case, and are not stemmed. */
export function rouge1(summary: string, reference: string): Rouge {
  const [own, wanted] = [wordCounts(summary), wordCounts(reference)]
  let shared = 0
  for (const [word, count] of own) shared += Math.min(count, wanted.get(word) ?? 0)
  if (shared === 0) return { f1: 0, recall: 0 }
  return { f1: (2 * shared) / (sum(own) + sum(wanted)), recall: shared / sum(wanted) }
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)
