import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import { createAddressGuard } from '../../../webhooks/http/address-guard.ts'
import { createSender } from '../../../webhooks/http/sender.ts'
import { createCertificates } from '../../support/fakes/certificates.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const sender = createSender({
  guard: createAddressGuard({ allow_insecure: true }),
  clock: systemClock,
  deadline_ms: 5_000,
})
cleanUp(sender.close)
const sendTo = (url: string) => sender.send({ url, secrets: [], key: 'dlv_1', body: Buffer.from('{}') })

/** A self-signed certificate; undefined if the machine has no openssl. */
function selfSigned(): { key: Buffer; cert: Buffer } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const how = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  try {
    execFileSync('openssl', [...how.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const certificate = selfSigned()
const certificates = createCertificates('localhost')

describe('TLS to a receiver', () => {
  it.skipIf(certificate === undefined)(
    'is always verified, so a self-signed certificate fails the attempt and is reported',
    async () => {
      const requests: string[] = []
      const server = createServer({ ...certificate }, (request, response) => {
        requests.push(request.url ?? '')
        response.end()
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      cleanUp(() => new Promise((done) => server.close(() => done())))
      const made = await sendTo(`https://localhost:${(server.address() as AddressInfo).port}/`)
      expect(made).toMatchObject({
        outcome: 'retry',
        status: null,
        error: 'tls_error: DEPTH_ZERO_SELF_SIGNED_CERT',
      })
      expect(requests).toHaveLength(0)
    },
  )

  it.skipIf(certificates === undefined)(
    'is negotiated once, even if the receiver requests it again',
    async () => {
      let handshakes = 0
      const server = createTlsServer({ ...certificates?.good, maxVersion: 'TLSv1.2' }, (socket) => {
        cleanUp(async () => void socket.destroy())
        const askAgain = () => {
          if (socket.destroyed) return
          socket.renegotiate({}, (error) => {
            if (error !== null) return socket.destroy()
            handshakes += 1
            setImmediate(askAgain)
          })
        }
        socket.on('error', () => socket.destroy())
        askAgain()
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      cleanUp(async () => void server.close())
      const made = await sendTo(`https://localhost:${(server.address() as AddressInfo).port}/`)
      expect(made).toMatchObject({ outcome: 'retry', status: null })
      expect(handshakes).toBe(0)
    },
  )

  it('fails the attempt and is reported if the receiver does not support it', async () => {
    const receiver = await createReceiver()
    const made = await sendTo(receiver.url.replace('http:', 'https:'))
    expect(made.outcome).toBe('retry')
    expect(made.error).toMatch(/^tls_error/)
  })
})
