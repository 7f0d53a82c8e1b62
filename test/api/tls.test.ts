import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../api/main.ts'
import { readTlsFiles } from '../../api/tls.ts'
import { apiOrigin } from '../../runtime/settings/api-origin.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { freePort } from '../../stack/processes/port.ts'
import { createProjectedSchema } from '../support/api/projected-events.ts'
import { type Certificate, createCertificates } from '../support/fakes/certificates.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { startMain } from '../support/harness/main-process.ts'
import { testSettings } from '../support/harness/settings.ts'
import { createProjectedDatabase } from '../support/stores/database.ts'

const certificates = createCertificates('localhost')!
let settings: Settings
let folder: string

function use({ cert, key }: Certificate): void {
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
}

/** Reads the certificate that the server currently presents. */
function shownBy(port: number): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    }).once('error', reject)
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legislog-tls-'))
  cleanUp(() => rm(folder, { recursive: true }))
  const test = await createProjectedDatabase()
  await createProjectedSchema(test)
  use(certificates.good)
  const files = { tls_cert: join(folder, 'cert.pem'), tls_key: join(folder, 'key.pem') }
  settings = { ...test.settings, ...files, port: await freePort() }
})

describe('an API with a certificate', () => {
  it('answers over TLS only', async () => {
    const api: RunningApi = await startApi(settings)
    cleanUp(() => api.stop())
    expect(api.url).toBe(`https://127.0.0.1:${settings.port}`)
    const answer = await fetch(`https://localhost:${settings.port}/healthz`)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age/)
    await expect(fetch(`http://localhost:${settings.port}/healthz`)).rejects.toThrow()
    const old = connect({
      port: settings.port,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'ALL:@SECLEVEL=0',
    })
    await expect(new Promise((_, reject) => old.once('error', reject))).rejects.toThrow()

    const before = await shownBy(settings.port)
    use(certificates.misnamed)
    api.renewCertificate()
    const after = await shownBy(settings.port)
    expect([before.subject.CN, after.subject.CN]).toEqual(['localhost', 'other.localhost'])
    // If the files are read while they are written, only half of them is new: the old certificate stays.
    writeFileSync(join(folder, 'key.pem'), certificates.good.key)
    api.renewCertificate()
    expect((await shownBy(settings.port)).fingerprint256).toBe(after.fingerprint256)
    use(certificates.good)
  })

  it('reloads the certificate on SIGHUP and continues', async () => {
    const port = await freePort()
    const { child, ended } = startMain(['api'], { ...settings, port })
    await eventually(() => shownBy(port), { timeout_ms: 20_000 })
    use(certificates.misnamed)
    child.kill('SIGHUP')
    await eventually(async () => (await shownBy(port)).subject.CN === 'other.localhost')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    use(certificates.good)
  })

  it.each([
    [{ tls_key: '' }, /TLS_CERT and TLS_KEY must be set together/],
    [{ tls_cert: 'nowhere.pem' }, /TLS_CERT is "nowhere\.pem", which cannot be read/],
    [
      { tls_cert: 'package.json' },
      /TLS_CERT \(package\.json\) and TLS_KEY \(.*\) are no certificate and its key/,
    ],
  ])('refuses an unusable certificate setting by name: %o', (changes, message) => {
    expect(() => readTlsFiles({ ...settings, ...changes })).toThrow(
      expect.objectContaining({ code: 'setting_invalid', message: expect.stringMatching(message) }),
    )
  })
})

it('the address of the API shows whether it uses TLS, and puts IPv6 in brackets', () => {
  const at = (changes: Partial<Settings>) => apiOrigin(testSettings({ port: 8080, ...changes }))
  expect(at({ host: '127.0.0.1' })).toBe('http://127.0.0.1:8080')
  expect(at({ host: '::1', tls_cert: 'a.pem' })).toBe('https://[::1]:8080')
})

it('METRICS_PORT can serve /metrics alone, including counts of the requests to PORT', async () => {
  const metricsPort = await freePort()
  const port = await freePort()
  const api = await startApi({
    ...settings,
    tls_cert: '',
    tls_key: '',
    port,
    metrics_port: metricsPort,
    metrics_private: true,
  })
  cleanUp(() => api.stop())
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  const shown = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(shown).toMatch(/legislog_api_requests_total\{method="GET",route="\/healthz",status="200"\} 1/)
})
