import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { NoQuery, ObjectPath } from '../../schemas/http/parameters.ts'
import { byteRange } from '../http/byte-range.ts'
import { problem } from '../http/problem.ts'
import { type ObjectRow, readObject } from '../read-model/bill/bill-texts.ts'
import { lostObject } from '../read-model/texts/stored-text.ts'
import type { RouteContext } from './context.ts'
import { bytesAnswer } from './route.ts'

const SHA256 = /^[0-9a-f]{64}$/
const OTHER = 'application/octet-stream'
/** A media type as publishers write it, with at most a charset. */
const CHARSET = /^[\w/+-]+(?:; ?charset=[\w-]{1,40})?$/i
/** Media types of published bills, and their file extensions. */
const ENDS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/xml': 'xml',
  'application/xml': 'xml',
}

/** Documents of bills, and the plain texts taken out of them, by their hash. */
export const objectRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, objects }) => {
  app.get(
    '/objects/:sha256',
    {
      config: { problems: ['range_not_satisfiable'] },
      schema: {
        operationId: 'getObject',
        summary: 'Bytes of a bill document or of its plain text; supports one range',
        tags: ['Bills'],
        params: ObjectPath,
        querystring: NoQuery,
        response: bytesAnswer([...Object.keys(ENDS), OTHER]),
      },
    },
    async (request, reply) => {
      const sha256 = request.params.sha256.toLowerCase()
      const named = SHA256.test(sha256) ? await readObject(model, sha256) : undefined
      if (named === undefined) throw problem(404, 'not_found', `No bill has an object ${sha256}.`)
      const etag = `"${sha256}"`
      if (namesTag(request.headers['if-none-match'], etag))
        return described(reply, sha256, named).code(304).send()

      const range = rangeOf(request.headers, etag, named.bytes)
      if (range === 'none') {
        throw problem(416, 'range_not_satisfiable', `The object has ${named.bytes} bytes.`, {
          headers: { 'content-range': `bytes */${named.bytes}` },
        })
      }
      const found = await objects.open(sha256, range)
      if (found === null) throw lostObject(sha256)
      described(reply, sha256, named)
      if (range === undefined) return reply.header('content-length', found.bytes).send(found.stream)
      return reply
        .code(206)
        .header('content-range', `bytes ${range.start}-${range.end}/${found.bytes}`)
        .header('content-length', range.end - range.start + 1)
        .send(found.stream)
    },
  )
}

/** Ignores a range if the reader has part of another version. */
function rangeOf({ range, 'if-range': condition }: IncomingHttpHeaders, etag: string, bytes: number) {
  return condition === undefined || condition === etag ? byteRange(range, bytes) : undefined
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

/**
 * Served files come from publishers, so browsers download them and never show them as pages of this host.
 * Their bytes never change.
 */
function described(reply: FastifyReply, sha256: string, named: ObjectRow): FastifyReply {
  const mediaType = named.is_extracted ? 'text/plain; charset=utf-8' : named.media_type
  const end = ENDS[mediaType.split(';', 1)[0]!.trim()]
  const type = end !== undefined && CHARSET.test(mediaType) ? mediaType : OTHER
  const name = named.identifier.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40)
  return reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${name}-${sha256.slice(0, 8)}.${end ?? 'bin'}"`,
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable, no-transform',
    vary: 'Authorization',
  })
}
