import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from './content-coding.ts'
import { etagOf, isCurrent } from './entity-tag.ts'
import { once } from './once.ts'

/** Answers with a text that never changes while the process runs. */
export type PreparedText = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Makes, tags and compresses the text at the first request, with the highest compression, and keeps it. */
export function prepareText(make: () => string): PreparedText {
  const text = once(async () => Buffer.from(make()))
  const tag = once(async () => etagOf(await text()))
  const compressed = {
    br: once(async () => promisify(brotliCompress)(await text())),
    gzip: once(async () => promisify(gzip)(await text(), { level: 9 })),
  }
  return async ({ headers }, reply) => {
    reply.header('etag', await tag()).header('cache-control', 'public, max-age=300')
    if (isCurrent(headers['if-none-match'], await tag())) return reply.code(304).send()
    const encoding = chooseEncoding(headers['accept-encoding'])
    if (encoding === undefined) return reply.send(await text())
    return reply.header('content-encoding', encoding).send(await compressed[encoding]())
  }
}
