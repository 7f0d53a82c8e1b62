const BACK =
  /^(?:Passed (?:the|by the|in the) (?:House|Senate)|Attest\b|Approved\b.{0,40}$|Speaker of the\b|President (?:of|pro tem)|Vice President of\b|(?:Chief )?(?:Clerk|Secretary)\b.{0,60}$|Secretary of (?:State|the Senate)\b|Union Calendar No|Calendar No\.|Received by the Governor|Filed\b.{0,40}$|Signed\b.{0,40}$|Governor\.?$|Introduced by:?$|Report Title:|_{3,}|-+ ?END ?-+$)/iu
/** The name of a signer above `Clerk.` */
const NAME = /^\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){1,4},?$/u
const MOST_LINES = 40

/**
 * The first line of what stands after the last section: signatures, approval, the end mark of a page. null if there
 * is nothing. `after` is the head of the last section.
 */
export function backLine(lines: readonly string[], after: number): number | null {
  const from = Math.max(after + 1, lines.length - MOST_LINES)
  const found = lines.findIndex((line, index) => index >= from && BACK.test(line))
  if (found === -1) return null
  const above = lines[found - 1]
  return found - 1 > after && above !== undefined && NAME.test(above) ? found - 1 : found
}
