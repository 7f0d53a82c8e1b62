import { expect } from 'vitest'
import { dropParked } from '../../../projections/parked-retry/drop-parked.ts'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import type { ParkedKeyRef } from '../../../projections/parked-retry/parked-key.ts'
import type { RebuildOptions } from '../../../projections/rebuild/rebuild-context.ts'
import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import { createSyncClient, type SyncClient } from '../api/sync-client.ts'
import type { TestApi } from '../api/test-api.ts'
import { alone, bill, vote } from '../builders/observations.ts'
import { eventually } from '../harness/eventually.ts'
import { createIngestWorld } from '../ingest/ingest-world.ts'
import { startFollowing } from './rebuilding.ts'
import { createWholeService, type WholeService } from './whole-service.ts'

/** A service and a client. A read schema can be made to apply only some of its bills and votes. */
export type WithheldEvents = {
  readonly service: WholeService
  /** Projects all read schemas, as a project service does, until it is stopped. */
  follow(): void
  stopFollowing(): Promise<void>
  readonly client: SyncClient
  ingestBill(identifier: string, title: string): Promise<void>
  /** Adds this many bills. */
  ingestBills(bills: number): Promise<void>
  ingestVote(about: string, result: string): Promise<void>
  /** From now on, events with the text "Refused" cannot be applied to it, as if its code could not. */
  refuseIn(readSchema: string): Promise<void>
  acceptIn(readSchema: string): Promise<void>
  /** Rebuilds with code that cannot apply them. */
  readonly refusing: Partial<RebuildOptions>
  parkedKeysIn(readSchema: string): Promise<ParkedKeyRef[]>
  dropAll(readSchema: string): Promise<void>
  /** The client has the same rows as the live tables when no more events come. */
  expectInSync(): Promise<void>
}

export async function createWithheldEvents(): Promise<WithheldEvents> {
  const service = await createWholeService({ rate_limits: 'enterprise=0' })
  const { database } = service
  service.startRelay()
  let following = startFollowing(service)
  const ingesting = await createIngestWorld(database, service.settings)
  const api = await service.openApi()
  const client = createSyncClient(api, '/v1/bills', 200)
  let minute = 0
  const seen = () => ({ observed_at: new Date(Date.UTC(2026, 0, 1, 0, ++minute)).toISOString() })
  const parkedKeysIn = async (readSchema: string) =>
    (await listParked(database)).filter((parkedKey) => parkedKey.read_schema === readSchema)
  const refuseIn = async (readSchema: string) => {
    await database.query(`ALTER TABLE ${readSchema}.bills
      ADD CONSTRAINT refusing CHECK (title NOT LIKE '%Refused%') NOT VALID`)
    await database.query(`ALTER TABLE ${readSchema}.votes
      ADD CONSTRAINT refusing CHECK (result <> 'fail') NOT VALID`)
  }
  return {
    service,
    client,
    parkedKeysIn,
    refuseIn,
    follow() {
      following = startFollowing(service)
    },
    stopFollowing: () => following.stop(),
    ingestBill: async (identifier, title) => {
      await ingesting.run(alone(bill(identifier, { title }, seen())))
    },
    ingestBills: async (bills) => {
      const names = Array.from({ length: bills }, (_, index) => `SB ${index}`)
      await ingesting.run(alone(...names.map((name) => bill(name, {}, seen()))))
    },
    ingestVote: async (about, result) => {
      await ingesting.run(alone(vote(about, `roll ${minute}`, { result }, seen())))
    },
    async acceptIn(readSchema) {
      for (const table of ['bills', 'votes']) {
        await database.query(`ALTER TABLE ${readSchema}.${table} DROP CONSTRAINT refusing`)
      }
    },
    refusing: {
      async onPhase(phase, readSchema) {
        if (phase === 'load') await refuseIn(readSchema)
      },
    },
    async dropAll(readSchema) {
      for (
        let parkedKeys = await parkedKeysIn(readSchema);
        parkedKeys.length > 0;
        parkedKeys = await parkedKeysIn(readSchema)
      ) {
        for (const parkedKey of parkedKeys) await dropParked(database, parkedKey)
      }
    },
    expectInSync: () => expectInSync(service, api, client),
  }
}

async function expectInSync(service: WholeService, api: TestApi, client: SyncClient): Promise<void> {
  const live = await liveReadSchema(service.database)
  await service.caughtUp(live)
  await eventually(async () => {
    const { rows } = await service.database.query<{ is_past: boolean }>(
      `SELECT watermark > (SELECT max(updated_at) FROM ${live}.bills) AS is_past
       FROM control.read_schema WHERE is_live`,
    )
    return rows[0]!.is_past
  })
  await client.poll()
  const { data } = (await api.get('/v1/bills?limit=200')).json() as { data: { id: number }[] }
  expect(new Map([...client.copy].sort())).toEqual(new Map(data.map((item) => [item.id, item])))
}
