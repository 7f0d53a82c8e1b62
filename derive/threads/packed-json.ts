import { deflateSync, inflateSync } from 'node:zlib'

/** Compresses JSON. The format of zlib has no field for the time or the system: equal JSON gives equal bytes. */
export const packJson = (json: Uint8Array): Buffer => deflateSync(json, { level: 6 })

export const unpackJson = (packed: Uint8Array): Buffer => inflateSync(packed)
