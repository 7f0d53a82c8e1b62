import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleRevision } from '../../../cli/up/sample.ts'
import { runDueTimers } from '../../../ingest/schedule/timers.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createLog } from '../../../runtime/log.ts'
import { objectName } from '../../../runtime/object-store/object-name.ts'
import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { fillOutbox } from '../../support/log/outbox.ts'
import { billIds, createEndpoints, type FixtureEndpoint, followBills, resendSome } from './customers.ts'
import type { FixtureHome } from './fixture-home.ts'
import { REFUSED, writeNamesake, writeRefused, writeTexts } from './records.ts'

/** Endpoints that fail keep deliveries that were never tried. */
const settled = `SELECT NOT EXISTS (SELECT FROM webhook.delivery d JOIN webhook.endpoint e ON e.id = d.endpoint_id
  WHERE d.status = 'pending' AND e.url LIKE '%?all') AS is_so`

const caughtUp = (home: FixtureHome) => home.run(['status', '--wait', '--timeout', '60'])

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Loads data before there are customers: texts, a register, a fetch that stopped, failed fetches, quarantined records. */
export async function load(home: FixtureHome, folder: string, world: string): Promise<void> {
  await home.run(['ingest', 'openstates-scraper', await writeTexts(folder, world)])
  await home.run(['ingest', 'bill-text'])
  await home.run(['ingest', 'federal-register', '--since', daysAgo(2)])
  await home.run(['ingest', 'federal-register', '--since', '2025-06-01', '--until', '2025-06-30'], 1)
  await home.run(['ingest', 'ocd-divisions'], 1)
  await home.withDatabase(runTimers)
  await caughtUp(home)
  await home.run(['search', 'fill'])
  await loseObjects(home)
  await home.run(['rebuild'])
}

/** Does the same as each round of a schedule. */
async function runTimers(database: Database, settings: Settings): Promise<void> {
  const codec = await createEventCodec(settings, database)
  await runDueTimers({ settings, database, codec, log: createLog('fixture', 'silent'), clock: systemClock })
}

/** A text whose words are not indexed yet is lost from the object store: the next fill notes it. */
async function loseObjects(home: FixtureHome): Promise<void> {
  await home.withDatabase(async (database) => {
    const { rows } = await database.query<{ sha256: string }>('SELECT max(sha256) AS sha256 FROM search.text')
    const { sha256 } = rows[0]!
    await rm(join(home.folder, 'objects', objectName(sha256)))
    await database.query('DELETE FROM search.text WHERE sha256 = $1', [sha256])
  })
  await home.run(['search', 'fill'])
}

/** Creates customers, and loads a day of changes for them. */
export async function liveChanges(
  home: FixtureHome,
  token: string,
  world: string,
): Promise<readonly FixtureEndpoint[]> {
  const endpoints = await createEndpoints(home, token, world)
  await followBills(home, token)
  await home.run([...sampleRevision, '--live'])
  await caughtUp(home)
  await home.until(settled)
  await resendSome(home, token, endpoints[0]!)
  return endpoints
}

/** Makes merges, a split, a dispute, a closed session, a refused event and a message that is not an event. */
export async function unusualRows(home: FixtureHome, token: string, folder: string): Promise<void> {
  const ids = await billIds(home, token)
  const idOf = (identifier: string) => String(ids.get(identifier))
  await home.run(['identity', 'merge', idOf('SR 1'), idOf('HJR 1')])
  await home.run(['identity', 'merge', idOf('SB 4'), idOf('SB 3')])
  await home.run(['identity', 'split', idOf('SB 4')])
  await home.run(['ingest', 'openstates-scraper', await writeNamesake(join(folder, 'namesake'))])
  await home.run(['session', 'close', 'zz', '2026', '--on', '2026-04-30', '--anyway', '--backfill'])
  await home.run(['session', 'reopen', 'zz', '2026'])
  await caughtUp(home)
  await refuseOne(home, await writeRefused(join(folder, 'refused')))
  await home.until(settled)
}

/** Makes the live read schema refuse one bill, whose webhooks wait. A message that is not an event is parked everywhere. */
async function refuseOne(home: FixtureHome, folder: string): Promise<void> {
  const alter = (change: string) =>
    home.withDatabase(async (database) => {
      await database.query(`ALTER TABLE ${await liveReadSchema(database)}.bills ${change}`)
    })
  await alter(`ADD CONSTRAINT refusing CHECK (title <> '${REFUSED}') NOT VALID`)
  await home.run(['ingest', 'openstates-scraper', folder, '--live'])
  await home.withDatabase(noEvent)
  await home.until(
    'SELECT count(*) >= 3 AND EXISTS (SELECT FROM webhook.deferred_event) AND EXISTS (SELECT FROM webhook.parked_event) AS is_so FROM control.parked_event',
  )
  await alter('DROP CONSTRAINT refusing')
}

const noEvent = (database: Database, settings: Settings) =>
  fillOutbox(database, settings, [
    { key: 'ocd-bill/00000000-0000-5000-8000-000000000000', values: ['no event'] },
  ])
