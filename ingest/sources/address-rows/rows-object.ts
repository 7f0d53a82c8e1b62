import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import {
  ADDRESS_ROWS,
  type AddressRole,
  type AddressRow,
  encodeAddressRow,
} from '../../../schemas/address-rows/address-rows.ts'
import type { AddressObject } from '../../../schemas/event-bodies/address-release.ts'
import type { NewObject } from '../../source-interface/source.ts'

export type RowsObject = { readonly pointer: AddressObject; readonly object: NewObject }

const LEVEL = 6
const ROWS_AT_ONCE = 2_000

/** Packs rows as an object of a release. Only the packed bytes are in memory. */
export async function packRows<R extends AddressRole>(
  role: R,
  source: AsyncIterable<AddressRow[R]> | Iterable<AddressRow[R]>,
): Promise<RowsObject> {
  const gzip = createGzip({ level: LEVEL })
  const packed: Buffer[] = []
  gzip.on('data', (part: Buffer) => packed.push(part))
  const ended = once(gzip, 'end')
  let rows = 0
  let lines: string[] = []
  const write = async () => {
    if (lines.length > 0 && !gzip.write(lines.join(''))) await once(gzip, 'drain')
    lines = []
  }
  try {
    for await (const row of source) {
      rows += 1
      lines.push(`${encodeAddressRow(role, row)}\n`)
      if (lines.length === ROWS_AT_ONCE) await write()
    }
    await write()
  } catch (error) {
    gzip.destroy()
    // The error of the rows is thrown; the stream only says that it was destroyed.
    ended.catch(() => {})
    throw error
  }
  gzip.end()
  await ended
  const bytes = Buffer.concat(packed)
  const sha256 = sha256Of(bytes)
  return {
    pointer: { role, sha256, bytes: bytes.length, media_type: ADDRESS_ROWS, rows },
    object: { bytes, media_type: ADDRESS_ROWS },
  }
}

/** Degrees as rows contain them. */
export const millionths = (degrees: number): number => Math.round(degrees * 1e6)
