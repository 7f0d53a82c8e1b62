import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fastifyPlugin } from 'fastify-plugin'
import { addVary } from '../vary.ts'

const SMALLEST_BYTES = 1_024
const COMPRESSIBLE = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/

/** The default of brotli, 11, takes a hundred times as long as 4 for a tenth less. */
const encoders = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
} as const
type Encoding = keyof typeof encoders

/** The best of ours that Accept-Encoding takes, by its q and then by our order; undefined for none. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    if (name !== '' && weight >= 0 && weight <= 1) weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(best) > 0 ? best : undefined
}

/**
 * Compresses texts of a kilobyte and more. Files of the object store are streams and pass as they are, for ranges of
 * them; so does what must not be stored, since a secret's length under compression may tell of the secret.
 */
export const compression = fastifyPlugin(
  async (app) => {
    app.addHook('onSend', async (request, reply, payload) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return payload
      addVary(reply, 'Accept-Encoding')
      if (typeof payload !== 'string' || reply.hasHeader('content-encoding')) return payload
      if (String(reply.getHeader('cache-control')).includes('no-store')) return payload
      if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return payload
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      if (encoding === undefined || Buffer.byteLength(payload) < SMALLEST_BYTES) return payload
      reply.header('content-encoding', encoding).removeHeader('content-length')
      return encoders[encoding](payload)
    })
  },
  { name: 'compression', dependencies: ['etag'] },
)
