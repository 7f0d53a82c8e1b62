import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { answersRedis } from '../../../stack/services/probe.ts'
import { createCertificates } from '../../support/fakes/certificates.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

it('a Redis with TLS is checked through TLS, and only if its certificate is right', async () => {
  const certificates = createCertificates('localhost')!
  for (const [certificate, answers] of [
    [certificates.good, true],
    [certificates.misnamed, false],
  ] as const) {
    const server = createServer(certificate, (socket) => {
      socket.on('error', () => {})
      socket.once('data', (bytes) =>
        socket.end(String(bytes) === 'AUTH a b\r\nPING\r\n' ? '+OK\r\n+PONG\r\n' : '-ERR\r\n'),
      )
    })
    server.on('tlsClientError', () => {})
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    cleanUp(() => new Promise((done) => server.close(() => done())))
    const { port } = server.address() as AddressInfo
    expect(await answersRedis(`rediss://a:b@localhost:${port}`)).toBe(answers)
    expect(await answersRedis(`redis://a:b@localhost:${port}`)).toBe(false)
  }
})
