import { InvalidArgumentError } from 'commander'

/** A time of the command line in the form of the log's stamps, so that times compare as text. */
export function instantOption(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError('it must be a time such as 2026-02-01T12:00:00Z')
  }
  const fraction = /\.(\d{1,6})/.exec(text)?.[1] ?? ''
  return `${at.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
}
