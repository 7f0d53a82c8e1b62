/** True if a text contains more marks than the limit, all marks together. It stops reading there. */
export function hasMoreThan(most: number, marks: readonly string[], text: string): boolean {
  let left = most
  for (const mark of marks) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      left -= 1
      if (left < 0) return true
    }
  }
  return false
}
