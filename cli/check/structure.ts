import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOf, type Source } from './sources.ts'

/** `structure.json` at the root of the project. */
export type Structure = {
  /** The folders of each part, lowest first: a folder imports only from itself and from those before it. `.` is the part's own files. */
  readonly orders: Readonly<Record<string, readonly string[]>>
  /** The most source files in a folder, not counting its subfolders. */
  readonly most_files: number
  /** Folders with one file for each thing of a kind, which may have more files. */
  readonly registries: readonly string[]
}

/** Biome formats every import, so that its path is in single quotes behind one of these. */
const IMPORTED = /\b(?:from |import |import\(|new URL\()'(\.{1,2}\/[^']+\.(?:ts|js))'/g

/** Reads the structure that the project at this root declares. */
export function readStructure(root: string): Structure {
  return JSON.parse(readFileSync(join(root, 'structure.json'), 'utf8')) as Structure
}

/** Gives the folders at the root that contain the parts. */
export function partFolders({ orders }: Structure): readonly string[] {
  return [...new Set(Object.keys(orders).map((part) => part.split('/')[0]!))]
}

/**
 * Checks the source files of all parts, including tests. Gives one message for each violation of the
 * structure.
 */
export function checkStructure(sources: readonly Source[], structure: Structure): readonly string[] {
  const parts = Object.keys(structure.orders)
  return [
    ...crowdedFolders(sources, structure),
    ...parts.flatMap((part) => unplacedFolders(sources, part, structure)),
    ...parts.flatMap((part) => importsAgainstOrder(sources, part, structure)),
  ]
}

function crowdedFolders(
  sources: readonly Source[],
  { most_files, registries }: Structure,
): readonly string[] {
  const folders = Map.groupBy(sources, folderOf)
  return [...folders]
    .filter(([folder, inside]) => inside.length > most_files && !registries.includes(folder))
    .map(
      ([folder, inside]) =>
        `${folder}: has ${inside.length} source files, and a folder may have at most ${most_files}: give some of them a subfolder with one job`,
    )
}

/** Folders without a place in the order of their part, and places without a folder. */
function unplacedFolders(sources: readonly Source[], part: string, { orders }: Structure): readonly string[] {
  const folders = new Set(sourcesOf(sources, part).map(folderOf))
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
  sources: readonly Source[],
  part: string,
  { orders }: Structure,
): readonly string[] {
  const places = new Map(orders[part]!.map((name, index) => [join(part, name), index]))
  return sourcesOf(sources, part).flatMap((source) => {
    const folder = folderOf(source)
    return importsOf(source)
      .filter((imported) => (places.get(dirname(imported)) ?? -1) > (places.get(folder) ?? Infinity))
      .map(
        (imported) =>
          `${source.path}: imports ${imported}, but ${dirname(imported)}/ comes after ${folder}/ in the order of ${part}/ (structure.json)`,
      )
  })
}

function sourcesOf(sources: readonly Source[], part: string): readonly Source[] {
  return sources.filter(({ path }) => path.startsWith(`${part}/`))
}

/** The files that a file imports, for their types alone too, or starts as threads: paths from the root, each once. */
function importsOf(source: Source): readonly string[] {
  const folder = folderOf(source)
  return [...new Set([...source.text.matchAll(IMPORTED)].map(([, path]) => join(folder, path!)))]
}
