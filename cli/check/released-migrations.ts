import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sha256Of } from '../../runtime/object-store/object-name.ts'

/** Each migration of a release with the hash of its bytes, as `sha256sum -c` reads it. Lines are added and never changed. */
const RELEASED = 'cli/check/released-migrations.sha256'

/** SHA-256 by path, such as `api/migrations/20261128000200-account.ts`. */
export type MigrationHashes = ReadonlyMap<string, string>

/**
 * Finds faults in the migrations of this checkout. A database of a release runs only files that it does not
 * know, in the order of their names. A changed file would never reach it, and a file before a released one
 * would run too late.
 */
export function findMigrationFaults(released: MigrationHashes, present: MigrationHashes): string[] {
  const last =
    [...released.keys()]
      .map((path) => basename(path))
      .toSorted()
      .at(-1) ?? ''
  const names = [...present.keys()].map((path) => basename(path))
  return [
    ...[...released].flatMap(([path, hash]) => {
      if (!present.has(path)) return [`${path} was removed: a released migration stays`]
      if (present.get(path) === hash) return []
      return [`${path} was changed: it is released, so a change needs a new file`]
    }),
    ...[...present.keys()].flatMap((path) => {
      if (names.filter((name) => name === basename(path)).length > 1)
        return [`${path}: two files have this name`]
      if (released.has(path) || basename(path) > last) return []
      return [`${path} is new and sorts before the released ${last}: its name needs a later date`]
    }),
  ]
}

export function readReleasedMigrations(root: string): MigrationHashes {
  const lines = readFileSync(join(root, RELEASED), 'utf8').split('\n')
  return new Map(lines.filter((line) => line !== '').map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** The migrations in the folder `migrations` of each part. */
export function readMigrations(root: string, parts: readonly string[]): MigrationHashes {
  return new Map(
    parts.flatMap((part) => {
      const folder = `${part}/migrations`
      return readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => [`${folder}/${name}`, sha256Of(readFileSync(join(root, folder, name)))] as const)
    }),
  )
}
