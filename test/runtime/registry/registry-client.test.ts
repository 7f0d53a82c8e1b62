import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createRegistryClient } from '../../../runtime/registry/registry-client.ts'
import { registerSchemas } from '../../../runtime/registry/schema-registration.ts'
import { checkCompatibility } from '../../../runtime/schema-check/schema-check.ts'
import { readFixture } from '../../../runtime/schema-check/schema-fixtures.ts'
import { eventSchema } from '../../../schemas/log/generate-schema.ts'
import type { EventSchema } from '../../../schemas/log/schema-files.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { testSettings } from '../../support/harness/settings.ts'
import { currentId, recordOf, wireValue } from '../../support/log/fixture-record.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const action = readFixture('bill.action', 2)
const nowhere = 'http://127.0.0.1:9'

describe('the registration of schemas', () => {
  const subject = `probe-${process.pid}-${Date.now()}`
  const registry = () => createRegistryClient(testSettings())
  const changed = (change: { properties?: object; required?: string[] }): EventSchema => {
    const schema = eventSchema('bill.action', 2)
    const properties = { ...(schema.properties as object), ...change.properties }
    return { ...schema, ...change, properties }
  }

  it('accepts an added optional property, but no changed type and no new required property', async () => {
    const first = await registry().register(subject, eventSchema('bill.action', 2))
    expect(await registry().register(subject, eventSchema('bill.action', 2))).toBe(first)
    const wider = changed({ properties: { note: { type: 'string' } } })
    expect(await registry().incompatibilities(subject, wider)).toEqual([])
    const second = await registry().register(subject, wider)
    expect(second).not.toBe(first)
    expect(await registry().nameOf(second)).toBe('legislog:bill.action:v2')

    const other = changed({ properties: { ocd_id: { type: 'integer' } } })
    const reasons = await registry().incompatibilities(subject, other)
    expect(reasons).toContain('SUBSCHEMA_TYPE_CHANGED at /properties/ocd_id')
    await expect(registry().register(subject, other)).rejects.toMatchObject({
      code: 'schema_incompatible',
      message: expect.stringContaining('/properties/ocd_id'),
    })
    const stricter = changed({ properties: { must: { type: 'string' } }, required: ['id', 'must'] })
    expect(await registry().incompatibilities(subject, stricter)).toContainEqual(
      expect.stringContaining(' at /required'),
    )
    await expect(registry().register(subject, stricter)).rejects.toMatchObject({
      code: 'schema_incompatible',
    })
    // The request for the reasons has registered nothing.
    expect(await registry().register(subject, wider)).toBe(second)
    expect(await registry().idOf(subject, other)).toBeUndefined()
  })

  it('is repeatable for the committed schemas, and finds them compatible', async () => {
    const { settings, database } = await createTestDatabase()
    const client = createRegistryClient(settings)
    const once = await registerSchemas(client, database)
    expect(await registerSchemas(client, database)).toEqual(once)
    expect(await checkCompatibility(client)).toEqual([])
    const { rows } = await database.query<{ held: number }>(
      'SELECT count(*)::int AS held FROM control.schema_id',
    )
    expect(rows[0]?.held).toBe(once.length)
  })
})

describe('without the registry,', () => {
  it('events of registered schemas are still written and read', async () => {
    const { settings, database } = await createTestDatabase()
    await registerSchemas(createRegistryClient(settings), database)
    const codec = await createEventCodec({ ...settings, schema_registry_url: nowhere }, database)
    const value = await codec.encode('bill.action', action.body)
    expect((await codec.decode(recordOf(action, value))).body).toEqual(action.body)
    await expect(codec.decode(recordOf(action, wireValue(77_777, '{}')))).rejects.toMatchObject({
      code: 'registry_unreachable',
    })
  })

  it('events of two schemas with the same id are both read after the registry lost its database', async () => {
    const { settings, database } = await createTestDatabase()
    await registerSchemas(createRegistryClient(settings), database)
    const held = await currentId(await createEventCodec(settings, database), 'bill.action')
    await database.query(
      `INSERT INTO control.schema_id (registry_id, subject, version, fingerprint)
       SELECT $1, subject, version, fingerprint FROM control.schema_id
       WHERE subject = 'legislog.votes.v1-vote.recorded'`,
      [held],
    )
    const codec = await createEventCodec({ ...settings, schema_registry_url: nowhere }, database)
    const vote = readFixture('vote.recorded', 1)
    for (const fixture of [action, vote]) {
      const record = recordOf(fixture, wireValue(held, JSON.stringify(fixture.body)))
      expect((await codec.decode(record)).body).toEqual(fixture.body)
    }
    expect(await currentId(codec, 'vote.recorded')).toBe(held)
  })

  it('an event whose schema has no id is not written', async () => {
    const { settings, database } = await createTestDatabase({ schema_registry_url: nowhere })
    const codec = await createEventCodec(settings, database)
    await expect(codec.encode('bill.action', action.body)).rejects.toMatchObject({
      code: 'registry_unreachable',
    })
  })
})

describe('an unknown schema id', () => {
  it('is requested at most once in 30 s', async () => {
    const asked: string[] = []
    const url = await listen(
      createServer((request, response) => {
        asked.push(request.url ?? '')
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"error_code":40403,"message":"none"}')
      }),
    )
    const clock = createManualClock()
    const { database, settings } = await createTestDatabase({ schema_registry_url: url })
    const codec = await createEventCodec(settings, database, clock)
    const read = () =>
      codec.decode(recordOf(action, wireValue(55_555, '{}'))).catch((error: { code?: string }) => error.code)
    for (let count = 0; count < 20; count++) expect(await read()).toBe('event_undecodable')
    expect(asked).toEqual(['/schemas/ids/55555'])
    clock.advance(31_000)
    expect(await read()).toBe('event_undecodable')
    expect(asked).toHaveLength(2)
  })

  it('is read if it was registered after the reader started', async () => {
    const { settings, database } = await createTestDatabase()
    const reader = await createEventCodec(settings, database)
    await registerSchemas(createRegistryClient(settings), database)
    const writer = await createEventCodec(settings, database)
    const value = await writer.encode('bill.action', action.body)
    expect((await reader.decode(recordOf(action, value))).body).toEqual(action.body)
  })
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
