import { beforeAll, describe, expect, it } from 'vitest'
import { recoverIngest } from '../../ingest/recover/recover.ts'
import type { Relay } from '../../ingest/relay/relay.ts'
import type { Projections } from '../../projections/service/start-projections.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import { createFailoverProxy, type FailoverProxy } from '../support/faults/failover-proxy.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { readToTheEnd } from '../support/log/log-ends.ts'
import { openLogSource } from '../support/log/log-sources.ts'
import { createOwnPostgres, type OwnPostgres } from '../support/servers/own-postgres.ts'
import { createOwnReplica, type OwnReplica } from '../support/servers/own-replica.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { ingestState } from '../support/stores/ingest-state.ts'
import { readRows } from '../support/stores/read-rows.ts'

let postgres: OwnPostgres
let replica: OwnReplica
let address: FailoverProxy
let service: WholeService
let relay: Relay
let projections: Projections
let sample: EditedSample
/** The replica itself, wherever the address leads. */
let promoted: Database
/** The data of the primary when it was lost. */
let lost: { rows: Map<string, unknown>; ingest: unknown }

const one = async <T>(database: Database, statement: string): Promise<T> =>
  (await database.query<{ found: T }>(statement)).rows[0]!.found

const newestStamp = (database: Database) =>
  one<string>(database, 'SELECT max(updated_at) AS found FROM read_0001.bills')
const watermark = (database: Database) =>
  one<string>(database, 'SELECT watermark AS found FROM control.read_schema')
const waiting = (database: Database) =>
  one<{ rows: number; claimed: number }>(
    database,
    `SELECT json_build_object('rows', count(*), 'claimed', count(recorded_at)) AS found FROM ingest.outbox`,
  )

async function news(note: string): Promise<void> {
  await addNotes(sample, note)
  const { events } = await service.ingest('openstates-scraper', sample.folder)
  expect(events).toBeGreaterThan(0)
}

beforeAll(async () => {
  postgres = await createOwnPostgres()
  address = await createFailoverProxy(postgres.server_url)
  service = await createWholeService({}, {}, async (overrides) => {
    const made = await postgres.createDatabase(overrides)
    const url = address.urlOf(made.url)
    const settings = { ...made.settings, database_url: url }
    const database = createDatabase(settings, { application_name: 'legislog test' })
    cleanUp(() => database.end())
    return { ...made, url, settings, database }
  })
  sample = await editSample()
  relay = service.startRelay()
  projections = await service.startProjections()
  await service.ingestSample()
  await service.inSync()
  replica = await createOwnReplica(postgres)
  const url = replica.urlOf(service.settings.database_url)
  promoted = createDatabase({ ...service.settings, database_url: url })
  cleanUp(() => promoted.end())
  await replica.caughtUp()
}, 120_000)

describe.runIf(NIGHTLY)('a lagging replica that is promoted under running processes', () => {
  it('does not move the watermark past events that it has not projected', async () => {
    await replica.stop()
    await news('that the replica never saw')
    await service.inSync()
    lost = {
      rows: await readRows(service.database, 'read_0001'),
      ingest: await ingestState(service.database),
    }
    await replica.promote()
    const firstLost = await one<string>(
      service.database,
      `SELECT min(updated_at) AS found FROM read_0001.bills WHERE updated_at > '${await newestStamp(promoted)}'`,
    )
    const lock = await promoted.connect()
    await lock.query('BEGIN; LOCK TABLE read_0001.bills IN ACCESS EXCLUSIVE MODE')
    // No transaction is open: the pools replace their connections, and no process sees an error.
    address.switchTo(replica.urlOf(postgres.server_url))
    await eventually(() => projections.health().lag_events > 0, { timeout_ms: 10_000 }).catch(() => {})
    const passed = await watermark(promoted)
    await lock.query('ROLLBACK')
    lock.release()
    expect(passed <= firstLost, `${passed} is past ${firstLost}, which is not projected`).toBe(true)
    await readToTheEnd(service)
    expect(await readRows(promoted, 'read_0001')).toEqual(lost.rows)
  }, 60_000)

  it('does not let the relay send events from a state that is older than the log', async () => {
    await eventually(() => /ahead of ingest.*legislog ingest recover/.test(relay.health().error ?? ''))
    await expect(relay.done).rejects.toMatchObject({ code: 'log_ahead' })
    expect(relay.health().is_ready).toBe(false)
    // This differs from the events that the log has at these positions.
    sample = await editSample()
    await news('emitted by the old state')
    const emitted = await waiting(promoted)
    expect(emitted).toEqual({ rows: expect.any(Number), claimed: 0 })
    expect(emitted.rows).toBeGreaterThan(0)
    await expect(relay.drained()).rejects.toMatchObject({ code: 'log_ahead' })
  }, 60_000)

  it('continues after ingest is recovered, and assigns no sequence twice', async () => {
    const source = openLogSource(service.settings)
    const report = await recoverIngest({ ...service, source })
    expect(report.contested).toBeGreaterThan(0)
    expect(await ingestState(promoted)).toEqual(lost.ingest)
    relay = service.startRelay()
    await news('emitted by the recovered state')
    await service.inSync()
    expect(await service.verify()).toMatchObject({ is_equal: true, holes: [], parked: [] })
  }, 60_000)
})
