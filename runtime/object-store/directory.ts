import { randomUUID } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fstatSync,
  open as openWithCallback,
  read as readWithCallback,
} from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { LegislogError } from '../../schemas/errors.ts'
import { checked, checking, objectName, sha256Of } from './object-name.ts'
import type { ObjectStore } from './object-store.ts'
import { readBeginning } from './read-beginning.ts'

const openFile = promisify(openWithCallback)
const readFrom = promisify(readWithCallback)

/** Objects as files. A file appears under its name only when all its bytes are on the disk. */
export function createDirectoryStore(folder: string): ObjectStore {
  const root = resolve(folder)
  const pathOf = (sha256: string): string => join(root, objectName(sha256))

  async function sizeOf(path: string): Promise<number | null> {
    return stat(path).then((found) => found.size, absent(path))
  }

  return {
    put: async (bytes) => {
      const sha256 = sha256Of(bytes)
      const path = pathOf(sha256)
      const stored = { sha256, bytes: bytes.length, url: pathToFileURL(path).href }
      if ((await sizeOf(path)) === bytes.length) return stored
      await writeDurably(path, bytes).catch((cause) => {
        throw failed(path, cause)
      })
      return stored
    },
    get: async (sha256) => {
      const path = pathOf(sha256)
      const bytes = await readFile(path).catch(absent(path))
      return bytes === null ? null : checked(sha256, bytes, pathToFileURL(path).href)
    },
    open: async (sha256, range) => {
      const path = pathOf(sha256)
      const bytes = await sizeOf(path)
      if (bytes === null) return null
      const file = createReadStream(path, range)
      if (range !== undefined) return { bytes, stream: file }
      return { bytes, stream: pipeline(file, checking(sha256, pathToFileURL(path).href), ignoreFault) }
    },
    beginning: async (sha256, most_bytes, signal) => {
      const path = pathOf(sha256)
      const file = await openFile(path, 'r').catch(absent(path))
      if (file === null) return null
      try {
        const { size } = fstatSync(file)
        if (size > most_bytes) return await readBeginning(createReadStream(path), most_bytes, signal)
        signal.throwIfAborted()
        const bytes = await readBytes(file, size).catch((cause) => {
          throw failed(path, cause)
        })
        signal.throwIfAborted()
        return { bytes: checked(sha256, bytes, pathToFileURL(path).href), is_truncated: false }
      } finally {
        closeSync(file)
      }
    },
    has: async (sha256) => (await sizeOf(pathOf(sha256))) !== null,
  }
}

/** A stream takes several times as much for a small file, and so does a handle. The size and the end of a file need no disk. */
async function readBytes(file: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await readFrom(file, bytes, filled, size - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** The reader of the last stream gets the error from there. */
const ignoreFault = (): void => {}

/** The temporary name is beside the final one: a rename within one folder is atomic, and durable with its folder. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const parent = dirname(path)
  await mkdir(parent, { recursive: true })
  const temporary = `${path}.${randomUUID()}.part`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const entries = await open(parent, 'r')
  await entries.sync().finally(() => entries.close())
}

function absent(path: string): (cause: unknown) => null {
  return (cause) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw failed(path, cause)
  }
}

function failed(path: string, cause: unknown): LegislogError {
  return new LegislogError('object_store_failed', `${path}: ${(cause as Error).message}`, { cause })
}
