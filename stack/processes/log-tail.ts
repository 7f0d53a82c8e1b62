import { readFile } from 'node:fs/promises'

export const lastLines = (text: string, count: number): string =>
  text.trimEnd().split('\n').slice(-count).join('\n')

/** The last lines of a log file, for the message of a failure; empty if the file cannot be read. */
export async function logTail(file: string, count: number): Promise<string> {
  // The message of the failure matters more than its log.
  return lastLines(await readFile(file, 'utf8').catch(() => ''), count)
}
