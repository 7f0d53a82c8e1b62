/** True if so many words from `at` in one list are those from `position` in the other. Both lists have them. */
export function areEqualWords(
  mine: Int32Array,
  at: number,
  theirs: Int32Array,
  position: number,
  count: number,
): boolean {
  for (let place = 0; place < count; place += 1) {
    if (mine[at + place] !== theirs[position + place]) return false
  }
  return true
}
