/**
 * Separates a ready item from the members that are added to it. JSON never contains this character unescaped.
 * The `}` before it is removed with it.
 */
export const MEMBERS_FOLLOW = String.fromCharCode(31)

const [MARK, COMMA] = [31, ','.charCodeAt(0)]
/** UTF-8 of one unit of a string. */
const MAX_BYTES = 3
const KEPT_BYTES = 4 * 1024 * 1024

let scratch = Buffer.alloc(0)

/**
 * Gives `before`, items and `after` as the bytes of one answer, in one pass over the text from Postgres.
 * Joining, searching and measuring several hundred kilobytes as a string took longer than the rest of the
 * page.
 */
export function pageBytes(before: string, items: string, after: string): Buffer {
  const from = scratchOf(MAX_BYTES * (before.length + items.length + after.length))
  const itemsAt = from.write(before)
  const itemsEnd = itemsAt + from.write(items, itemsAt)
  const end = itemsEnd + from.write(after, itemsEnd)
  const text = from.subarray(0, end)
  const bytes = Buffer.allocUnsafeSlow(end)
  let [taken, written] = [0, 0]
  for (let mark = text.indexOf(MARK); mark >= 0; mark = text.indexOf(MARK, mark + 1)) {
    written += text.copy(bytes, written, taken, mark - 1)
    bytes[written++] = COMMA
    taken = mark + 1
  }
  written += text.copy(bytes, written, taken)
  return bytes.subarray(0, written)
}

function scratchOf(bytes: number): Buffer {
  if (bytes <= scratch.length) return scratch
  const made = Buffer.allocUnsafeSlow(bytes)
  if (bytes <= KEPT_BYTES) scratch = made
  return made
}
