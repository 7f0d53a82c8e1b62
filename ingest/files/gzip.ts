import { createGunzip } from 'node:zlib'
import type { Bytes } from './bytes.ts'
import { BrokenBytes } from './records.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * Decompresses a stream. A truncated stream gives all its data before it throws. A piped stream would drop
 * its buffer, so this function feeds the decompressor one chunk at a time.
 */
export async function* gunzip(bytes: Bytes): AsyncGenerator<Buffer> {
  const decompressor = createGunzip({ chunkSize: CHUNK_BYTES })
  const ready: Buffer[] = []
  let failure: unknown
  let settle = (): void => {}
  decompressor.on('data', (part: Buffer) => ready.push(part))
  decompressor.on('end', () => settle())
  decompressor.on('error', (error) => {
    failure = error
    settle()
  })
  let last: Buffer = Buffer.alloc(0)
  try {
    for await (const part of bytes) {
      last = part
      await new Promise<void>((resolve) => {
        settle = resolve
        decompressor.write(part, () => resolve())
      })
      yield* ready.splice(0)
      if (failure !== undefined) break
    }
    if (failure === undefined) {
      await new Promise<void>((resolve) => {
        settle = resolve
        decompressor.end()
      })
    }
    yield* ready.splice(0)
  } finally {
    decompressor.destroy()
  }
  if (failure !== undefined) throw new BrokenBytes(`gzip: ${messageOf(failure)}`, last, { cause: failure })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
