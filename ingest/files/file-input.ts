import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import type { ArchivedDocument } from '../source-interface/feed.ts'
import type { FileInput } from '../source-interface/source.ts'
import { ARCHIVE_BYTES, ArchiveTooLarge, limited, MOST_ARCHIVES } from './archive-limit.ts'
import type { Bytes } from './bytes.ts'
import { gunzip } from './gzip.ts'
import { type InputRecord, type Origin, readLines, readWhole, unreadable } from './records.ts'
import { readTar } from './tar.ts'
import { readZip, readZipBytes } from './zip.ts'

/**
 * A file to read. `name` starts at the last folder of the given path, because that folder often says which place a
 * file is about.
 */
export type InputFile = {
  readonly path: string
  readonly name: string
  readonly modified_at: string
  readonly bytes: number
}

/** Called with the name of everything that gives no record, and the reason in a few words. */
export type PassOver = (name: string, why: string) => void

const CHUNK_BYTES = 128 * 1024
const MEGABYTE = 1024 * 1024
/** A table is one record, however many rows it has: the votes of a large state take 30 MB and more. */
const MAX_TABLE_BYTES = 512 * MEGABYTE
const ignore: PassOver = () => {}

/** Lists the files of the paths in a fixed order, including all subfolders. */
export async function listFiles(
  paths: readonly string[],
  passedOver: PassOver = ignore,
): Promise<InputFile[]> {
  const files: InputFile[] = []
  for (const path of paths) {
    const root = resolve(path)
    const entry = await stat(root).catch((cause: unknown) => {
      throw new LegislogError('usage', `no such file or folder: ${path}`, { cause })
    })
    const base = resolve(root, entry.isDirectory() ? '..' : '../..')
    const nameOf = (file: string) => relative(base, file).split(sep).join('/')
    const walked = entry.isDirectory()
      ? await walk(root, (file, why) => passedOver(nameOf(file), why))
      : [root]
    for (const file of walked) {
      const { mtime, size } = await stat(file)
      files.push({ path: file, name: nameOf(file), modified_at: mtime.toISOString(), bytes: size })
    }
  }
  return files
}

async function walk(folder: string, passedOver: PassOver): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const files: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) passedOver(path, 'hidden')
    else if (entry.isDirectory()) files.push(...(await walk(path, passedOver)))
    else if (entry.isFile()) files.push(path)
    else passedOver(path, entry.isSymbolicLink() ? 'a symbolic link' : 'no file')
  }
  return files
}

type ReadingOptions = Pick<FileInput, 'onRead' | 'archive_bytes' | 'inLines'>

/**
 * Streams the records of a file. Content that cannot be read becomes an unreadable record with its bytes, and the
 * stream continues.
 */
export async function* readFile(
  file: InputFile,
  passedOver: PassOver = ignore,
  { onRead = () => {}, archive_bytes = ARCHIVE_BYTES, ...more }: ReadingOptions = {},
): AsyncGenerator<InputRecord> {
  const origin = originOf({ fetched_at: null, passed_over: passedOver, ...more }, archive_bytes)
  let counted = 0
  const count = (bytes: number) => {
    counted += bytes
    onRead(bytes)
  }
  const records =
    kindOf(file.path) === 'zip'
      ? readZip(file.name, file.path, origin, readBytes, count)
      : readBytes(file.name, countedBytes(file.path, count), origin)
  yield* untilTooLarge(file.name, records, origin)
  // Count bytes that gave no record: the directory of an archive, or a file of a kind that is not read.
  onRead(file.bytes - counted)
}

async function* countedBytes(path: string, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    count(chunk.length)
    yield chunk
  }
}

/** Total size of the input, in bytes on disk. */
export async function sizeOf(paths: readonly string[]): Promise<number> {
  return (await listFiles(paths)).reduce((sum, { bytes }) => sum + bytes, 0)
}

const originOf = (of: Omit<Origin, 'limit'>, archive_bytes: number): Origin => ({
  ...of,
  limit: { most: archive_bytes, left: archive_bytes },
})

/**
 * Passes on the records of an archive. If the archive is too large, it ends with a record that says how far it was
 * read.
 */
