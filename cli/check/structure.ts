import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `structure.json` at the root of the project. */
export type Structure = {
  /** The folders of each part, lowest first: a folder imports only from itself and from those before it. `.` is the part's own files. */
  readonly orders: Readonly<Record<string, readonly string[]>>
  /** The most source files that a folder holds beside its subfolders. */
  readonly most_files: number
  /** Folders that hold one file for each thing of a kind, and so may hold more. */
  readonly registries: readonly string[]
}

const SOURCES = '**/*.{ts,js}'
/** Biome formats every import, so that its path is in single quotes behind one of these. */
const IMPORTED = /\b(?:from |import |import\(|new URL\()'(\.{1,2}\/[^']+\.(?:ts|js))'/g

/** Reads the structure that the project at this root declares. */
export function readStructure(root: string): Structure {
  return JSON.parse(readFileSync(join(root, 'structure.json'), 'utf8')) as Structure
}

/** What breaks the structure in the files at this root: one message each. */
export function checkStructure(root: string, structure: Structure): readonly string[] {
  const parts = Object.keys(structure.orders)
  const files = sourceFiles(root, structure)
  return [
    ...crowdedFolders(files, structure),
    ...parts.flatMap((part) => unplacedFolders(files, part, structure)),
    ...parts.flatMap((part) => importsAgainstOrder(root, files, part, structure)),
  ]
}

/** The source files of all parts, tests included: paths from the root. */
export function sourceFiles(root: string, { orders }: Structure): readonly string[] {
  const folders = new Set(Object.keys(orders).map((part) => part.split('/')[0]!))
  return [...folders]
    .flatMap((folder) => globSync(`${folder}/${SOURCES}`, { cwd: root }))
    .filter((file) => !file.endsWith('.d.ts'))
    .sort()
}

function crowdedFolders(files: readonly string[], { most_files, registries }: Structure): readonly string[] {
  const folders = Map.groupBy(files, (file) => dirname(file))
  return [...folders]
    .filter(([folder, inside]) => inside.length > most_files && !registries.includes(folder))
    .map(
      ([folder, inside]) =>
        `${folder}: holds ${inside.length} source files, and a folder holds at most ${most_files}: give some of them a subfolder with one job`,
    )
}

/** Folders without a place in the order of their part, and places without a folder. */
function unplacedFolders(files: readonly string[], part: string, { orders }: Structure): readonly string[] {
  const folders = new Set(filesOf(files, part).map((file) => dirname(file)))
  const places = new Set(orders[part]!.map((name) => join(part, name)))
  return [
    ...[...folders.difference(places)].map(
      (folder) =>
        `${folder}: has no place in the order of ${part}/: add it to structure.json, after every folder that it imports from`,
    ),
    ...[...places.difference(folders)].map(
      (folder) => `${folder}: has no source files, but structure.json lists it: remove it there`,
    ),
  ]
}

function importsAgainstOrder(
  root: string,
  files: readonly string[],
  part: string,
  { orders }: Structure,
): readonly string[] {
  const places = new Map(orders[part]!.map((name, index) => [join(part, name), index]))
  return filesOf(files, part).flatMap((file) =>
    importsOf(root, file)
      .filter((imported) => (places.get(dirname(imported)) ?? -1) > (places.get(dirname(file)) ?? Infinity))
      .map(
        (imported) =>
          `${file}: imports ${imported}, but ${dirname(imported)}/ comes after ${dirname(file)}/ in the order of ${part}/ (structure.json)`,
      ),
  )
}

function filesOf(files: readonly string[], part: string): readonly string[] {
  return files.filter((file) => file.startsWith(`${part}/`))
}

/** The files that a file imports, for their types alone too, or starts as threads: paths from the root, each once. */
function importsOf(root: string, file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...new Set([...text.matchAll(IMPORTED)].map(([, path]) => join(dirname(file), path!)))]
}
