export type Random = {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from `least` to below `most`. */
  between(least: number, most: number): number
}

/** The same numbers for the same seed (mulberry32), so a failing run can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, between: (least, most) => least + Math.floor(next() * (most - least)) }
}
