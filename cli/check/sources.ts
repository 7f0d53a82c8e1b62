import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A source file: its path from the root of the project, and its text. */
export type Source = { readonly path: string; readonly text: string }

/** Reads the TypeScript and JavaScript files of these folders, sorted by their paths. Declarations are not among them. */
export function readSources(root: string, folders: readonly string[]): readonly Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: root }))
    .filter((path) => !path.endsWith('.d.ts'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The folder of a source file, from the root. */
export const folderOf = ({ path }: Source): string => dirname(path)
