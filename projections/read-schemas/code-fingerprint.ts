import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { projectFolder } from '../../runtime/settings/settings.ts'

/** The code that makes rows: from a message to an event, from events to rows, from rows to columns. */
const entries = [
  'runtime/events/event-codec.ts',
  'projections/fold/decode-records.ts',
  'projections/fold/fold-events.ts',
  'projections/tables/read-tables.ts',
  'projections/rows/copy-encoder.ts',
]
/** Rows do not depend on how services are reached. */
const parts = ['projections', 'schemas']
const IMPORT = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm

let known: string | undefined

/**
 * A fingerprint of the code that makes rows: equal if the text of all modules of the fold is equal. A changed comment
 * counts as a change, which only costs a comparison without differences.
 */
export function codeFingerprint(): string {
  known ??= fingerprintOf(projectFolder)
  return known
}

export function fingerprintOf(folder: string): string {
  const texts = new Map<string, string>()
  const open = entries.map((entry) => join(folder, entry))
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (texts.has(path)) continue
    const text = readFileSync(path, 'utf8')
    texts.set(path, text)
    for (const [, module] of text.matchAll(IMPORT)) {
      const found = join(dirname(path), module!)
      if (parts.includes(relative(folder, found).split(/[\\/]/)[0]!)) open.push(found)
    }
  }
  const hash = createHash('sha256')
  for (const path of [...texts.keys()].sort()) hash.update(relative(folder, path)).update(texts.get(path)!)
  return hash.digest('hex').slice(0, 16)
}
