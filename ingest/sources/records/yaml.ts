import { parse } from 'yaml'
import { hasMoreThan } from '../../../runtime/json/count-marks.ts'
import { LegislogError } from '../../../schemas/errors.ts'

/** A member of Congress is 40 lines: all that there ever were are half as many. A parser takes a kilobyte for each. */
const MOST_ENTRIES = 1_000_000
/** Lists in lists on one line: each level is three calls of the parser. */
const DEEP = /(?:[-?][ \t]+){100}/u

/** The core schema leaves days as the texts they are; district numbers become numbers and are read as texts again. */
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
    // What holds itself by an alias cannot be walked through.
    if (/[&*]\S/u.test(text)) JSON.stringify(value)
    return value
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new LegislogError('record_unreadable', `no YAML: ${message.slice(0, 200).toWellFormed()}`, {
      cause,
    })
  }
}

/** Counts before anything is built. Marks in texts count too: the number is never less than there are entries. */
function refuseBomb(text: string): void {
  if (hasMoreThan(MOST_ENTRIES, ['\n', ',', '[', '{', '- ', '? '], text))
    throw new LegislogError('record_unreadable', `no YAML of ours: it has more than ${MOST_ENTRIES} entries`)
  if (DEEP.test(text))
    throw new LegislogError('record_unreadable', 'no YAML of ours: it is nested deeper than 100 levels')
}
