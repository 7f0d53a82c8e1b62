import { Agent, request } from 'undici'
import { type Backoff, backoff_ms } from '../../../runtime/backoff.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { readBodyText } from '../../../runtime/http/body-text.ts'
import { parseRetryAfter } from '../../../runtime/http/retry-after.ts'
import { pause } from '../../../runtime/pause.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { type Embedder, normalized } from '../../vectors/embedder.ts'
import { type EmbeddingsReply, readEmbeddings } from './embeddings-reply.ts'

export type RemoteOptions = {
  /** The base address of the API, such as `https://models.example/v1`. No redirect is followed, so the key goes nowhere else. */
  readonly url: string
  /** Sent as a bearer token; empty: none. It is in no log and no error. */
  readonly key: string
  readonly model: string
  readonly dimensions: number
  /** Most texts of a request. */
  readonly batch: number
  readonly timeout_ms: number
  readonly clock: Clock
  readonly retry?: Backoff
}

const ATTEMPTS = 4
const RETRY: Backoff = { first_ms: 1_000, longest_ms: 20_000 }
/** A service that wants a longer pause is asked again by the next run. */
const LONGEST_PAUSE_MS = 60_000
const CONNECT_TIMEOUT_MS = 10_000
/** A number in JSON, with its comma. */
const BYTES_PER_NUMBER = 40
const BYTES_BESIDE = 100_000

/** A client of the embeddings of OpenAI's API, which most model servers offer. */
export function createRemoteEmbedder(options: RemoteOptions): Embedder {
  const { url, model, dimensions, batch, timeout_ms } = options
  const agent = new Agent({
    connectTimeout: Math.min(CONNECT_TIMEOUT_MS, timeout_ms),
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
  })
  const endpoint = new URL('embeddings', url.replace(/\/*$/u, '/'))
  return {
    id: `${endpoint.host} ${model} ${dimensions}`,
    dimensions,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += batch) {
        const part = texts.slice(at, at + batch)
        const answered = await askUntilAnswered(options, signal, () =>
          askOnce(options, agent, endpoint, part, signal),
        )
        for (const vector of answered) vectors.push(normalized(vector))
      }
      return vectors
    },
    close: () => agent.destroy(),
  }
}

async function askUntilAnswered(
  { retry = RETRY, model }: RemoteOptions,
  signal: AbortSignal,
  ask: () => Promise<EmbeddingsReply>,
): Promise<readonly (readonly number[])[]> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    const reply = await ask()
    if (reply.kind === 'answered') return reply.vectors
    signal.throwIfAborted()
    const wait_ms = reply.kind === 'failed' ? (reply.retry_after_ms ?? backoff_ms(retry, attempt)) : null
    if (wait_ms === null || attempt === ATTEMPTS || wait_ms > LONGEST_PAUSE_MS) {
      throw new LegislogError(
        'embeddings_failed',
        `the embeddings service gave ${reply.reason} (model ${model})`,
      )
    }
    await pause(wait_ms, signal)
  }
}

async function askOnce(
  options: RemoteOptions,
  agent: Agent,
  endpoint: URL,
  input: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddingsReply> {
  const { key, model, dimensions, timeout_ms } = options
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  }
  const body = JSON.stringify({ model, input, encoding_format: 'float' })
  try {
    const response = await request(endpoint, {
      dispatcher: agent,
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]),
    })
    if (response.statusCode !== 200) return refusalOf(response, options.clock)
    const text = await readBodyText(
      response.body,
      input.length * dimensions * BYTES_PER_NUMBER + BYTES_BESIDE,
    )
    if (text === undefined) return { kind: 'rejected', reason: 'an answer over the limit of bytes' }
    return readEmbeddings(text, { texts: input.length, dimensions })
  } catch (error) {
    return failureOf(error)
  }
}

type Response = Awaited<ReturnType<typeof request>>

function refusalOf({ statusCode, headers, body }: Response, clock: Clock): EmbeddingsReply {
  body.on('error', () => {}).destroy()
  const reason = `status ${statusCode}`
  if (statusCode !== 408 && statusCode !== 429 && statusCode < 500) return { kind: 'rejected', reason }
  const header = headers['retry-after']
  const retry_after_ms = parseRetryAfter(typeof header === 'string' ? header : undefined, clock.now()) ?? null
  return { kind: 'failed', reason, retry_after_ms }
}

/** Messages of HTTP clients may quote headers: only codes and our own words are kept. */
function failureOf(error: unknown): EmbeddingsReply {
  const { name, code } = error as { name?: string; code?: string }
  const reason = name === 'TimeoutError' ? 'no whole answer in time' : (code ?? 'a failed request')
  return { kind: 'failed', reason, retry_after_ms: null }
}
