import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listParked } from '../../projections/parked-retry/list-parked.ts'
import type { Projections } from '../../projections/service/start-projections.ts'
import { schemaRegistryUrl } from '../../runtime/settings/addresses.ts'
import { billContext, billEntity, core } from '../legislature/event-bodies.ts'
import { createManualClock } from '../support/clocks/manual-clock.ts'
import {
  type Asked,
  createFaultyServer,
  type FaultyServer,
  type Reply,
} from '../support/fakes/faulty-server.ts'
import { eventually } from '../support/harness/eventually.ts'
import { testSettings } from '../support/harness/settings.ts'
import { readToTheEnd } from '../support/log/log-ends.ts'
import { createPublisher } from '../support/log/publish.ts'
import { startFreshProjector } from '../support/service/fresh-projector.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

const NOBODYS_IDS = [1_900_000_001, 1_900_000_002]
const SCHEMAS = /^\/apis\/ccompat\/v7\/schemas\/ids\//

let registry: FaultyServer
let service: WholeService
let projections: Projections
let fails = true
const clock = createManualClock(new Date().toISOString())

beforeAll(async () => {
  registry = await createFaultyServer()
  const real = new URL(schemaRegistryUrl(testSettings()))
  registry.serve(/^\//, (asked) => (fails ? { status: 500, body: {} } : passOn(real, asked)))
  service = await createWholeService({}, { schema_registry_url: registry.url + real.pathname })
  service.startRelay()
  await service.ingest('openstates-people', join(sampleFolder, 'people'))
  await service.ingest('openstates-scraper', join(sampleFolder, 'legislature'))
  // This is a machine with an older backup of the database, which never saw the schema of roll calls.
  await service.database.query("DELETE FROM control.schema_id WHERE subject LIKE '%vote.recorded%'")
})

async function passOn(real: URL, { path, headers }: Asked): Promise<Reply> {
  const answer = await fetch(new URL(path, real), {
    headers: { authorization: headers.authorization ?? '' },
  })
  return { status: answer.status, body: await answer.text() }
}

const isRight = async () => {
  const { differing, holes, unreadable } = await service.verify()
  expect({ differing, holes, unreadable }).toEqual({ differing: 0, holes: [], unreadable: [] })
}

describe('a registry that fails', () => {
  it('at the start delays events of unknown schemas, and parks nothing', async () => {
    projections = await startFreshProjector(service, 'read_0001', clock)
    await eventually(() => registry.count(SCHEMAS) > 0)
    await eventually(async () => {
      const { rows } = await service.database.query<{ lag: boolean }>(
        'SELECT bool_or(next < end_offset) AS lag FROM control.position JOIN control.partition_clock USING (topic, partition)',
      )
      return rows[0]!.lag
    })
    expect(await listParked(service.database)).toEqual([])
    fails = false
    // A failed request is not repeated at once.
    clock.advance(3_000)
    await eventually(
      async () => {
        clock.advance(3_000)
        await readToTheEnd(service, { timeout_ms: 0 })
        return true
      },
      { timeout_ms: 20_000, interval_ms: 200 },
    )
    expect(await listParked(service.database)).toEqual([])
    await isRight()
  }, 60_000)

  it('in the middle of the log delays no event of a known schema, and gets no request', async () => {
    fails = true
    const asked = registry.count()
    await service.ingest('openstates-scraper', join(sampleFolder, 'revision'))
    await service.caughtUp()
    expect(registry.count()).toBe(asked)
    // Verification has no cached schemas, so it needs the registry: it reports that and checks nothing.
    await expect(service.verify()).rejects.toMatchObject({ code: 'registry_unreachable' })
    fails = false
    await isRight()
  })

  it('gets at most one request in half a minute for an unknown id', async () => {
    const before = registry.count(SCHEMAS)
    await publishOfNobodysSchemas(9_000, 3)
    expect(requestsById(before)).toEqual(NOBODYS_IDS.map((id) => [id, 1]))
    clock.advance(29_000)
    await publishOfNobodysSchemas(9_100, 1)
    expect(requestsById(before)).toEqual(NOBODYS_IDS.map((id) => [id, 1]))
    clock.advance(2_000)
    await publishOfNobodysSchemas(9_200, 1)
    expect(requestsById(before)).toEqual(NOBODYS_IDS.map((id) => [id, 2]))
    const codes = (await listParked(service.database)).map(({ code }) => code)
    expect(codes).toEqual(Array(NOBODYS_IDS.length * 5).fill('event_undecodable'))
    expect(projections.health().reader).toMatchObject({ state: 'reading', crashes: 0 })
  })
})

function requestsById(since: number): [number, number][] {
  const paths = registry.seen.filter(({ path }) => SCHEMAS.test(path)).slice(since)
  return NOBODYS_IDS.map((id) => [id, paths.filter(({ path }) => path.includes(String(id))).length])
}

/** Introductions of bills that appear nowhere else, this many for each id. */
async function publishOfNobodysSchemas(from: number, each: number): Promise<void> {
  const publisher = await createPublisher(
    { ...service.settings, schema_registry_url: testSettings().schema_registry_url },
    service.database,
  )
  const ids = Array.from({ length: each }, () => NOBODYS_IDS).flat()
  await publisher.publish(
    await Promise.all(
      ids.map(async (registryId, index) => {
        const bill = billEntity(from + index)
        const body = { ...bill, bill: billContext(bill), core: core(`HB ${bill.id}`) }
        const value = Buffer.from(await publisher.codec.encode('bill.introduced', body))
        value.writeInt32BE(registryId, 1)
        return { type: 'bill.introduced' as const, key: bill.ocd_id, body, value }
      }),
    ),
  )
  await readToTheEnd(service)
}
