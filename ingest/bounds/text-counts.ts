/** How often any of the marks stands in a text. Ends soon after it has counted more than `most`. */
export function countOf(text: string, marks: readonly string[], most: number): number {
  let count = 0
  for (const mark of marks) {
    for (let at = text.indexOf(mark); at >= 0 && count <= most; at = text.indexOf(mark, at + mark.length))
      count += 1
  }
  return count
}
