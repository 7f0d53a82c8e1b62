import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A customer's endpoint that records each event, its idempotency keys, and how often it came. */
export type EventReceiver = {
  readonly url: string
  readonly events: ReadonlyMap<number, { readonly body: string; readonly keys: ReadonlySet<string> }>
  readonly requests: () => number
  close(): Promise<void>
}

/** `keep` picks the part of a body that is recorded and identifies it. */
export async function startReceiver(keep: (body: string) => string = (body) => body): Promise<EventReceiver> {
  const events = new Map<number, { body: string; keys: Set<string> }>()
  let requests = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests += 1
    const text = Buffer.concat(chunks).toString('utf8')
    const { id } = JSON.parse(text) as { id: number }
    const body = keep(text)
    const seen = events.get(id) ?? { body, keys: new Set() }
    events.set(id, seen)
    seen.keys.add(
      `${request.headers['x-service-idempotency-key']} ${body === seen.body ? '' : 'another body'}`,
    )
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
