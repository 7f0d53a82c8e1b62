import { spawn } from 'node:child_process'
import { join } from 'node:path'
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
