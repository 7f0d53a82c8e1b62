import { TLSSocket } from 'node:tls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../runtime/clock.ts'
import { overloaded } from '../http/problem.ts'
import { createUnsentAnswers, type Unsent } from '../http/unsent-answers.ts'

/** An answer of at most this size is always sent: a refusal, a health state, most single entities. */
const SMALL_BYTES = 64 * 1024
const TICK_MS = 5_000

type Options = { readonly registry: Registry; readonly clock: Clock; readonly most_bytes: number }

/**
 * Limits the bytes of answers that wait for slow readers. Equal answers share their bytes. If there is no room, an answer
 * is replaced by 503, and new requests get 503 before anything is read. A reader that is too slow for too long is cut
 * off. Files of the object store are streams and do not count.
 */
export const unsent = fastifyPlugin<Options>(
  async (app, { registry, clock, most_bytes }) => {
    const answers = createUnsentAnswers(most_bytes)
    const now_ms = () => clock.now().getTime()
    const cuts = new Counter({
      name: 'legislog_api_cut_readers_total',
      help: 'Connections closed since their reader took an answer too slowly',
      registers: [registry],
    })
    new Gauge({
      name: 'legislog_api_unsent_bytes',
      help: 'Bytes of answers that their readers have not taken yet',
      registers: [registry],
      collect() {
        this.set(answers.bytes)
      },
    })
    let timer: NodeJS.Timeout | undefined
    /** An idle process has nothing to watch. */
    function watch(): void {
      timer ??= setInterval(() => {
        answers.cutSlow(now_ms())
        if (answers.count > 0) return
        clearInterval(timer)
        timer = undefined
      }, TICK_MS).unref()
    }
    app.addHook('onClose', async () => clearInterval(timer))

    app.addHook('onRequest', (request, _reply, done) => {
      done(isCounted(request) && !answers.makeRoom(SMALL_BYTES, now_ms()) ? noRoom() : undefined)
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      const given = bytesOf(payload)
      if (given === undefined || given.byteLength <= SMALL_BYTES || !isCounted(request))
        return done(null, payload)
      const tag = tagOf(request, reply)
      const shared = tag === undefined ? undefined : answers.waiting(tag)
      const body = shared ?? given.subarray()
      const hasRoom = shared !== undefined || answers.makeRoom(given.byteLength, now_ms())
      if (!hasRoom && request.routeOptions.config.is_always_sent !== true) {
        reply.removeHeader('content-encoding').removeHeader('content-length').removeHeader('etag')
        return done(noRoom())
      }
      const answer: Unsent = {
        body,
        since_ms: now_ms(),
        cut() {
          cuts.inc()
          reply.raw.destroy()
        },
      }
      answers.add(answer, tag)
      const leave = () => answers.remove(answer)
      reply.raw.once('finish', leave).once('close', leave)
      watch()
      done(null, body)
    })
  },
  { name: 'unsent', dependencies: ['compression', 'problems'] },
)

/**
 * Open answers are small or, like the OpenAPI document, the same bytes for all. So a caller without a token
 * takes no room.
 */
const isCounted = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'HEAD' && routeOptions.config.open !== true

/** A stream has no bytes yet. */
function bytesOf(payload: unknown): Buffer | undefined {
  if (Buffer.isBuffer(payload)) return payload
  return typeof payload === 'string' ? Buffer.from(payload) : undefined
}

/**
 * The tag of bytes that connections can share: a hash of the body before it was compressed. With TLS, each connection
 * encrypts the bytes into its own memory.
 */
function tagOf({ raw }: FastifyRequest, reply: FastifyReply): string | undefined {
  const etag = reply.getHeader('etag')
  return etag === undefined || raw.socket instanceof TLSSocket
    ? undefined
    : `${etag} ${reply.getHeader('content-encoding') ?? ''}`
}

const noRoom = () => overloaded('Other readers take their answers too slowly: try again.')
