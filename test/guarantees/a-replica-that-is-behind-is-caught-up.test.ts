import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Relay } from '../../ingest/relay/relay.ts'
import type { Projections } from '../../projections/service/start-projections.ts'
import { verify } from '../../projections/verify/verify.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { readToTheEnd } from '../support/log/log-ends.ts'
import { createOwnPostgres, type OwnPostgres } from '../support/servers/own-postgres.ts'
import { createOwnReplica, type OwnReplica } from '../support/servers/own-replica.ts'
import { projectBehind, projectedEvents } from '../support/service/projector-behind-proxy.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'
import { readRows } from '../support/stores/read-rows.ts'

let postgres: OwnPostgres
let replica: OwnReplica
let service: WholeService
let relay: Relay
let projections: Projections
let onReplica: { settings: Settings; database: Database }
/** The data of the primary when it was lost. */
let lost: Map<string, unknown>
let eventsOfPrimary = 0

beforeAll(async () => {
  postgres = await createOwnPostgres()
  service = await createWholeService({}, {}, postgres.createDatabase)
  relay = service.startRelay()
  projections = await service.startProjections()
  await service.ingest('openstates-people', join(sampleFolder, 'people'))
  await service.ingest('openstates-scraper', join(sampleFolder, 'legislature'))
  await service.caughtUp()
  replica = await createOwnReplica(postgres)
  const url = replica.urlOf(service.settings.database_url)
  const settings = { ...service.settings, database_url: url }
  const database = createDatabase(settings)
  cleanUp(() => database.end())
  onReplica = { settings, database }
  await replica.caughtUp()
}, 90_000)

describe('a lagging replica that takes over', () => {
  it('lacks commits of the primary, although the group offsets say that they were read', async () => {
    await replica.stop()
    await service.ingest('openstates-scraper', join(sampleFolder, 'revision'))
    await service.ingest('federal-register', join(sampleFolder, 'register'))
    await service.caughtUp()
    lost = await readRows(service.database, 'read_0001')
    eventsOfPrimary = await projectedEvents(service.database, 'read_0001')
    await Promise.all([relay.stop(), projections.stop()])
    await postgres.stop()

    await replica.promote()
    expect(await projectedEvents(onReplica.database, 'read_0001')).toBeLessThan(eventsOfPrimary)
    expect(await readRows(onReplica.database, 'read_0001')).not.toEqual(lost)
  }, 60_000)

  it('continues from its own positions, and then has every row of the primary with its ids and times', async () => {
    await projectBehind(service, { url: onReplica.settings.database_url }, 'read_0001')
    await readToTheEnd(onReplica)
    expect(await projectedEvents(onReplica.database, 'read_0001')).toBe(eventsOfPrimary)
    expect(await readRows(onReplica.database, 'read_0001')).toEqual(lost)
    const { differing, holes, parked } = await verify({ ...onReplica, read_schema: 'read_0001' })
    expect({ differing, holes, parked }).toEqual({ differing: 0, holes: [], parked: [] })
  }, 60_000)
})
