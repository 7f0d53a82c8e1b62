import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emitReleases } from '../../cli/wiring/emit-releases.ts'
import type { EmitReleases } from '../../projections/rebuild/switch/emit-changed.ts'
import { createSyncClient, type SyncClient } from '../support/api/sync-client.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { alone, bill } from '../support/builders/observations.ts'
import { eventually } from '../support/harness/eventually.ts'
import { createIngestWorld, type IngestWorld } from '../support/ingest/ingest-world.ts'
import { rebuildOf, startFollowing } from '../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const DIFFERING = 'HB 1'

let service: WholeService
let api: TestApi
let ingesting: IngestWorld
let client: SyncClient
let minute = 0

beforeEach(async () => {
  service = await createWholeService({ rate_limits: 'enterprise=0' })
  service.startRelay()
  startFollowing(service)
  ingesting = await createIngestWorld(service.database, service.settings)
  await publish([DIFFERING, 'HB 2'], 'An act')
  await service.caughtUp()
  api = await service.openApi()
  client = createSyncClient(api, '/v1/bills', 200)
})

afterEach(() => {
  minute = 0
})

async function publish(identifiers: readonly string[], title: string): Promise<void> {
  minute += 1
  const observedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  await ingesting.run(alone(...identifiers.map((name) => bill(name, { title }, { observed_at: observedAt }))))
}

/** From now on, the live rows are those of other code, with another form of titles. */
async function projectAsOlderCode(): Promise<void> {
  await service.database.query(`
    CREATE FUNCTION older_form() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.title := replace(NEW.title, 'An act', 'Formerly');
      NEW.item := replace(NEW.item::text, 'An act', 'Formerly')::json;
      RETURN NEW;
    END $$;
    CREATE TRIGGER older_form BEFORE INSERT OR UPDATE ON read_0001.bills
      FOR EACH ROW EXECUTE FUNCTION older_form();
    UPDATE read_0001.bills SET title = title WHERE identifier = '${DIFFERING}'`)
}

/** Both read schemas have projected everything, and readers of changes see it. */
async function seenEverywhere(): Promise<void> {
  for (const name of ['read_0001', 'read_0002']) {
    await service.caughtUp(name)
    await eventually(async () => {
      const { rows } = await service.database.query<{ is_past: boolean }>(
        `SELECT watermark > (SELECT max(updated_at) FROM ${name}.bills) AS is_past
         FROM control.read_schema WHERE name = $1`,
        [name],
      )
      return rows[0]!.is_past
    })
  }
}

/** Emits its input, and calls this function each time before it does. */
function announcing(before: readonly (() => Promise<void>)[]): {
  announce: EmitReleases
  rounds: () => number
} {
  const real = emitReleases(service.codec, service.settings)
  let rounds = 0
  return {
    announce: async (connection, releases) => {
      await before[rounds++]?.()
      return real(connection, releases)
    },
    rounds: () => rounds,
  }
}

async function expectInSync(): Promise<void> {
  await seenEverywhere()
  await client.poll()
  const { data } = (await api.get('/v1/bills?limit=200')).json() as { data: { id: number; title: string }[] }
  expect(data.filter(({ title }) => title.startsWith('Formerly'))).toEqual([])
  expect(new Map([...client.copy].sort())).toEqual(new Map(data.map((item) => [item.id, item])))
}

async function rebuildTelling(before: readonly (() => Promise<void>)[]) {
  await service.database.query(`UPDATE control.read_schema SET code = 'older'`)
  await projectAsOlderCode()
  await client.poll()
  const { announce, rounds } = announcing(before)
  const report = await rebuildOf(service, { announce, patience_ms: 20_000 })
  expect(report).toMatchObject({ swapped: true, comparison: { is_same_code: false, differing: 1 } })
  return { flip: report.flip!, rounds: rounds() }
}

/** A reader has the rows of the older code before readers are switched. */
const newsOf = (identifiers: readonly string[]) => async () => {
  await publish(identifiers, `An act of minute ${minute}`)
  await seenEverywhere()
  await client.poll()
}

describe('a swap to rows of other code', () => {
  it('announces changes that were projected just before the switch', async () => {
    const { flip, rounds } = await rebuildTelling([newsOf(['HB 2', 'HB 3'])])
    expect([...client.copy.values()].map(({ title }) => String(title).split(' ')[0])).toContain('Formerly')
    expect([flip, rounds]).toMatchObject([{ emitted_ids: 3, feed_epoch: null }, 2])
    await expectInSync()
  })

  it('lets other processes continue while ingest blocks an entity that it must announce', async () => {
    const ingest = await service.database.connect()
    const { flip, rounds } = await rebuildTelling([
      newsOf(['HB 2']),
      async () => {
        await ingest.query('BEGIN')
        await ingest.query(
          `SELECT FROM ingest.entity WHERE id = (SELECT id FROM read_0001.bills WHERE identifier = 'HB 2') FOR UPDATE`,
        )
      },
      async () => {
        await ingest.query('ROLLBACK')
        ingest.release()
      },
    ])
    expect([flip, rounds]).toMatchObject([{ emitted_ids: 2, feed_epoch: null }, 3])
    await expectInSync()
  })

  it('announces many changes before it takes the locks again, and then those that came meanwhile', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `SB ${index}`)
    const { flip, rounds } = await rebuildTelling([newsOf(many), newsOf(['HB 2'])])
    expect([flip, rounds]).toMatchObject([{ emitted_ids: 152, feed_epoch: null }, 3])
    await expectInSync()
  })
})
