import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, type SecureVersion, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { cleanUp } from '../harness/clean-up.ts'

export type Certificate = { readonly key: Buffer; readonly cert: Buffer }

/** Certificates of one name, from an authority for this test. */
export type Certificates = {
  readonly good: Certificate
  readonly expired: Certificate
  /** Self-signed. */
  readonly self_signed: Certificate
  /** For another host name. */
  readonly misnamed: Certificate
}

const NEW_KEY = 'req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'

/**
 * Created by openssl; undefined if the machine does not have it. From now on, this test file trusts the authority, in
 * addition to those of Node.
 */
export function createCertificates(name: string): Certificates | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'legislog-tls-'))
  const at = (file: string) => join(folder, file)
  const openssl = (args: string) => execFileSync('openssl', args.split(' '), { stdio: 'ignore', cwd: folder })
  const read = (file: string): Certificate => ({
    key: readFileSync(at(`${file}.key`)),
    cert: readFileSync(at(`${file}.pem`)),
  })
  const signed = (file: string, host: string, days: number): Certificate => {
    openssl(
      `${NEW_KEY} -subj /CN=${host} -addext subjectAltName=DNS:${host} -keyout ${file}.key -out ${file}.csr`,
    )
    openssl(
      `x509 -req -in ${file}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days ${days} -copy_extensions copy -out ${file}.pem`,
    )
    return read(file)
  }
  try {
    openssl(`${NEW_KEY} -x509 -days 2 -subj /CN=legislog-test -keyout ca.key -out ca.pem`)
    openssl(
      `${NEW_KEY} -x509 -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name} -keyout self.key -out self.pem`,
    )
    const certificates = {
      good: signed('good', name, 2),
      expired: signed('expired', name, -1),
      self_signed: read('self'),
      misnamed: signed('misnamed', `other.${name}`, 2),
    }
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(at('ca.pem'), 'utf8')])
    return certificates
  } catch {
    // There is no `openssl`: the caller skips tests that need it.
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type TlsReceiver = {
  readonly port: number
  readonly requests: readonly string[]
  /** The host names of each request: of its TLS connection, and of its header Host. */
  readonly names: readonly { readonly servername: string | false; readonly host: string | undefined }[]
}

/** An HTTPS server on loopback that answers 200, with its port and its requests. */
export async function createTlsReceiver(
  certificate: Certificate,
  options: { readonly minVersion?: SecureVersion; readonly maxVersion?: SecureVersion } = {},
): Promise<TlsReceiver> {
  const requests: string[] = []
  const names: { servername: string | false; host: string | undefined }[] = []
  const server = createServer({ ...certificate, ...options }, (request, response) => {
    requests.push(request.url ?? '')
    const { servername } = request.socket as TLSSocket
    names.push({ servername: servername ?? false, host: request.headers.host })
    request.resume().on('end', () => response.end())
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUp(
    () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  return { port: (server.address() as AddressInfo).port, requests, names }
}
