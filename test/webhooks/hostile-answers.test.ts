import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import { createAddressGuard } from '../../webhooks/http/address-guard.ts'
import { createSender } from '../../webhooks/http/sender.ts'
import { createReceiver } from '../support/fakes/receiver.ts'
import { cleanUp } from '../support/harness/clean-up.ts'

const sender = createSender({ guard: createAddressGuard({ allow_insecure: true }), clock: systemClock })
cleanUp(sender.close)
const inner = await createReceiver()

/** A receiver that answers each request with these bytes and closes. It counts its connections. */
async function createRawReceiver(answer: string) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.from(answer, 'latin1')))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUp(async () => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, connections: () => connections }
}

const redirect = (status: number, location: string, more = '') =>
  `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\n${more}Content-Length: 0\r\n\r\n`
const ok = (...headers: string[]) => `HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`
const EMPTY = 'Content-Length: 0'

describe('an answer', () => {
  it.each<[string, string, string | null]>([
    ...[300, 301, 302, 303, 305, 307, 308].map((status): [string, string, string] => [
      `of ${status} to a private address`,
      redirect(status, inner.url),
      `redirect to ${inner.url}`,
    ]),
    ['that redirects to a file', redirect(302, 'file:///etc/passwd'), 'redirect to file:///etc/passwd'],
    ['that redirects to itself', redirect(307, '/'), 'redirect to /'],
    [
      'that redirects with a cookie',
      redirect(302, inner.url, 'Set-Cookie: a=b\r\n'),
      `redirect to ${inner.url}`,
    ],
    [
      'that redirects to two places',
      redirect(302, 'https://a.example/', `Location: ${inner.url}\r\n`),
      'redirect to https://a.example/',
    ],
    [
      'that breaks a header into lines',
      redirect(302, 'https://a.example/\r\n X-Next: 1'),
      'answer_unreadable',
    ],
    [
      'with a control character in a header',
      redirect(302, 'https://a.example/\x1b[31m'),
      'answer_unreadable',
    ],
    ['that offers another host by Alt-Svc', ok(`Alt-Svc: h2="${new URL(inner.url).host}"`, EMPTY), null],
    ['that asks to be refreshed elsewhere', ok(`Refresh: 0;url=${inner.url}`, EMPTY), null],
    [
      'that switches protocols',
      'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'connection_lost',
    ],
    ['that is shorter than it says', `${ok('Content-Length: 50')}ok`, 'connection_lost'],
    ['of negative length', ok('Content-Length: -1'), 'answer_unreadable'],
    ['of two lengths', `${ok('Content-Length: 1', 'Content-Length: 2')}ok`, 'network_error'],
    [
      'of a length and of chunks',
      `${ok('Content-Length: 1', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      'network_error',
    ],
    [
      'with a chunk of a size that no integer holds',
      `${ok('Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFF\r\n`,
      'answer_unreadable',
    ],
    [
      'with 40 KB of trailers',
      `${ok('Transfer-Encoding: chunked')}0\r\n${`X: ${'y'.repeat(94)}\r\n`.repeat(400)}\r\n`,
      'headers_too_large',
    ],
    ['of a status with four digits', 'HTTP/1.1 2000 OK\r\n\r\n', 'answer_unreadable'],
    ['with a second one behind it', `${ok(EMPTY)}HTTP/1.1 410 Gone\r\n${EMPTY}\r\n\r\n`, null],
  ])('%s causes no other request', async (_what, answer, error) => {
    const receiver = await createRawReceiver(answer)
    const made = await sender.send({ url: receiver.url, secrets: [], key: 'dlv_1', body: Buffer.from('{}') })
    expect(made).toMatchObject({ outcome: error === null ? 'delivered' : 'retry', error })
    expect(made.response_headers ?? {}).not.toHaveProperty('set-cookie')
    expect({ connections: receiver.connections(), inner: inner.received }).toEqual({
      connections: 1,
      inner: [],
    })
  })
})
