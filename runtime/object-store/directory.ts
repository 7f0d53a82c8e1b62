import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { v7 as newUuid } from 'uuid'
import { LegislogError } from '../../schemas/errors.ts'
import { checked, checking, objectName, sha256Of } from './object-name.ts'
import type { ObjectStore } from './object-store.ts'
import { readBeginning } from './read-beginning.ts'

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
      const size = await sizeOf(path)
      if (size === null) return null
      if (size > most_bytes) return readBeginning(createReadStream(path), most_bytes, signal)
      // A stream would take several times as much for a small file.
      const bytes = await readFile(path, { signal }).catch(absent(path))
      return bytes && { bytes: checked(sha256, bytes, pathToFileURL(path).href), is_truncated: false }
    },
    has: async (sha256) => (await sizeOf(pathOf(sha256))) !== null,
  }
}

/** The reader of the last stream gets the error from there. */
const ignoreFault = (): void => {}

/** The temporary name is beside the final one: a rename within one folder is atomic, and durable with its folder. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const parent = dirname(path)
  await mkdir(parent, { recursive: true })
  const temporary = `${path}.${newUuid()}.part`
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
