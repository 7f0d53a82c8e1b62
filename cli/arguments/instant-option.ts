import { InvalidArgumentError } from 'commander'
import { parseInstant } from '../../schemas/http/instant.ts'

/** A time of the command line, as the API takes it, in the form of the log's stamps, so that times compare as text. */
export function instantOption(text: string): string {
  const instant = parseInstant(text)
  if (instant !== undefined) return instant
  throw new InvalidArgumentError(
    'it must be a time such as 2026-02-01T12:00:00Z or a date such as 2026-02-01',
  )
}
