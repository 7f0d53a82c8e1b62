import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { ADDRESS_ROWS } from '../../schemas/address-rows/address-rows.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { AddressObject } from '../../schemas/event-bodies/address-release.ts'

/** A longer line is no row. */
const LONGEST_LINE = 4_000_000

/** The lines of an object of a release. Throws `object_missing`, `object_corrupt` or `record_unreadable`. */
export async function* objectLines(
  objects: ObjectStore,
  { sha256, media_type, role }: AddressObject,
): AsyncGenerator<string> {
  if (media_type !== ADDRESS_ROWS) {
    throw new LegislogError(
      'record_unreadable',
      `${role} are of media type ${media_type}; it must be ${ADDRESS_ROWS}`,
    )
  }
  const opened = await objects.open(sha256)
  if (opened === null)
    throw new LegislogError('object_missing', `the ${role} are not in the object store: ${sha256}`)
  const unpacked = createGunzip()
  // The loop below gets the error of either stream.
  pipeline(opened.stream, unpacked, () => {})
  unpacked.setEncoding('utf8')
  let rest = ''
  for await (const chunk of unpacked as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    if (rest.length > LONGEST_LINE)
      throw new LegislogError('record_unreadable', `a line of the ${role} never ends`)
    for (const line of lines) if (line !== '') yield line
  }
  if (rest !== '') yield rest
}
