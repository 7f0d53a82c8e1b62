import { beforeEach, describe, expect, it } from 'vitest'
import { createFaultyServer } from '../../../support/fakes/faulty-server.ts'
import {
  createFetchClientWorld,
  type FetchClientWorld,
  KEY,
  keyOf,
} from '../../../support/ingest/fetch-client.ts'

const server = await createFaultyServer()
let asking: FetchClientWorld

beforeEach(() => {
  server.clear()
  asking = createFetchClientWorld(server)
})

describe('the API key of a publisher', () => {
  it('is sent with every request to its own address', async () => {
    server.serve('/page', { body: {} })
    await asking.get('/page?op=getBill', 'json', { key: keyOf(server, 'query') })
    await asking.get('/page', 'json', { key: keyOf(server, 'header') })
    expect(server.seen[0]!.query.get('key')).toBe(KEY)
    expect(server.seen[0]!.query.get('op')).toBe('getBill')
    expect(server.seen[1]!.headers['x-api-key']).toBe(KEY)
  })

  it('is not sent to the target of a redirect', async () => {
    const other = await createFaultyServer()
    other.serve('/page', { body: {} })
    for (const send of ['query', 'header'] as const) {
      server.fail({ kind: 'redirect', to: `${other.url}/page` })
      await asking.get('/page', 'json', { key: keyOf(server, send) })
    }
    expect(other.count()).toBe(2)
    expect(JSON.stringify(other.seen)).not.toContain('k3y')
    expect(other.seen.every(({ query }) => !query.has('key'))).toBe(true)
  })

  it('is masked in an answer that repeats it and restored when that link is followed', async () => {
    const next = `${server.url}/page?offset=2&key=${KEY}`
    server.serve('/page', { body: { next } })
    const { body } = await asking.get('/page', 'json', { key: keyOf(server, 'query') })
    expect(body.toString()).not.toContain(KEY)
    expect(body.length).toBe(JSON.stringify({ next }).length)
    const { next: followed } = JSON.parse(body.toString()) as { next: string }
    await asking.get(followed, 'json', { key: keyOf(server, 'query') })
    expect(server.seen[1]!.query.get('key')).toBe(KEY)
    expect(server.seen[1]!.query.get('offset')).toBe('2')
  })

  it('is masked in every encoding', async () => {
    const spelled = [KEY, encodeURIComponent(KEY), KEY.replaceAll('/', '\\/')]
    server.serve('/page', { body: Buffer.from(`<a>${spelled.join(' ')}</a>`) })
    const { body } = await asking.get('/page', 'xml', { key: keyOf(server, 'query') })
    expect(body.toString()).toMatch(/^<a>\*+ \*+ \*+<\/a>$/)
  })
})
