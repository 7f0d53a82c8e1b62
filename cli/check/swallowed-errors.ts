import type { Source } from './sources.ts'

/** A handler that does not take the error: `.catch(() => …)`, `catch {`. */
const SWALLOWS = /\.catch\((?:async )?\(\) =>|\bcatch \{/
const COMMENT = /(?:^|\s)\/\/ \S|^\s*(?:\/\*\*|\*) /
/** Throws its own error, so it does not swallow the first one. */
const THROWS = /^\s*throw /

/**
 * Lists the handlers that drop an error without a comment that says why it may be dropped. The comment stands
 * on the line of the handler, as the first thing in it, or, for `.catch(() => …)`, on the line above.
 */
export function findSwallowedErrors(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.split('\n')
    return lines.flatMap((_, index) =>
      SWALLOWS.test(handlerAt(lines, index)) && !saysWhy(lines, index)
        ? [`${path}:${index + 1}: drops an error: say why in a comment, in it or (for .catch) above it`]
        : [],
    )
  })
}

/** The line, with the one after it if the formatter broke it there. */
function handlerAt(lines: readonly string[], index: number): string {
  const line = lines[index]!
  return line.endsWith('.catch(') ? line + (lines[index + 1] ?? '').trimStart() : line
}

function saysWhy(lines: readonly string[], index: number): boolean {
  const line = lines[index]!
  const inside = line.endsWith('{') ? (lines[index + 1] ?? '') : ''
  const above = line.includes('.catch(') ? (lines[index - 1] ?? '') : ''
  return THROWS.test(inside) || [above, line, inside].some((text) => COMMENT.test(text))
}
