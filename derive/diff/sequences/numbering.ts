/** Gives equal values the same number, so that they are compared as numbers. */
export type Numbering = (value: string) => number

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()
  return (value) => {
    const known = numbers.get(value)
    if (known !== undefined) return known
    numbers.set(value, numbers.size)
    return numbers.size - 1
  }
}
