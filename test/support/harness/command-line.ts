import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { reportFailure } from '../../../cli/output/answer.ts'
import { createProgram } from '../../../cli/program.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'

export type Outcome = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The last line of standard output, which is JSON with `--json`. */
  readonly json: () => unknown
}

export type LaunchOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  /** The launcher by another path, such as a link. */
  readonly launcher?: string
}

export const launcherFile = join(projectFolder, 'cli', 'legislog.js')

/** Runs `legislog` as a person would, and returns its output and exit code. */
export async function legislog(args: readonly string[], options: LaunchOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [options.launcher ?? launcherFile, ...args], {
    cwd: options.folder ?? projectFolder,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, stdout, stderr, json: () => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') }
}

/**
 * Runs a command of `legislog` in the process of the test, without the second of CPU that a process needs to start.
 * Commands run one after the other. A command that ends by a signal or a closed pipe needs a process.
 */
export async function legislogHere(
  args: readonly string[],
  { env = {} }: Pick<LaunchOptions, 'env'> = {},
): Promise<Outcome> {
  const undo = [setEnvironment(env), setExitCode()]
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)]
  try {
    const program = await createProgram(args)
    await program.parseAsync([process.execPath, 'legislog', ...args])
  } catch (error) {
    process.exitCode = reportFailure(error, { json: args.includes('--json'), stack: false })
  }
  const code = Number(process.exitCode ?? 0)
  const printed = { stdout: stdout.end(), stderr: stderr.end() }
  for (const each of undo) each()
  return { code, ...printed, json: () => JSON.parse(printed.stdout.trimEnd().split('\n').at(-1) ?? '') }
}

function setEnvironment(env: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, env)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

function setExitCode(): () => void {
  const before = process.exitCode
  process.exitCode = 0
  return () => {
    process.exitCode = before
  }
}

function capture(stream: NodeJS.WriteStream): { end(): string } {
  const { write } = stream
  let text = ''
  stream.write = (chunk: string | Uint8Array): boolean => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    return true
  }
  return {
    end: () => {
      stream.write = write
      return text
    },
  }
}
