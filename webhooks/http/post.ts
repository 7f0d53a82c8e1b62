import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { wasReused } from './connections.ts'
import { isSuccess, timeoutError, unreadableError } from './outcome.ts'

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The first raw bytes of an answer that is not a success; they are not decompressed. */
  readonly start: Buffer
}

type PostResult =
  | { readonly answer: Answer }
  /** `is_stale`: the request was lost before any answer, on a connection that had carried others. */
  | { readonly error: unknown; readonly is_stale: boolean }

const MAX_RESPONSE_BYTES = 16 * 1024
const STORED_RESPONSE_BYTES = 1_024
/** Most interim answers such as 103 before the final one. */
const MOST_INTERIM_ANSWERS = 16

/**
 * Sends a POST and reads at most 16 KiB of the answer. A longer answer is cut off with its connection; its status
 * still counts. One deadline covers name lookup, connection, TLS, headers and body, because undici's timers only
 * measure idle time. Never rejects.
 */
export function post(
  connections: Dispatcher,
  request: {
    readonly url: URL
    readonly headers: Record<string, string>
    readonly body: Buffer
    readonly deadline_ms: number
  },
): Promise<PostResult> {
  return new Promise((done) => {
    const answer = { status: 0, headers: {} as IncomingHttpHeaders, chunks: [] as Buffer[] }
    let bytes = 0
    let interimAnswers = 0
    let isOver = false
    let controller: Dispatcher.DispatchController | undefined

    const end = (error?: Error) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (error !== undefined) return done({ error, is_stale: answer.status === 0 && wasReused(error) })
      const start = Buffer.concat(answer.chunks).subarray(0, STORED_RESPONSE_BYTES)
      done({ answer: { status: answer.status, headers: answer.headers, start } })
    }
    const timer = setTimeout(() => {
      const late = timeoutError()
      end(late)
      controller?.abort(late)
    }, request.deadline_ms)

    connections.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: 'POST',
        headers: request.headers,
        body: request.body,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(started) {
          controller = started
          // The deadline passed while the connection was opened.
          if (isOver) started.abort(timeoutError())
        },
        onResponseStart(started, status, headers) {
          if (status < 200) {
            interimAnswers += 1
            if (interimAnswers <= MOST_INTERIM_ANSWERS) return
            const endless = unreadableError('only interim answers')
            end(endless)
            return started.abort(endless)
          }
          answer.status = status
          answer.headers = headers
        },
        onResponseData(started, chunk) {
          if (isOver) return
          bytes += chunk.length
          if (!isSuccess(answer.status) && bytes - chunk.length < STORED_RESPONSE_BYTES)
            answer.chunks.push(chunk.subarray(0, STORED_RESPONSE_BYTES))
          if (bytes < MAX_RESPONSE_BYTES) return
          end()
          started.abort(new Error('enough of the answer was read'))
        },
        // After that, undici can reuse the connection. An earlier request would open another.
        onResponseEnd: () => queueMicrotask(() => setImmediate(end)),
        onResponseError: (_controller, error) => end(error),
      },
    )
  })
}
