import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Question } from './queries.ts'

const run = promisify(execFile)

/** Requests per second with pgbench: the same statements, prepared, over the same number of connections. */
export async function pgbench(
  url: string,
  questions: readonly Question[],
  clients: number,
  seconds: number,
): Promise<{ per_s: number; average_ms: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-pgbench-'))
  try {
    const scripts = await Promise.all(
      questions.map(async ({ statements }, index) => {
        const file = join(folder, `${index}.sql`)
        await writeFile(file, statements.map((statement) => `${statement};\n`).join(''))
        return ['-f', file]
      }),
    )
    const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)]
    const { stdout } = await run('pgbench', [...args, ...scripts.flat().slice(0, 2 * 100), url], {
      maxBuffer: 64 * 1024 * 1024,
    })
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
    return { per_s: number(/^tps = ([\d.]+)/m), average_ms: number(/^latency average = ([\d.]+) ms/m) }
  } finally {
    await rm(folder, { recursive: true })
  }
}
