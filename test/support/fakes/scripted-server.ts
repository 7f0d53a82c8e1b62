import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from '../harness/clean-up.ts'

export type ScriptedRequest<B> = {
  readonly path: string
  readonly authorization: string | undefined
  /** The parsed JSON. */
  readonly body: B
}

/** Answers, right or wrong, that any JSON API may give. */
export type Play =
  | { readonly kind: 'status'; readonly status: number; readonly retry_after?: string }
  | { readonly kind: 'sends'; readonly body: string }
  | { readonly kind: 'sends-bytes'; readonly bytes: number }
  | { readonly kind: 'never-answers' }
  | { readonly kind: 'resets' }

export const jsonHeaders = { 'content-type': 'application/json' }

/** A server of a JSON API under `/v1`. Gives the base address. */
export async function createScriptedServer<B>(
  answer: (request: ScriptedRequest<B>, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as B
    answer({ path: incoming.url ?? '', authorization: incoming.headers.authorization, body }, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUp(
    () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

export function playOn(response: ServerResponse, play: Play): void {
  switch (play.kind) {
    case 'status':
      response
        .writeHead(play.status, play.retry_after === undefined ? {} : { 'retry-after': play.retry_after })
        .end('{"error": {"message": "the key sk-secret is wrong"}}')
      return
    case 'sends':
      response.writeHead(200, jsonHeaders).end(play.body)
      return
    case 'sends-bytes':
      response.on('error', () => {})
      response.writeHead(200, jsonHeaders).end(Buffer.alloc(play.bytes, ' '))
      return
    case 'never-answers':
      return
    case 'resets':
      response.socket?.resetAndDestroy()
  }
}
