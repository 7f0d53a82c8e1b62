import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../runtime/settings/settings.ts'

const file = join(projectFolder, 'bench', 'RESULTS.md')

/** Replaces the section of one command in bench/RESULTS.md, or adds it, with the machine and the date. */
export async function keepResult(command: string, body: string): Promise<string> {
  const section = [`## \`${command}\``, '', surroundings(), '', body.trim(), ''].join('\n')
  // The first result starts the file.
  const text = await readFile(file, 'utf8').catch(() => '# What was measured\n')
  const sections = text.trimEnd().split(/\n(?=## )/)
  const index = sections.findIndex((one) => one.startsWith(`## \`${command}\`\n`))
  if (index < 0) sections.push(section)
  else sections[index] = section
  await writeFile(file, `${sections.map((one) => one.trimEnd()).join('\n\n')}\n`)
  return section
}

function surroundings(): string {
  const [first] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: projectFolder,
    encoding: 'utf8',
  }).trim()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((value) => value.toFixed(1))
  return `${new Date().toISOString().slice(0, 16)}Z, commit ${commit}, ${cpus().length} × ${first?.model ?? 'unknown'}, ${gigabytes} GB, Node ${process.versions.node}, load average at the end ${load.join(' ')}.`
}
