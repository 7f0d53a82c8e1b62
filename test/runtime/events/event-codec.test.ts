import { beforeAll, describe, expect, it } from 'vitest'
import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import { createRegistryClient } from '../../../runtime/registry/registry-client.ts'
import { registerSchemas } from '../../../runtime/registry/schema-registration.ts'
import { readFixture } from '../../../runtime/schema-check/schema-fixtures.ts'
import { catalog, eventTypes, schemaVersions } from '../../../schemas/log/event-catalog.ts'
import { packSeq } from '../../../schemas/log/position.ts'
import { currentId, fixtureRecord, recordOf, wireValue } from '../../support/log/fixture-record.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let codec: EventCodec
let ids: Map<string, number>

beforeAll(async () => {
  test = await createTestDatabase()
  const registered = await registerSchemas(createRegistryClient(test.settings), test.database)
  ids = new Map(registered.map(({ schema, registry_id }) => [schema, registry_id]))
  codec = await createEventCodec(test.settings, test.database)
})

const action = readFixture('bill.action', 2)
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('the decoder of events', () => {
  it.each(schemaVersions())(
    'reads $type version $version as the current version',
    async ({ type, version }) => {
      const fixture = readFixture(type, version)
      const record = fixtureRecord(fixture, ids.get(`legislog:${type}:v${version}`)!, 7n)
      const event = await codec.decode(record)
      expect(event.type).toBe(type)
      expect(event.meta).toMatchObject({
        schema_version: version,
        recorded_at: fixture.headers.ce_recordedtime,
      })
      expect(event.seq).toBe(packSeq(record))
      expect(event.key).toBe(fixture.key)
      if (version === catalog[type].version) expect(event.body).toEqual(fixture.body)
      await expect(codec.encode(type, event.body)).resolves.toBeInstanceOf(Buffer)
    },
  )

  it('splits the actor of version 1', async () => {
    const old = readFixture('bill.action', 1)
    const event = await codec.decode(fixtureRecord(old, ids.get('legislog:bill.action:v1')!))
    expect(event.body).toMatchObject({ action: { chamber: 'lower', organization: null } })
    expect(event.body).not.toHaveProperty('action.actor')
  })

  it('ignores fields that a newer writer has added', async () => {
    const newer = { ...action, body: { ...action.body, added_later: { deep: [1] } } }
    const event = await codec.decode(fixtureRecord(newer, ids.get('legislog:bill.action:v2')!))
    expect(event.body).toMatchObject(action.body)
  })

  it('reads encoded events back, and encoding gives the same bytes each time', async () => {
    for (const type of eventTypes) {
      const fixture = readFixture(type, catalog[type].version)
      const [once, again] = await Promise.all([
        codec.encode(type, fixture.body),
        codec.encode(type, fixture.body),
      ])
      expect(again).toEqual(once)
      expect((await codec.decode(recordOf(fixture, once))).body).toEqual(fixture.body)
    }
  })
})

describe('the stamp of a message', () => {
  const at = (appendedAt: string) => {
    const record = fixtureRecord(action, ids.get('legislog:bill.action:v2')!)
    return codec.decode({ ...record, appended_at: Date.parse(appendedAt) })
  }

  it('can be ahead of the Kafka append time by the allowed clock difference', async () => {
    await expect(at('2025-03-11T04:01:07Z')).resolves.toMatchObject({ type: 'bill.action' })
    await expect(at('2026-03-11T04:01:07Z')).resolves.toMatchObject({ type: 'bill.action' })
  })

  it('makes the message unreadable if it is further ahead, even for code that does not know the version', async () => {
    await expect(at('2025-03-11T04:01:06Z')).rejects.toMatchObject({
      code: 'event_time_ahead',
      message: expect.stringMatching(
        /"2025-03-11T04:06:07.123456Z", more than 300 s ahead of 2025-03-11T04:01:06/,
      ),
    })
    const { headers, ...record } = fixtureRecord(action, ids.get('legislog:bill.action:v2')!)
    const newer = { ...headers, ce_dataschema: 'legislog:bill.action:v9' }
    await expect(codec.decode({ ...record, headers: newer, appended_at: 0 })).rejects.toMatchObject({
      code: 'event_time_ahead',
    })
  })
})

