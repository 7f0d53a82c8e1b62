import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { lastLines } from '../../stack/processes/log-tail.ts'

/**
 * Runs one of our commands as a separate process and gives its `--json` output. If aborted, the command ends
 * in order.
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<unknown> {
  const child = spawn(process.execPath, [join(projectFolder, 'cli', 'main.ts'), ...args, '--json'], {
    env,
    cwd: projectFolder,
    signal,
    // The channel closes when this process ends; the command ends then too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) {
    const end = lastLines(output.err, 3)
    throw new LegislogError('service_failed', `legislog ${args.join(' ')} ended with ${code}: ${end}`)
  }
  return JSON.parse(output.out.trimEnd().split('\n').at(-1) ?? '{}')
}
