/** What a chat service did with a request. Reasons are our own words: they never quote the service or the request. */
export type ChatReply =
  | {
      readonly kind: 'answered'
      readonly content: string
      /** As the service counts them, prompt and answer. null: it does not say. */
      readonly tokens: number | null
    }
  /** 429, or 503 with a time. null: the service names no time. */
  | { readonly kind: 'limited'; readonly retry_after_ms: number | null }
  /** The request may succeed later. `may_be_billed`: the service may have begun the work. */
  | { readonly kind: 'failed'; readonly reason: string; readonly may_be_billed: boolean }
  /** Another 4xx: the request or the key is wrong. */
  | { readonly kind: 'rejected'; readonly reason: string }

/** A service that reports more is not believed. */
const MAX_TOKENS = 100_000_000

/** Reads the body of a 200: the form of OpenAI's chat completions. undefined: it is in another form. */
export function readCompletion(body: string): (ChatReply & { kind: 'answered' }) | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    // A body that is no JSON is in another form.
    return undefined
  }
  const { choices, usage } = (value ?? {}) as { choices?: unknown; usage?: { total_tokens?: unknown } | null }
  const [choice] = (Array.isArray(choices) ? choices : []) as [
    { message?: { content?: unknown } | null } | null,
  ]
  const content = choice?.message?.content
  if (typeof content !== 'string') return undefined
  const tokens = usage?.total_tokens
  const isCount =
    typeof tokens === 'number' && Number.isInteger(tokens) && tokens >= 0 && tokens <= MAX_TOKENS
  return { kind: 'answered', content, tokens: isCount ? tokens : null }
}
