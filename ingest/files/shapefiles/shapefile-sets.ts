import { createReadStream } from 'node:fs'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import type { FileInput } from '../../source-interface/source.ts'
import { ARCHIVE_BYTES, MOST_ARCHIVES } from '../archive-limit.ts'
import type { Bytes } from '../bytes.ts'
import { faultOfName } from '../entry-name.ts'
import { listFiles } from '../file-input.ts'
import { isHidden } from '../records.ts'
import { entryName, isLink } from '../zip.ts'
import { type LoadedSet, loadSet, type Part, readPart } from './load-set.ts'

/** The files of one base name. Their content is read when the set is loaded, and again if it is loaded again. */
export type ShapefileSet = {
  /** The location of the .shp file, or of the .dbf file if the set has no shapes: `tl_2021_30059_faces.dbf`. */
  readonly name: string
  /** The base name in lower case: `tl_2021_30059_faces`. */
  readonly base: string
  readonly parts: readonly Part[]
  /** Throws `record_unreadable`, `record_too_large` or `record_invalid` if the set cannot be used. */
  readonly load: () => Promise<LoadedSet>
}

/** Opens a zip from its start. Each reader opens its own. */
type Container = () => Promise<ZipFile>

const PART = /\.(?:shp|dbf|prj|cpg|shx)$/iu

/** The same input for readers of other files, which do not count parts of shapefiles as passed over. */
export const withoutShapefiles = (input: FileInput): FileInput => ({
  ...input,
  passed_over: (name, why) => {
    if (!PART.test(name)) input.passed_over?.(name, why)
  },
})

/**
 * Lists the shapefiles of folders, zips, and zips in zips. Archives that cannot be read give no sets: the reader of
 * records reports them.
 */
export async function* listShapefiles(input: FileInput): AsyncGenerator<ShapefileSet> {
  const most = input.archive_bytes ?? ARCHIVE_BYTES
  const parts: Part[] = []
  const files = await listFiles(input.paths)
  for (const { path, name } of files) {
    if (PART.test(name)) parts.push({ name, open: async () => createReadStream(path) as Bytes })
  }
  yield* setsOf(parts, most)
  for (const { path, name } of files) {
    if (!/\.zip$/iu.test(name)) continue
    yield* listZip(name, () => openPromise(path, { autoClose: false, decodeStrings: false }), {
      most,
      depth: 1,
    })
  }
}

async function* listZip(
  name: string,
  open: Container,
  { most, depth }: { readonly most: number; readonly depth: number },
): AsyncGenerator<ShapefileSet> {
  // The reader of records reports an archive that cannot be opened.
  const entries = await entriesOf(open, most).catch(() => [])
  const places = entries.map((entry) => ({ entry, place: `${name}/${entryName(entry)}` }))
  const partOf = ({ entry, place }: (typeof places)[number]): Part => ({
    name: place,
    open: async () => streamOf(await open(), entry),
  })
  yield* setsOf(places.filter(({ place }) => PART.test(place)).map(partOf), most)
  if (depth === MOST_ARCHIVES) return
  for (const inner of places.filter(({ place }) => /\.zip$/iu.test(place))) {
    const openInner = async () =>
      fromBufferPromise(await readPart(partOf(inner), most), { autoClose: false, decodeStrings: false })
    yield* listZip(inner.place, openInner, { most, depth: depth + 1 })
  }
}

async function entriesOf(open: Container, most: number): Promise<Entry[]> {
  const archive = await open()
  try {
    const entries: Entry[] = []
    let bytes = 0
    for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
      bytes += entry.uncompressedSize
      const name = entryName(entry)
      if (!name.endsWith('/') && faultOfName(name) === null && !isLink(entry) && !isHidden(`/${name}`))
        entries.push(entry)
    }
    return bytes > most ? [] : entries.toSorted((a, b) => (entryName(a) < entryName(b) ? -1 : 1))
  } finally {
    archive.close()
  }
}

async function* streamOf(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* (await archive.openReadStreamPromise(entry)) as Bytes
  } finally {
    archive.close()
  }
}

function* setsOf(parts: readonly Part[], most: number): Generator<ShapefileSet> {
  const groups = Map.groupBy(parts, ({ name }) => name.replace(PART, '').toLowerCase())
  for (const [path, group] of groups) {
    const partOf = (ending: string) => group.find(({ name }) => name.toLowerCase() === `${path}${ending}`)
    const [shp, dbf, prj, cpg] = ['.shp', '.dbf', '.prj', '.cpg'].map(partOf)
    const main = shp ?? dbf
    if (main === undefined) continue
    yield {
      name: main.name,
      base: path.slice(path.lastIndexOf('/') + 1),
      parts: [shp, dbf, prj, cpg].filter((part) => part !== undefined),
      load: () => loadSet({ shp, dbf, prj, cpg }, most),
    }
  }
}
