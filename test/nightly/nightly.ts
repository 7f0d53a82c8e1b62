import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepResult } from '../../bench/measure/results.ts'
import { markdown } from '../../bench/measure/tables.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { runCommand } from '../../stack/processes/command.ts'
import { lastLines } from '../../stack/processes/log-tail.ts'

type Part = {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The file of its full result. */
  readonly kept_as?: string
}
type Outcome = Pick<Part, 'name' | 'kept_as'> & {
  readonly minutes: number
  readonly failed: boolean
  readonly last: string
}

const main = join(projectFolder, 'cli', 'main.ts')
const KEPT_LINES = 40

/**
 * The long tests: test files in their long versions, kills during a load of a folder of Open States scraper output
 * (`none` skips it), a rebuild, swap and rollback of a tenth of the largest corpus under readers, and the soak. Exits
 * with 1 if any of them failed.
 */
export async function nightly(
  folder: string,
  minutes: string,
  seed: string,
  victims: string,
): Promise<string> {
  const parts: Part[] = [
    {
      name: 'tests, long versions',
      args: [join(projectFolder, 'cli', 'run-tests.js'), ...(await longTests())],
      env: { NIGHTLY: '1' },
    },
    ...(folder === 'none'
      ? []
      : [{ name: 'kill-rounds', args: [main, 'bench', 'kill-rounds', folder, seed] }]),
    {
      name: 'rebuild of 142,000 bills, with readers and news',
      args: [main, 'bench', 'full', '142000', '500', '200', 'floor'],
      kept_as: 'legislog bench full 142000',
    },
    { name: 'soak', args: [main, 'bench', 'soak', minutes, seed, victims], kept_as: 'legislog bench soak' },
  ]
  const outcomes: Outcome[] = []
  for (const part of parts) {
    console.error(`${part.name} …`)
    const outcome = await play(part)
    console.error(
      `${part.name}: ${outcome.failed ? 'FAILED' : 'passed'} after ${outcome.minutes.toFixed(1)} minutes`,
    )
    outcomes.push(outcome)
  }
  if (outcomes.some(({ failed }) => failed)) process.exitCode = 1
  return keepResult('legislog bench nightly', describeOutcomes(outcomes))
}

/** Test files that run longer at night. */
async function longTests(): Promise<string[]> {
  const files = globSync('test/**/*.test.ts', { cwd: projectFolder }).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(projectFolder, file), 'utf8')))
  return files.filter((_, index) => texts[index]!.includes('harness/nightly.ts'))
}

/** They run one after another, since they measure time and share cores. */
async function play({ name, args, env = {}, kept_as }: Part): Promise<Outcome> {
  const ofPart = { name, ...(kept_as === undefined ? {} : { kept_as }) }
  const startedAt = performance.now()
  const minutes = () => (performance.now() - startedAt) / 60_000
  try {
    const output = await runCommand(process.execPath, args, { folder: projectFolder, env })
    return { ...ofPart, failed: false, last: lastLines(output, KEPT_LINES), minutes: minutes() }
  } catch (error) {
    return { ...ofPart, failed: true, last: lastLines(String(error), KEPT_LINES), minutes: minutes() }
  }
}

function describeOutcomes(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, minutes, failed, last, kept_as }) => [
    name,
    minutes.toFixed(1),
    failed ? '**failed**' : 'passed',
    kept_as === undefined ? (last.split('\n').at(-1) ?? '') : `see \`${kept_as}\``,
  ])
  const failures = outcomes.filter(({ failed }) => failed)
  return [
    markdown(['part', 'minutes', 'outcome', 'its last line'], rows),
    ...failures.map(({ name, last }) => `### ${name}\n\n${last.replaceAll(/^/gm, '    ')}`),
  ].join('\n\n')
}
