import { describe, expect, it } from 'vitest'
import { createChat } from '../../../../derive/model/chat/chat-client.ts'
import { createManualClock } from '../../../support/clocks/manual-clock.ts'
import { type ChatPlay, createChatServer } from '../../../support/fakes/chat-server.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'

const KEY = 'sk-secret-of-the-operator'
const messages = [{ role: 'user', content: 'What does it do?' }] as const
const never = new AbortController().signal

async function start(overrides: { readonly timeout_ms?: number; readonly url?: string } = {}) {
  const server = await createChatServer()
  const chat = createChat({
    url: server.url,
    key: KEY,
    model: 'small-1',
    timeout_ms: 5_000,
    max_response_bytes: 10_000,
    clock: createManualClock(),
    ...overrides,
  })
  cleanUp(() => chat.close())
  return { server, chat }
}

describe('a chat client', () => {
  it('asks as the chat completions of OpenAI want it, and reads content and tokens', async () => {
    const { server, chat } = await start()
    server.play({ kind: 'says', content: 'It pays.', tokens: 31 })
    expect(await chat.ask(messages, 500, never)).toEqual({
      kind: 'answered',
      content: 'It pays.',
      tokens: 31,
    })
    expect(server.seen).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: {
          model: 'small-1',
          messages,
          max_tokens: 500,
          temperature: 0,
          response_format: { type: 'json_object' },
        },
      },
    ])
  })

  it.each<[string, ChatPlay, object]>([
    [
      '429 with a time',
      { kind: 'status', status: 429, retry_after: '7' },
      { kind: 'limited', retry_after_ms: 7_000 },
    ],
    [
      '429 with a day',
      { kind: 'status', status: 429, retry_after: 'Mon, 02 Mar 2026 09:01:00 GMT' },
      { kind: 'limited', retry_after_ms: 60_000 },
    ],
    ['429 without a time', { kind: 'status', status: 429 }, { kind: 'limited', retry_after_ms: null }],
    [
      '503 with a time',
      { kind: 'status', status: 503, retry_after: '1' },
      { kind: 'limited', retry_after_ms: 1_000 },
    ],
    ['500', { kind: 'status', status: 500 }, { kind: 'failed', reason: 'status 500', may_be_billed: true }],
    ['401', { kind: 'status', status: 401 }, { kind: 'rejected', reason: 'status 401' }],
    ['400', { kind: 'status', status: 400 }, { kind: 'rejected', reason: 'status 400' }],
    [
      'a redirect, which is not followed',
      { kind: 'redirects', to: 'http://127.0.0.1:9/' },
      { kind: 'rejected', reason: 'status 307' },
    ],
    [
      'a web page',
      { kind: 'sends', body: '<!DOCTYPE html>' },
      { kind: 'failed', reason: 'an answer in another form', may_be_billed: true },
    ],
    [
      'JSON of another form',
      { kind: 'sends', body: '{"choices": [{"message": {"content": [1]}}]}' },
      { kind: 'failed', reason: 'an answer in another form', may_be_billed: true },
    ],
    [
      'a huge answer',
      { kind: 'sends-bytes', bytes: 50_000_000 },
      { kind: 'failed', reason: 'an answer over the limit of bytes', may_be_billed: true },
    ],
    ['a reset', { kind: 'resets' }, { kind: 'failed', may_be_billed: true }],
    [
      'a usage that cannot be',
      { kind: 'sends', body: '{"choices": [{"message": {"content": "A"}}], "usage": {"total_tokens": -5}}' },
      { kind: 'answered', content: 'A', tokens: null },
    ],
  ])('understands %s', async (_, play, reply) => {
    const { server, chat } = await start()
    server.play(play)
    expect(await chat.ask(messages, 500, never)).toMatchObject(reply)
    expect(server.count()).toBe(1)
  })

  it.each<ChatPlay['kind'] & ('stalls' | 'never-answers')>(['stalls', 'never-answers'])(
    'gives up an answer that %s',
    async (kind) => {
      const { server, chat } = await start({ timeout_ms: 200 })
      server.play({ kind })
      expect(await chat.ask(messages, 500, never)).toMatchObject({ kind: 'failed', may_be_billed: true })
    },
  )

  it('bills nothing if nobody listens at the address', async () => {
    const { chat } = await start({ url: 'http://127.0.0.1:9/v1' })
    expect(await chat.ask(messages, 500, never)).toEqual({
      kind: 'failed',
      reason: 'ECONNREFUSED',
      may_be_billed: false,
    })
  })

  it('ends a request at once when it is stopped', async () => {
    const { server, chat } = await start()
    server.play({ kind: 'never-answers' })
    const stopping = new AbortController()
    const asked = chat.ask(messages, 500, stopping.signal)
    await server.whenAsked(1)
    stopping.abort()
    expect(await asked).toEqual({ kind: 'failed', reason: 'stopped', may_be_billed: true })
  })
})
