const CLAUSE =
  /\b(?:be it (?:further )?(?:enacted|resolved)|it is hereby enacted|do (?:hereby )?enact|be it (?:so )?ordained|decr[ée]tase|do enact as follows|enacts? as follows|(?:people|general assembly) .{0,80}\benact)\b/iu
const RESOLVED = /^\W*resolved\b/iu

/** The line of the enacting or resolving clause. null if there is none. */
export function enactingLine(lines: readonly string[]): number | null {
  const enacted = lines.findIndex((line) => CLAUSE.test(line))
  if (enacted !== -1) return enacted
  const resolved = lines.findIndex((line) => RESOLVED.test(line))
  return resolved === -1 ? null : resolved
}
