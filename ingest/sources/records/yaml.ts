import { parse } from 'yaml'
import { hasMoreThan } from '../../../runtime/json/count-marks.ts'
import { LegislogError } from '../../../schemas/errors.ts'

/**
 * A member of Congress has 40 lines, so all members in history have half as many. A parser takes a kilobyte
 * for each.
 */
const MOST_ENTRIES = 1_000_000
/** Lists in lists on one line: each level is three calls of the parser. */
const DEEP = /(?:[-?][ \t]+){100}/u

/** The core schema leaves days as texts. District numbers become numbers and are converted back. */
export function parseYaml(text: string): unknown {
  refuseBomb(text)
  try {
    const value: unknown = parse(text, {
      schema: 'core',
      prettyErrors: false,
      uniqueKeys: false,
      strict: false,
      logLevel: 'error',
    })
    // A value that contains itself through an alias cannot be walked.
    if (/[&*]\S/u.test(text)) JSON.stringify(value)
    return value
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new LegislogError('record_unreadable', `no YAML: ${message.slice(0, 200).toWellFormed()}`, {
      cause,
    })
  }
}

/** Counts before parsing. Marks in texts count too, so the number is never too low. */
function refuseBomb(text: string): void {
  if (hasMoreThan(MOST_ENTRIES, ['\n', ',', '[', '{', '- ', '? '], text))
    throw new LegislogError(
      'record_unreadable',
      `the YAML is refused: it has more than ${MOST_ENTRIES} entries`,
    )
  if (DEEP.test(text))
    throw new LegislogError('record_unreadable', 'the YAML is refused: it is nested deeper than 100 levels')
}
