import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Each fixture with the hash of its bytes, as `sha256sum -c` reads it. A line is added with a fixture and never changed. */
const MANIFEST = 'manifest.sha256'

/** Finds faults in a folder of fixtures: a fixture that was changed, removed, or added without its line. */
export function checkManifest(folder: string): { readonly fixture: string; readonly message: string }[] {
  const held = readManifest(folder)
  const changed = [...held].flatMap(([fixture, hash]) => {
    const file = join(folder, fixture)
    if (!existsSync(file))
      return [{ fixture, message: 'was removed: events like it lie in the log for ever' }]
    if (hashOf(file) === hash) return []
    return [{ fixture, message: 'was changed: it stands for events as they were written once' }]
  })
  const added = fixturesIn(folder).filter((name) => !held.has(name))
  const message = `has no line in ${MANIFEST}: legislog schemas check --write adds it`
  return [...changed, ...added.map((fixture) => ({ fixture, message }))]
}

/** Adds lines for new fixtures. Existing lines are never touched. */
export function extendManifest(folder: string): void {
  const held = readManifest(folder)
  for (const name of fixturesIn(folder)) {
    if (!held.has(name)) appendFileSync(join(folder, MANIFEST), `${hashOf(join(folder, name))}  ${name}\n`)
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
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
