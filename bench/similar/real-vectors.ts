import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '../../derive/vectors/embedder.ts'

const AT_ONCE = 512

/**
 * Embeds texts, or reads their vectors from the cache, where an earlier run has left them. Gives the seconds that the
 * embedding took; undefined if nothing was left to embed.
 */
export async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  folder: string,
): Promise<{ readonly vectors: readonly Float32Array[]; readonly ms_per_text: number | undefined }> {
  const distinct = [...new Set(texts)]
  const name = createHash('sha256')
    .update(JSON.stringify([embedder.id, distinct]))
    .digest('hex')
  const file = join(folder, 'bench-vectors', `${name.slice(0, 16)}.f32`)
  // Without the file, all texts are embedded.
  const stored = await readFile(file).catch(() => undefined)
  const began = performance.now()
  const all = stored === undefined ? await embed(embedder, distinct) : floatsOf(stored)
  const ms = performance.now() - began
  if (stored === undefined) {
    await mkdir(join(folder, 'bench-vectors'), { recursive: true })
    await writeFile(file, Buffer.from(all.buffer))
  }
  const place = new Map(distinct.map((text, at) => [text, at * embedder.dimensions]))
  return {
    vectors: texts.map((text) => all.subarray(place.get(text)!, place.get(text)! + embedder.dimensions)),
    ms_per_text: stored === undefined ? ms / distinct.length : undefined,
  }
}

const floatsOf = (bytes: Buffer): Float32Array =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))

async function embed(embedder: Embedder, texts: readonly string[]): Promise<Float32Array> {
  const all = new Float32Array(texts.length * embedder.dimensions)
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const vectors = await embedder.embed(texts.slice(at, at + AT_ONCE), new AbortController().signal)
    vectors.forEach((vector, index) => {
      all.set(vector, (at + index) * embedder.dimensions)
    })
    if (at % (AT_ONCE * 16) === 0) process.stderr.write(`embedded ${at} of ${texts.length}\n`)
  }
  return all
}
