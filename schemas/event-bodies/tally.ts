type Counted = { readonly option: string; readonly value: number }

/** Counts of a roll call as its source gives them. null if it gave none. */
export function tallyOf(counts: readonly Counted[]): {
  readonly yes: number | null
  readonly no: number | null
  readonly other: number | null
} {
  if (counts.length === 0) return { yes: null, no: null, other: null }
  const sum = (isWanted: (option: string) => boolean) =>
    counts.reduce((total, { option, value }) => total + (isWanted(option) ? value : 0), 0)
  return {
    yes: sum((option) => option === 'yes'),
    no: sum((option) => option === 'no'),
    other: sum((option) => option !== 'yes' && option !== 'no'),
  }
}
