import { type Command, CommanderError } from 'commander'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'

/** The output of a command: `text` for people, `json` as the last line with `--json`. */
export type Answer = {
  readonly text?: string
  readonly json?: object
  /** The command did its work and found something wrong: exit code 1. */
  readonly failed?: boolean
}

export type Invocation<Options> = {
  readonly args: readonly string[]
  readonly options: Options
  readonly json: boolean
}

/** Gives a command its work, and `--json`. Errors go to `reportFailure`. */
export function setAction<Options extends object = Record<never, never>>(
  command: Command,
  work: (invocation: Invocation<Options>) => Promise<Answer | undefined>,
): Command {
  return command.option('--json', 'print one JSON object as the last line').action(async () => {
    const options = command.opts<Options>()
    // A parent with the same option takes it: `legislog ingest recover --json`.
    const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
    const answer = await work({ args: command.args, options, json })
    if (json) print(JSON.stringify(answer?.json ?? {}))
    else if (answer?.text !== undefined) print(answer.text)
    if (answer?.failed === true) process.exitCode = 1
  })
}

/** Prints a failure in the requested form and returns the exit code: 1 failed, 2 wrong usage. */
export function reportFailure(error: unknown, wants: { json: boolean; stack: boolean }): number {
  // Commander has already printed the error.
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const message = error.message.replace(/^error: /, '')
    if (wants.json) print(JSON.stringify({ error: { code: 'usage', message } }))
    return 2
  }
  const { code, message } = describeError(error)
  process.stderr.write(`legislog: ${code}: ${message}\n`)
  if (wants.stack) process.stderr.write(`${traceOf(error)}\n`)
  if (wants.json) print(JSON.stringify({ error: { code, message } }))
  return code === 'usage' ? 2 : 1
}

/** Postgres: no such table, no such schema. */
const MISSING_TABLE_CODES = new Set<unknown>(['42P01', '3F000'])

/**
 * An error is not our fault if a connection to a service is refused, cut or timed out, or if the service was
 * never set up.
 */
export function describeError(error: unknown): { code: string; message: string } {
  const message = error instanceof Error ? error.message || error.name : String(error)
  if (error instanceof LegislogError) return { code: error.code, message }
  if (isTransient(error)) return { code: 'service_failed', message }
  const isNotSetUp = error instanceof Error && 'code' in error && MISSING_TABLE_CODES.has(error.code)
  return isNotSetUp
    ? { code: 'service_failed', message: `${message}: is the database set up? legislog setup` }
    : { code: 'unexpected', message }
}

/** Rows with their columns aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
