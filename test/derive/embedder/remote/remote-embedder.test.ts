import { describe, expect, it } from 'vitest'
import { createRemoteEmbedder } from '../../../../derive/embedder/remote/remote-embedder.ts'
import { createManualClock } from '../../../support/clocks/manual-clock.ts'
import { createEmbeddingsServer, type EmbeddingsPlay } from '../../../support/fakes/embeddings-server.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'

const KEY = 'sk-secret-of-the-operator'
const never = new AbortController().signal

async function start(overrides: { readonly timeout_ms?: number; readonly batch?: number } = {}) {
  const server = await createEmbeddingsServer((text) => [text.length, 0, 0])
  const embedder = createRemoteEmbedder({
    url: server.url,
    key: KEY,
    model: 'small-1',
    dimensions: 3,
    batch: 10,
    timeout_ms: 5_000,
    clock: createManualClock(),
    retry: { first_ms: 1, longest_ms: 1 },
    ...overrides,
  })
  cleanUp(() => embedder.close())
  return { server, embedder }
}

describe('a remote embedder', () => {
  it('asks as the embeddings of OpenAI want it, and gives vectors of length 1', async () => {
    const { server, embedder } = await start()
    expect(await embedder.embed(['Bees.'], never)).toEqual([Float32Array.of(1, 0, 0)])
    expect(server.seen).toEqual([
      {
        path: '/v1/embeddings',
        authorization: `Bearer ${KEY}`,
        body: { model: 'small-1', input: ['Bees.'], encoding_format: 'float' },
      },
    ])
  })

  it('names the host, the model and the length of its vectors, so that others are never compared with them', async () => {
    const { server, embedder } = await start()
    expect(embedder.id).toBe(`${new URL(server.url).host} small-1 3`)
  })

  it('sends long lists in several requests, and keeps the order of the texts', async () => {
    const server = await createEmbeddingsServer((text) => [Number(text), 1])
    const embedder = createRemoteEmbedder({
      url: server.url,
      key: '',
      model: 'small-1',
      dimensions: 2,
      batch: 2,
      timeout_ms: 5_000,
      clock: createManualClock(),
    })
    cleanUp(() => embedder.close())
    server.play({ kind: 'embeds', reversed: true })
    const vectors = await embedder.embed(['0', '1', '3'], never)
    expect(vectors.map(([first, second]) => Math.round(first! / second!))).toEqual([0, 1, 3])
    expect(server.seen.map(({ body }) => body.input)).toEqual([['0', '1'], ['3']])
    expect(server.seen[0]?.authorization).toBeUndefined()
  })

  it.each<[string, EmbeddingsPlay]>([
    ['429 with a time', { kind: 'status', status: 429, retry_after: '0' }],
    ['500', { kind: 'status', status: 500 }],
    ['a reset', { kind: 'resets' }],
  ])('asks again after %s', async (_, play) => {
    const { server, embedder } = await start()
    server.play(play, { kind: 'embeds' })
    expect(await embedder.embed(['Bees.'], never)).toHaveLength(1)
    expect(server.seen).toHaveLength(2)
  })

  it.each<[string, EmbeddingsPlay, string, number]>([
    ['500 each time', { kind: 'status', status: 500 }, 'status 500', 4],
    ['a limit of an hour', { kind: 'status', status: 429, retry_after: '3600' }, 'status 429', 1],
    ['401', { kind: 'status', status: 401 }, 'status 401', 1],
    ['a web page', { kind: 'sends', body: '<!DOCTYPE html>' }, 'an answer that is no JSON', 1],
    ['another form', { kind: 'sends', body: '{"vectors": []}' }, 'an answer in another form', 1],
    ['too few vectors', { kind: 'sends', body: '{"data": []}' }, '0 vectors for 1 texts', 1],
    [
      'a vector of another length',
      { kind: 'sends', body: '{"data": [{"index": 0, "embedding": [1, 2]}]}' },
      'a vector of 2 numbers, not 3',
      1,
    ],
    [
      'a vector of other things',
      { kind: 'sends', body: '{"data": [{"index": 0, "embedding": [1, null, 2]}]}' },
      'a vector that is no list of numbers',
      1,
    ],
    [
      'a wrong index',
      { kind: 'sends', body: '{"data": [{"index": 7, "embedding": [1, 2, 3]}]}' },
      'an answer with a wrong index',
      1,
    ],
    ['a huge answer', { kind: 'sends-bytes', bytes: 5_000_000 }, 'an answer over the limit of bytes', 1],
  ])('fails after %s, and says why without the key', async (_, play, reason, requests) => {
    const { server, embedder } = await start()
    server.play(play)
    await expect(embedder.embed(['Bees.'], never)).rejects.toMatchObject({
      code: 'embeddings_failed',
      message: `the embeddings service gave ${reason} (model small-1)`,
    })
    expect(server.seen).toHaveLength(requests)
  })

  it('gives up on an answer that takes too long', async () => {
    const { server, embedder } = await start({ timeout_ms: 100 })
    server.play({ kind: 'never-answers' })
    await expect(embedder.embed(['Bees.'], never)).rejects.toMatchObject({
      message: 'the embeddings service gave no whole answer in time (model small-1)',
    })
  })

  it('ends at once when its signal aborts', async () => {
    const { server, embedder } = await start()
    server.play({ kind: 'never-answers' })
    const stopping = new AbortController()
    const asked = embedder.embed(['Bees.'], stopping.signal)
    stopping.abort(new Error('stopped by the test'))
    await expect(asked).rejects.toThrow('stopped by the test')
  })
})
