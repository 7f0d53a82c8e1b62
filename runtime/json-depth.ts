/** By its brackets alone, those in texts too: never less than there are, and nearly always few. */
export function opensMoreThan(most: number, text: string): boolean {
  let left = most
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      left -= 1
      if (left < 0) return true
    }
  }
  return false
}

/** Of an object or a list that lies so many levels deep; undefined where none does. Calls itself no further than that. */
export function pathBelow(levels: number, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return ''
  for (const [key, inner] of Object.entries(value)) {
    const path = pathBelow(levels - 1, inner)
    if (path !== undefined) return `/${key}${path}`
  }
  return undefined
}
