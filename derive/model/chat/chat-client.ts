import { Agent, request } from 'undici'
import type { Clock } from '../../../runtime/clock.ts'
import { readBodyText } from '../../../runtime/http/body-text.ts'
import { parseRetryAfter } from '../../../runtime/http/retry-after.ts'
import type { Message } from '../prompts/marked-data.ts'
import { type ChatReply, readCompletion } from './chat-reply.ts'

export type Chat = {
  /** Asks once. Throws nothing. `signal` ends the request at once. */
  readonly ask: (messages: readonly Message[], max_tokens: number, signal: AbortSignal) => Promise<ChatReply>
  readonly close: () => Promise<void>
}

export type ChatOptions = {
  /** The base address of the API, such as `https://models.example/v1`. The client follows no redirect, so the key goes nowhere else. */
  readonly url: string
  /** Sent as a bearer token; empty: none. It is in no log and no error. */
  readonly key: string
  readonly model: string
  /** The longest wait for a whole answer. */
  readonly timeout_ms: number
  readonly max_response_bytes: number
  readonly clock: Clock
}

const CONNECT_TIMEOUT_MS = 10_000
/** An answer that has begun and then stops for this time is given up. */
const MAX_SILENCE_MS = 30_000

/** A client of the chat completions of OpenAI's API, which most model servers offer. */
export function createChat(options: ChatOptions): Chat {
  const { url, key, timeout_ms } = options
  const agent = new Agent({
    connectTimeout: Math.min(CONNECT_TIMEOUT_MS, timeout_ms),
    headersTimeout: timeout_ms,
    bodyTimeout: Math.min(MAX_SILENCE_MS, timeout_ms),
  })
  const endpoint = new URL('chat/completions', url.replace(/\/*$/u, '/'))
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  }

  return {
    async ask(messages, max_tokens, signal) {
      const body = JSON.stringify({
        model: options.model,
        messages,
        max_tokens,
        temperature: 0,
        response_format: { type: 'json_object' },
      })
      const deadline = AbortSignal.timeout(timeout_ms)
      try {
        const response = await request(endpoint, {
          dispatcher: agent,
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.any([signal, deadline]),
        })
        return await replyOf(response, options)
      } catch (error) {
        return failureOf(error, signal)
      }
    },
    close: () => agent.destroy(),
  }
}

type Response = Awaited<ReturnType<typeof request>>

async function replyOf(response: Response, options: ChatOptions): Promise<ChatReply> {
  const { statusCode: status, headers, body } = response
  if (status === 200) {
    const text = await readBodyText(body, options.max_response_bytes)
    if (text === undefined)
      return { kind: 'failed', reason: 'an answer over the limit of bytes', may_be_billed: true }
    return (
      readCompletion(text) ?? { kind: 'failed', reason: 'an answer in another form', may_be_billed: true }
    )
  }
  body.on('error', () => {}).destroy()
  const header = headers['retry-after']
  const retry_after_ms =
    parseRetryAfter(typeof header === 'string' ? header : undefined, options.clock.now()) ?? null
  if (status === 429 || (status === 503 && retry_after_ms !== null))
    return { kind: 'limited', retry_after_ms }
  if (status === 408 || status >= 500)
    return { kind: 'failed', reason: `status ${status}`, may_be_billed: true }
  return { kind: 'rejected', reason: `status ${status}` }
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
])

/** Messages of HTTP clients may quote headers: only codes and our own words are kept. */
function failureOf(error: unknown, signal: AbortSignal): ChatReply {
  const { name, code } = error as { name?: string; code?: string }
  if (signal.aborted) return { kind: 'failed', reason: 'stopped', may_be_billed: true }
  if (name === 'TimeoutError')
    return { kind: 'failed', reason: 'no whole answer in time', may_be_billed: true }
  return { kind: 'failed', reason: code ?? 'a failed request', may_be_billed: !neverSent.has(code ?? '') }
}