describe('a poisoned message', () => {
  const json = JSON.stringify(action.body)
  const poison: [string, (id: number) => Buffer | null, string, RegExp][] = [
    ['no value', () => null, 'event_undecodable', /no value/],
    ['an empty value', () => Buffer.alloc(0), 'event_undecodable', /0 bytes/],
    ['three bytes', () => Buffer.from([0, 0, 0]), 'event_undecodable', /3 bytes/],
    ['only a header', (id) => wireValue(id, ''), 'event_undecodable', /not JSON/],
    [
      'another magic byte',
      (id) => Buffer.concat([Buffer.of(1), wireValue(id, json).subarray(1)]),
      'event_undecodable',
      /byte 1/,
    ],
    ['an unknown schema id', () => wireValue(987_654_321, json), 'event_undecodable', /987654321/],
    [
      'the schema id of another type',
      () => wireValue(ids.get('legislog:vote.recorded:v1')!, json),
      'event_undecodable',
      /vote.recorded/,
    ],
    ['truncated JSON', (id) => wireValue(id, json.slice(0, -7)), 'event_undecodable', /not JSON/],
    ['JSON that is not an object', (id) => wireValue(id, '[1, 2]'), 'event_undecodable', /a list of 2/],
    [
      'bytes that are not UTF-8',
      (id) => wireValue(id, Buffer.from([0x7b, 0xff, 0x7d])),
      'event_undecodable',
      /UTF-8/,
    ],
    ['a missing property', (id) => wireValue(id, '{"id":1}'), 'event_invalid', /ocd_id/],
    [
      'a property of another kind',
      (id) => wireValue(id, json.replace('"date":"2025-03-10"', '"date":20250310')),
      'event_invalid',
      /\/action\/date .*20250310/,
    ],
    [
      'half a surrogate pair',
      (id) => wireValue(id, json.replace('Third', '\\ud83d Third')),
      'event_invalid',
      /\/action\/description contains half/,
    ],
    [
      'a NUL character',
      (id) => wireValue(id, json.replace('Third', '\\u0000Third')),
      'event_invalid',
      /\/action\/description contains a NUL/,
    ],
    [
      'a name with a NUL character',
      (id) => wireValue(id, json.replace('"id"', '"\\u0000":1,"id"')),
      'event_invalid',
      /the name/,
    ],
    [
      'thousands of nested levels in an unknown field',
      (id) => wireValue(id, json.replace('{', `{"added_later":${nested(9_000)},`)),
      'event_invalid',
      /^\/added_later\/0\/0.* is nested deeper than 100 levels$/,
    ],
    [
      '10 MB of brackets',
      (id) => wireValue(id, '['.repeat(10_000_000)),
      'event_invalid',
      /^the value is nested deeper than 100 levels$/,
    ],
  ]
  it.each(poison)('with %s is refused with a clear error', async (_name, value, code, message) => {
    const id = ids.get('legislog:bill.action:v2')!
    const failure = await codec.decode(recordOf(action, value(id))).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'LegislogError', code, message: expect.stringMatching(message) })
  })

  const without = (name: string) => {
    const { [name]: _gone, ...headers } = action.headers
    return { ...action, headers }
  }
  it.each([
    ['ce_type', 'event_undecodable'],
    ['ce_sequence', 'event_undecodable'],
    ['ce_dataschema', 'event_undecodable'],
    ['ce_recordedtime', 'event_undecodable'],
  ])('without the header %s is refused', async (name, code) => {
    const record = fixtureRecord(without(name), ids.get('legislog:bill.action:v2')!)
    await expect(codec.decode(record)).rejects.toMatchObject({ code })
  })

  it('of an unknown type, a version that never existed, or a newer version is refused', async () => {
    const id = ids.get('legislog:bill.action:v2')!
    const strange = { ...action, headers: { ...action.headers, ce_type: 'bill.sung' } }
    await expect(codec.decode(fixtureRecord(strange, id))).rejects.toMatchObject({
      code: 'event_type_unknown',
    })
    const later = { ...action, headers: { ...action.headers, ce_dataschema: 'legislog:bill.action:v9' } }
    await expect(codec.decode(fixtureRecord(later, id))).rejects.toMatchObject({ code: 'event_newer' })
    const never = { ...action, headers: { ...action.headers, ce_dataschema: 'legislog:bill.action:v0' } }
    await expect(codec.decode(fixtureRecord(never, id))).rejects.toMatchObject({ code: 'event_undecodable' })
  })

  it('with __proto__ is read and changes no prototype', async () => {
    const hostile = wireValue(
      ids.get('legislog:bill.action:v2')!,
      json.replace('{', '{"__proto__":{"polluted":true},'),
    )
    await codec.decode(recordOf(action, hostile))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('the encoder of events', () => {
  it('refuses a body that does not fit its type, and names path and value', async () => {
    const wrong = { ...action.body, action: { ...(action.body.action as object), chamber: 7 } }
    await expect(codec.encode('bill.action', wrong)).rejects.toMatchObject({
      code: 'event_invalid',
      message: expect.stringMatching(/bill.action: \/action\/chamber .*it is 7/),
    })
    const extra = { ...action.body, extra: 1 }
    await expect(codec.encode('bill.action', extra)).rejects.toMatchObject({
      code: 'event_invalid',
      message: expect.stringMatching(/additional properties/),
    })
    const nul = { ...action.body, action: { ...(action.body.action as object), description: 'a\u0000b' } }
    await expect(codec.encode('bill.action', nul)).rejects.toMatchObject({ code: 'event_invalid' })
    const half = { ...action.body, action: { ...(action.body.action as object), description: '\ud800' } }
    await expect(codec.encode('bill.action', half)).rejects.toMatchObject({ code: 'event_invalid' })
  })

  it('writes and reads 100 levels of nesting, and refuses one more and names its place', async () => {
    const fixture = readFixture('bill.introduced', catalog['bill.introduced'].version)
    const { body } = fixture
    const deep = (levels: number) => {
      const extras = { deep: JSON.parse(nested(levels)), many: Array.from({ length: 200 }, () => ({})) }
      return { ...body, core: { ...(body.core as object), extras } }
    }
    const value = await codec.encode('bill.introduced', deep(97))
    expect((await codec.decode(recordOf(fixture, value))).body).toEqual(deep(97))
    await expect(codec.encode('bill.introduced', deep(98))).rejects.toMatchObject({
      code: 'event_invalid',
      message: expect.stringMatching(/^\/core\/extras\/deep\/0\/0.* is nested deeper than 100 levels$/),
    })
  })

  it('refuses an event over 4 MB', async () => {
    const huge = {
      ...action.body,
      action: { ...(action.body.action as object), description: 'x'.repeat(4_200_000) },
    }
    await expect(codec.encode('bill.action', huge)).rejects.toMatchObject({ code: 'event_too_large' })
  })

  it('writes the registered schema id', async () => {
    expect(await currentId(codec, 'bill.action')).toBe(ids.get('legislog:bill.action:v2'))
  })
})
