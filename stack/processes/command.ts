import { spawn } from 'node:child_process'
import { LegislogError } from '../../schemas/errors.ts'
import { lastLines } from './log-tail.ts'

export type CommandOptions = {
  readonly folder?: string
  readonly env?: Readonly<Record<string, string>>
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly onLine?: (line: string) => void
  /** Ends the program early. */
  readonly signal?: AbortSignal
}

/** Runs a program to its end and gives what it printed. A failure is `service_failed` with its last lines. */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...options.user,
  })
  let output = ''
  const take = (chunk: Buffer): void => {
    const text = chunk.toString('utf8')
    output += text
    for (const line of text.split('\n')) if (line.trim() !== '') options.onLine?.(line.trim())
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new LegislogError('service_failed', `${program} cannot be started`, { cause })),
    )
    child.once('close', (exit, signal) => resolve(exit ?? signal ?? 'unknown'))
  })
  if (code === 0) return output
  const end = lastLines(output, 15)
  throw new LegislogError('service_failed', `${program} ${args.join(' ')} ended with ${code}:\n${end}`)
}
