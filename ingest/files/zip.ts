import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { limited, takeFrom } from './archive-limit.ts'
import type { Bytes } from './bytes.ts'
import { faultOfName } from './entry-name.ts'
import { type InputRecord, isHidden, type Origin, type ReadBytes, tooLarge, unreadable } from './records.ts'

/** The most bytes of a zip that must be in memory as a whole. */
const MAX_HELD_BYTES = 1024 * 1024 * 1024

/** The directory of a zip is at its end, so a zip is read from disk and not from a stream. */
export async function* readZip(
  name: string,
  path: string,
  origin: Origin,
  read: ReadBytes,
  onRead: (bytes: number) => void,
): AsyncGenerator<InputRecord> {
  try {
    yield* readEntries(
      name,
      () => openPromise(path, { autoClose: true, decodeStrings: false }),
      origin,
      read,
      onRead,
    )
  } catch (error) {
    yield unreadable(name, error, Buffer.alloc(0), origin)
  }
}

/** Reads a zip that was fetched or is inside another archive. The whole zip is in memory. */
export async function* readZipBytes(
  name: string,
  bytes: Bytes,
  origin: Origin,
  read: ReadBytes,
): AsyncGenerator<InputRecord> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of bytes) {
      size += part.length
      if (size <= MAX_HELD_BYTES) parts.push(part)
      else parts.splice(1)
    }
    if (size > MAX_HELD_BYTES) {
      yield tooLarge(name, parts[0]!, MAX_HELD_BYTES, origin)
      return
    }
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    yield* readEntries(name, () => fromBufferPromise(whole, { decodeStrings: false }), origin, read)
  } catch (error) {
    yield unreadable(name, error, parts[0] ?? Buffer.alloc(0), origin)
  }
}

async function* readEntries(
  name: string,
  open: () => Promise<ZipFile>,
  origin: Origin,
  read: ReadBytes,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<InputRecord> {
  // The directory says how large each entry is, so an archive that is too large is refused before any of it is read.
  takeFrom({ ...origin.limit }, await declaredBytes(await open()))
  const archive = await open()
  for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
    const fileName = entryName(entry)
    if (fileName.endsWith('/')) continue
    const place = `${name}/${fileName}`
    const fault = faultOfName(fileName)
    if (fault !== null) {
      yield unreadable(place, fault, entry.fileNameRaw, origin)
      continue
    }
    if (isLink(entry)) {
      origin.passed_over(place, 'a symbolic link')
      continue
    }
    if (isHidden(place)) {
      origin.passed_over(place, 'hidden')
      continue
    }
    try {
      const bytes = (await archive.openReadStreamPromise(entry)) as Bytes
      yield* read(place, limited(bytes, origin.limit), origin)
    } catch (error) {
      yield unreadable(place, error, Buffer.alloc(0), origin)
    }
    onRead(entry.compressedSize)
  }
}

/** The library can decode names itself, but one bad name would end the reading of the whole archive. */
export function entryName(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

const MADE_ON_UNIX = 3
const TYPE_OF_FILE = 0o170000
const LINK = 0o120000

/** The content of a link is the path to its target. */
export const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean =>
  versionMadeBy >> 8 === MADE_ON_UNIX && ((externalFileAttributes >>> 16) & TYPE_OF_FILE) === LINK

async function declaredBytes(archive: ZipFile): Promise<number> {
  let sum = 0
  for await (const { uncompressedSize } of archive.eachEntry() as AsyncIterable<Entry>)
    sum += uncompressedSize
  return sum
}
