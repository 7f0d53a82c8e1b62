import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from './content-coding.ts'
import { etagOf, isCurrent } from './entity-tag.ts'
import { once } from './once.ts'

/** Answers with a text that never changes. */
export type PreparedText = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** How long caches keep the answer, and how much work its compression is worth: 11 is the most. */
type PreparedOptions = { readonly cache_control: string; readonly brotli_quality: number }
const FOR_EVER: PreparedOptions = {
  cache_control: 'public, max-age=300',
  brotli_quality: constants.BROTLI_MAX_QUALITY,
}

/** Makes, tags and compresses the text at the first request, and keeps it. */
export function prepareText(make: () => string, options: PreparedOptions = FOR_EVER): PreparedText {
  const params = { [constants.BROTLI_PARAM_QUALITY]: options.brotli_quality }
  const text = once(async () => Buffer.from(make()))
  const tag = once(async () => etagOf(await text()))
  const compressed = {
    br: once(async () => promisify(brotliCompress)(await text(), { params })),
    gzip: once(async () => promisify(gzip)(await text(), { level: 9 })),
  }
  return async ({ headers }, reply) => {
    reply.header('etag', await tag()).header('cache-control', options.cache_control)
    if (isCurrent(headers['if-none-match'], await tag())) return reply.code(304).send()
    const encoding = chooseEncoding(headers['accept-encoding'])
    if (encoding === undefined) return reply.send(await text())
    return reply.header('content-encoding', encoding).send(await compressed[encoding]())
  }
}
