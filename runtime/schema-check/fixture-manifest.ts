import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sha256Of } from '../object-store/object-name.ts'

/** Each fixture with the hash of its bytes, as `sha256sum -c` reads it. A line is added with a fixture and never changed. */
const MANIFEST = 'manifest.sha256'

/** Finds faults in a folder of fixtures: a fixture that was changed, removed, or added without its line. */
export function checkManifest(folder: string): { readonly fixture: string; readonly message: string }[] {
  const registered = readManifest(folder)
  const changed = [...registered].flatMap(([fixture, hash]) => {
    const file = join(folder, fixture)
    if (!existsSync(file)) return [{ fixture, message: 'was removed: the log keeps such events forever' }]
    if (hashOf(file) === hash) return []
    return [{ fixture, message: 'was changed: it must keep its first form' }]
  })
  const added = fixturesIn(folder).filter((name) => !registered.has(name))
  const message = `has no line in ${MANIFEST}: legislog schemas check --write adds it`
  return [...changed, ...added.map((fixture) => ({ fixture, message }))]
}

/** Adds lines for new fixtures. Existing lines are never touched. */
export function extendManifest(folder: string): void {
  const registered = readManifest(folder)
  for (const name of fixturesIn(folder)) {
    if (!registered.has(name))
      appendFileSync(join(folder, MANIFEST), `${hashOf(join(folder, name))}  ${name}\n`)
  }
}

function readManifest(folder: string): Map<string, string> {
  const file = join(folder, MANIFEST)
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Map(
    lines.filter((line) => line !== '').map((line) => [basename(line.slice(66)), line.slice(0, 64)]),
  )
}

const fixturesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()

function hashOf(file: string): string {
  return sha256Of(readFileSync(file))
}
