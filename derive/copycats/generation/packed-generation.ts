import { deflateSync, inflateSync } from 'node:zlib'
import type { Generation } from './generation.ts'

const HEAD_NUMBERS = 5

/** Packs a generation for the object store. Equal generations give equal bytes. */
export function packGeneration({ number, documents, words, frequencies, boilerplate }: Generation): Buffer {
  const head = Int32Array.of(number, documents, words.length, frequencies.length, boilerplate.length)
  return deflateSync(Buffer.concat([head, words, boilerplate, frequencies].map(bytesOf)), { level: 6 })
}

export function unpackGeneration(packed: Uint8Array): Generation {
  const bytes = inflateSync(packed)
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const [number, documents, words, frequencies, boilerplate] = new Int32Array(data, 0, HEAD_NUMBERS)
  const wordsAt = HEAD_NUMBERS * 4
  const boilerplateAt = wordsAt + words! * 4
  return {
    number: number!,
    documents: documents!,
    words: new Int32Array(data, wordsAt, words),
    boilerplate: new Uint32Array(data, boilerplateAt, boilerplate),
    frequencies: new Uint16Array(data, boilerplateAt + boilerplate! * 4, frequencies),
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Uint32Array | Uint16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
