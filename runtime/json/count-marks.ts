/** Whether the marks stand in a text more than so many times, all of them together. It reads no further than that. */
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
