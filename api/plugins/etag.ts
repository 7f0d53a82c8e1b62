import { fastifyPlugin } from 'fastify-plugin'
import { etagOf, isCurrent } from '../http/entity-tag.ts'
import { addVary } from '../http/vary.ts'

/** Smaller bodies are not worth a look. */
const SHARED_BYTES = 64 * 1024

/**
 * A weak ETag of the body, the same for every token and encoding, and 304 with the headers but without the
 * body. From here on the body is bytes, because text would be encoded twice: for the hash and for sending. Equal
 * bodies that are under way are one, so that many that wait to be compressed take no memory. An answer that must not be
 * stored has no ETag.
 */
export const etag = fastifyPlugin(
  async (app) => {
    const share = createSharedBodies()
    app.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
      if (reply.statusCode !== 200 || reply.hasHeader('etag')) return payload
      if (request.method !== 'GET' && request.method !== 'HEAD') return payload
      if (String(reply.getHeader('cache-control')).includes('no-store')) return payload
      const body = typeof payload === 'string' ? Buffer.from(payload) : payload
      const tag = etagOf(body)
      reply.header('etag', tag)
      if (!reply.hasHeader('cache-control')) {
        reply.header('cache-control', 'private, max-age=0, must-revalidate')
        addVary(reply, 'Authorization')
      }
      if (!isCurrent(request.headers['if-none-match'], tag)) return share(tag, body)
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      return null
    })
  },
  { name: 'etag' },
)

/** Gives a body with this tag that somebody still uses, or this one. */
function createSharedBodies(): (tag: string, body: Buffer) => Buffer {
  const used = new Map<string, WeakRef<Buffer>>()
  const unused = new FinalizationRegistry<string>((tag) => {
    if (used.get(tag)?.deref() === undefined) used.delete(tag)
  })
  return (tag, body) => {
    if (body.byteLength <= SHARED_BYTES) return body
    const known = used.get(tag)?.deref()
    if (known !== undefined) return known
    used.set(tag, new WeakRef(body))
    unused.register(body, tag)
    return body
  }
}
