import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { chooseEncoding, type Encoding } from '../http/content-coding.ts'
import { addVary } from '../http/vary.ts'

const MIN_BYTES = 1_024
const COMPRESSIBLE = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/

type Body = string | Buffer

/** The default of brotli, 11, takes a hundred times as long as 4 for a tenth less. */
const encoders = {
  br: (body: Body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Body) => promisify(gzip)(body),
} as const satisfies Record<Encoding, unknown>

function isWorthIt(reply: FastifyReply, payload: unknown): payload is Body {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  if (reply.hasHeader('content-encoding')) return false
  if (String(reply.getHeader('cache-control')).includes('no-store')) return false
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return false
  return Buffer.byteLength(payload) >= MIN_BYTES
}

/**
 * Compresses texts of a kilobyte or more, and equal ones that wait for it at the same time once. Files of the object
 * store are streams and stay uncompressed, because ranges refer to their bytes. So do answers with `no-store`, because
 * the compressed length could reveal a secret.
 */
export const compression = fastifyPlugin(
  async (app) => {
    /** What is being compressed, by tag and encoding. */
    const packing = new Map<string, Promise<Buffer>>()
    function pack(encoding: Encoding, body: Body, etag: unknown): Promise<Buffer> {
      if (etag === undefined) return encoders[encoding](body)
      const key = `${etag} ${encoding}`
      const begun = packing.get(key)
      if (begun !== undefined) return begun
      const packed = encoders[encoding](body).finally(() => packing.delete(key))
      packing.set(key, packed)
      return packed
    }
    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return done(null, payload)
      addVary(reply, 'Accept-Encoding')
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      if (encoding === undefined || !isWorthIt(reply, payload)) return done(null, payload)
      reply.header('content-encoding', encoding).removeHeader('content-length')
      pack(encoding, payload, reply.getHeader('etag')).then((bytes) => done(null, bytes), done)
    })
  },
  { name: 'compression', dependencies: ['etag'] },
)
