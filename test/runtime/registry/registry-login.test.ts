import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createRegistryClient } from '../../../runtime/registry/registry-client.ts'
import { readSchemas } from '../../../runtime/registry/schema-folder.ts'
import { registryAuthorization } from '../../../runtime/settings/addresses.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { subjectOf } from '../../../schemas/log/event-catalog.ts'
import { status } from '../../../stack/status.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { testSettings } from '../../support/harness/settings.ts'

const login = `Basic ${Buffer.from('key:a secret').toString('base64')}`

/** The registry of the test run behind a proxy that requires a login, as a managed registry does. */
async function openGuardedRegistry(): Promise<Settings> {
  const settings = testSettings()
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== login) {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end('{"error_code":401,"message":"Unauthorized"}')
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(`${settings.schema_registry_url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        'content-type': request.headers['content-type'] ?? 'application/json',
        ...registryAuthorization(settings),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanUp(() => new Promise((done) => server.close(() => done())))
  return {
    ...settings,
    schema_registry_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    schema_registry_username: 'key',
    schema_registry_password: 'a secret',
  }
}

describe('a registry that requires a login', () => {
  it('accepts reads, checks and writes with the login', async () => {
    const settings = await openGuardedRegistry()
    const { type, version, schema } = readSchemas()[0]!
    const subject = subjectOf(type, version)
    const registry = createRegistryClient(settings)
    const id = await registry.register(subject, schema)
    expect(await registry.idOf(subject, schema)).toBe(id)
    expect(await registry.nameOf(id)).toBe(schema.$id)
    expect(await registry.incompatibilities(subject, schema)).toEqual([])
    const found = (await status(settings)).find(({ name }) => name === 'registry')
    expect(found?.state).toBe('ready')
  })

  it('causes an error with the status if the password is wrong', async () => {
    const settings = { ...(await openGuardedRegistry()), schema_registry_password: 'wrong' }
    const { type, version, schema } = readSchemas()[0]!
    await expect(
      createRegistryClient(settings).register(subjectOf(type, version), schema),
    ).rejects.toMatchObject({ code: 'registry_unreachable', message: expect.stringMatching(/401/) })
  })

  it('is not used with an incomplete login', async () => {
    const settings = testSettings({ schema_registry_username: 'key', schema_registry_password: '' })
    expect(() => createRegistryClient(settings)).toThrow(
      expect.objectContaining({ code: 'setting_invalid', message: expect.stringMatching(/_PASSWORD/) }),
    )
  })
})
