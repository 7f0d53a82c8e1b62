import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { MarkedLine, TextReference, VersionText } from './version-text.ts'

/** Beyond it a text and its results would not fit into the memory of a thread. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024

/** The bytes of a stored text as the object store has them. They cross to another thread cheaply. */
export type StoredText = {
  readonly reference: TextReference
  readonly text: Uint8Array
  readonly marked: Uint8Array | null
}

/** Throws `object_missing` if the object store lacks the text, and `text_too_large` if it has more than 64 MB. */
export async function readStoredText(objects: ObjectStore, reference: TextReference): Promise<StoredText> {
  const { extracted_sha256, marked_sha256 } = reference
  const [text, marked] = await Promise.all([
    read(objects, extracted_sha256),
    marked_sha256 === null ? null : read(objects, marked_sha256),
  ])
  return { reference, text, marked }
}

async function read(objects: ObjectStore, sha256: string): Promise<Uint8Array> {
  const found = await objects.open(sha256)
  if (found === null) throw new LegislogError('object_missing', `The object store has no text ${sha256}`)
  if (found.bytes > MAX_TEXT_BYTES) {
    found.stream.destroy()
    throw new LegislogError('text_too_large', `The text ${sha256} has ${found.bytes} bytes`)
  }
  return buffer(found.stream)
}

export function decodeStoredText({ reference, text, marked }: StoredText): VersionText {
  return {
    reference,
    text: Buffer.from(text).toString('utf8'),
    marked: marked === null ? null : parseMarked(Buffer.from(marked).toString('utf8')),
  }
}

const parseMarked = (ndjson: string): MarkedLine[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MarkedLine)