async function* untilTooLarge(
  name: string,
  records: AsyncIterable<InputRecord>,
  origin: Origin,
): AsyncGenerator<InputRecord> {
  let count = 0
  try {
    for await (const record of records) {
      yield record
      count += 1
    }
  } catch (error) {
    if (!(error instanceof ArchiveTooLarge)) throw error
    const { fetched_at } = origin
    const detail = `${error.message}; ${count} of its records were read, the rest were not`
    yield {
      kind: 'unreadable',
      name,
      fetched_at,
      reason: 'record_too_large',
      detail,
      bytes: Buffer.from(name),
    }
  }
}

/** Like `readFile`, for a fetched document. */
export async function* readDocument(
  document: ArchivedDocument,
  passedOver: PassOver = ignore,
  { archive_bytes = ARCHIVE_BYTES }: Pick<FileInput, 'archive_bytes'> = {},
): AsyncGenerator<InputRecord> {
  const { name, fetched_at } = document
  const origin = originOf({ fetched_at, passed_over: passedOver }, archive_bytes)
  const bytes = await loadOf(document)
  if (Buffer.isBuffer(bytes)) yield* untilTooLarge(name, readBytes(name, once(bytes), origin), origin)
  else yield unreadable(document.name, bytes, Buffer.from(document.url), origin)
}

/**
 * Gives the bytes, or the reason if they are lost for good. If the store does not answer, it throws, because that
 * passes.
 */
async function loadOf(document: ArchivedDocument): Promise<Buffer | LegislogError> {
  try {
    return await document.load()
  } catch (error) {
    if (error instanceof LegislogError && ['object_missing', 'object_corrupt'].includes(error.code))
      return error
    throw error
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const optionsOf = ({ onRead, archive_bytes, inLines }: FileInput): ReadingOptions => ({
  ...(onRead === undefined ? {} : { onRead }),
  ...(inLines === undefined ? {} : { inLines }),
  archive_bytes,
})

/** Streams the records of the files and then of the documents. The end of a name decides how it is read. */
export async function* readFiles(input: FileInput): AsyncGenerator<InputRecord> {
  for (const file of await listFiles(input.paths, input.passed_over))
    yield* readFile(file, input.passed_over, optionsOf(input))
  for await (const document of input.documents ?? []) yield* readDocument(document, input.passed_over, input)
}

const unpacked = (bytes: Bytes, { limit }: Origin): Bytes => limited(gunzip(bytes), limit)

async function* readArchive(name: string, bytes: Bytes, origin: Origin): AsyncGenerator<InputRecord> {
  const depth = (origin.depth ?? 0) + 1
  const within = { ...origin, depth }
  if (depth > MOST_ARCHIVES)
    yield unreadable(name, `it is nested in ${MOST_ARCHIVES} archives`, Buffer.from(name), origin)
  else if (kindOf(name) === 'zip') yield* readZipBytes(name, bytes, within, readBytes)
  else yield* readTar(name, kindOf(name) === 'tgz' ? unpacked(bytes, origin) : bytes, within, readBytes)
}

const kindOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Reads the suffixes of the name from the outside in. */
async function* readBytes(name: string, bytes: Bytes, origin: Origin): AsyncGenerator<InputRecord> {
  switch (kindOf(name)) {
    case 'gz':
      return yield* readBytes(name.slice(0, -'.gz'.length), unpacked(bytes, origin), origin)
    case 'tgz':
    case 'tar':
    case 'zip':
      return yield* readArchive(name, bytes, origin)
    case 'ndjson':
    case 'jsonl':
      return yield* readLines(name, bytes, origin)
    case 'csv':
      return yield* readWhole(name, bytes, origin, MAX_TABLE_BYTES)
    case 'geojson':
      return yield* origin.inLines?.(name) === true
        ? readLines(name, bytes, origin)
        : readWhole(name, bytes, origin)
    case 'json':
    case 'yml':
    case 'yaml':
    case 'xml':
    case 'txt':
    case 'html':
    case 'htm':
    case 'pdf':
      return yield* readWhole(name, bytes, origin)
    default:
      origin.passed_over(name, 'this kind of file is not read')
  }
}
