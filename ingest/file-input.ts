import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { LegislogError } from '../schemas/errors.ts'
import { gunzip } from './files/gzip.ts'
import { type Bytes, type InputRecord, readLines, readWhole } from './files/records.ts'
import { readTar } from './files/tar.ts'
import { readZip } from './files/zip.ts'

/** A file to read. `name` keeps the last folder of the path that was given: a place often says what a file is of. */
export type InputFile = { readonly path: string; readonly name: string; readonly modified_at: string }

const CHUNK_BYTES = 128 * 1024

/** The files of the paths in a fixed order, folders walked to the bottom. */
export async function listFiles(paths: readonly string[]): Promise<InputFile[]> {
  const files: InputFile[] = []
  for (const path of paths) {
    const root = resolve(path)
    const entry = await stat(root).catch((cause: unknown) => {
      throw new LegislogError('usage', `no such file or folder: ${path}`, { cause })
    })
    const base = resolve(root, entry.isDirectory() ? '..' : '../..')
    for (const file of entry.isDirectory() ? await walk(root) : [root]) {
      const modified_at = (await stat(file)).mtime.toISOString()
      files.push({ path: file, name: relative(base, file).split(sep).join('/'), modified_at })
    }
  }
  return files
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const files: string[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files.push(...(await walk(path)))
    else if (entry.isFile()) files.push(path)
  }
  return files
}

/** Streams the records of a file. What cannot be read comes as such, with its bytes, and the rest flows on. */
export async function* readFile(file: InputFile): AsyncGenerator<InputRecord> {
  if (file.path.endsWith('.zip')) yield* readZip(file.name, file.path, readBytes)
  else yield* readBytes(file.name, createReadStream(file.path, { highWaterMark: CHUNK_BYTES }))
}

export async function* readFiles(paths: readonly string[]): AsyncGenerator<InputRecord> {
  for (const file of await listFiles(paths)) yield* readFile(file)
}

/** By the end of the name, from the outside in. What is of no known kind is left alone. */
async function* readBytes(name: string, bytes: Bytes): AsyncGenerator<InputRecord> {
  const kind = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  switch (kind) {
    case 'gz':
      return yield* readBytes(name.slice(0, -'.gz'.length), gunzip(bytes))
    case 'tgz':
      return yield* readTar(name, gunzip(bytes), readBytes)
    case 'tar':
      return yield* readTar(name, bytes, readBytes)
    case 'ndjson':
    case 'jsonl':
      return yield* readLines(name, bytes)
    case 'json':
    case 'yml':
    case 'yaml':
    case 'xml':
      return yield* readWhole(name, bytes)
  }
}
