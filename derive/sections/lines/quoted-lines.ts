const OPENS = '“'
const CLOSES = '”'

/**
 * Says of each line of a text of Congress whether it is law to be inserted. The old DTDs print a quotation mark before
 * the first line of a block and one after its last line. USLM prints one before each line.
 */
export function quotedLines(lines: readonly string[]): readonly boolean[] {
  if (isEachLineQuoted(lines)) return lines.map((line) => line.startsWith(OPENS))
  let depth = 0
  return lines.map((line) => {
    // Marks within a line of the bill itself open no block, even if the printer left out the second one.
    const isQuoted = depth > 0 || line.startsWith(OPENS)
    depth = isQuoted ? depthAfter(line, depth) : 0
    return isQuoted
  })
}

/** Most lines after a line that opens a block begin with a quotation mark too. */
function isEachLineQuoted(lines: readonly string[]): boolean {
  let quoted = 0
  let bare = 0
  for (const [index, line] of lines.slice(0, -1).entries()) {
    if (!line.startsWith(OPENS) || depthAfter(line, 0) === 0) continue
    if (lines[index + 1]!.startsWith(OPENS)) quoted += 1
    else bare += 1
  }
  return quoted > bare
}

function depthAfter(line: string, before: number): number {
  let depth = before
  for (const mark of line) {
    if (mark === OPENS) depth += 1
    else if (mark === CLOSES && depth > 0) depth -= 1
  }
  return depth
}
