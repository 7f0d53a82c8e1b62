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

/** Whether an object or a list lies so many levels deep. Calls itself no further than that, and makes nothing on its way. */
export function isNestedBelow(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++)
      if (isNestedBelow(levels - 1, value[index])) return true
    return false
  }
  const members = value as Record<string, unknown>
  for (const name in members) if (isNestedBelow(levels - 1, members[name])) return true
  return false
}

/** The path of the first that lies so deep; undefined where none does. */
export function pathBelow(levels: number, value: unknown): string | undefined {
  if (!isNestedBelow(levels, value)) return undefined
  if (levels === 0) return ''
  const [name, inner] = Object.entries(value as object).find((entry) => isNestedBelow(levels - 1, entry[1]))!
  return `/${name}${pathBelow(levels - 1, inner)}`
}
