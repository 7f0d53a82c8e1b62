import { beforeAll, describe, expect, it } from 'vitest'
import { closeSession } from '../../../ingest/closing/close-session.ts'
import { dueSessions } from '../../../ingest/closing/due-sessions.ts'
import { requestDerivation } from '../../../ingest/derivations/request-derivation.ts'
import { takeDerivations } from '../../../ingest/derivations/take-derivations.ts'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import { recoverIngest } from '../../../ingest/recover/recover.ts'
import { withIngestPresence } from '../../../ingest/recover/recovery-lock.ts'
import { createRelay, relayUntilDrained } from '../../../ingest/relay/relay.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { SessionCloser } from '../../../schemas/vocabulary/vocabulary.ts'
import { derivation } from '../../legislature/event-bodies.ts'
import {
  action,
  alone,
  bill,
  core,
  DIVISION,
  legislator,
  SESSION,
  session,
  sponsor,
  vote,
} from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createIngestWorld, type IngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { openLogSource } from '../../support/log/log-sources.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'
import { backUpSchema, emptySchema, ingestState, restoreSchema } from '../../support/stores/ingest-state.ts'

const test = await createTestDatabase({ log_level: 'silent' })
const { database } = test
const log = createLog('test', 'silent')
let settings: Settings
let source: LogSource
let ingesting: IngestWorld

const publish = () =>
  relayUntilDrained({ settings, database, kafka: createKafka(settings, 'legislog-test'), log })
const recover = () => recoverIngest({ database, source, codec: ingesting.codec })

const idOf = entityIds(database)
const rowsOf = async (query: string) => (await database.query<Record<string, unknown>>(query)).rows

const later = { observed_at: '2026-04-02T00:00:00Z' }
const jack_w = legislator('Jack W. Williams')
const jack_d = legislator('Jack D. Williams')
const numbered = {
  ...bill('S1404', {}, later),
  replaces: [billKey(DIVISION, SESSION, 'SD1614')],
}
const listed = () => [
  session(),
  bill('HB1', {
    actions: [action('2026-01-12', 'First reading.')],
    sponsors: [sponsor('Jack W. Williams')],
  }),
  bill('HB2'),
  bill('HB3'),
  vote('HB1', 'roll'),
  vote('HB77', 'of a bill that nobody has listed'),
  jack_w,
  jack_d,
]

const MERGES = 'SELECT loser_id, winner_id FROM ingest.merged ORDER BY 1'
const APART = 'SELECT loser_id, winner_id FROM ingest.kept_separate ORDER BY 1, 2'
const KEYS = `SELECT entity_type, natural_key, base_key, entity_id, merged_from FROM ingest.identity
  WHERE entity_type <> 'vote' ORDER BY 1, 2`
const DEADLINES = 'SELECT entity_id, closes_on, closed_at IS NULL AS is_open FROM ingest.comment_deadline'
const NAMES = `SELECT jurisdiction, session, chamber, name, is_voter, is_matched FROM ingest.printed_name ORDER BY 1, 2, 3, 4`
const everything = async () => ({
  state: await ingestState(database),
  tables: await Promise.all([MERGES, APART, KEYS, DEADLINES, NAMES].map(rowsOf)),
})
let before: Awaited<ReturnType<typeof everything>>

beforeAll(async () => {
  settings = await createTestTopics(test.settings)
  source = openLogSource(settings)
  ingesting = await createIngestWorld(database, settings)
  const operating = createTestOperator(database, settings, ingesting.codec)
  await ingesting.run(alone(bill('SD1614'), ...listed()))
  await ingesting.run(alone(numbered))
  const [hb1, hb2, hb3] = [
    await idOf('bill', bill('HB1').key),
    await idOf('bill', bill('HB2').key),
    await idOf('bill', bill('HB3').key),
  ]
  const said = { database, settings, codec: ingesting.codec, log, clock: createManualClock() }
  for (const id of [hb1, hb2, hb3]) {
    const [known] = await rowsOf(`SELECT ocd_id FROM ingest.entity WHERE id = ${id}`)
    await requestDerivation(database, known!.ocd_id as string, derivation())
  }
  await takeDerivations(said)
  await operating.merge(hb1, hb2)
  await operating.merge(hb3, hb2)
  await operating.split(hb3)
  await operating.merge(await idOf('person', jack_d.key), await idOf('person', jack_w.key))
  const end = (name: string, closed_on: string | null, by: SessionCloser) =>
    closeSession(said, { division_id: DIVISION, session: name, closed_on, by, mode: 'backfill' })
  await ingesting.run(alone(session('2024')))
  await end('2024', '2024-03-07', 'policy')
  await end(SESSION, '2026-03-12', 'policy')
  await end(SESSION, null, 'operator')
  await publish()
  before = await everything()
  await backUpSchema(database, 'ingest', 'whole')
})

describe('the recovery of ingest from the log', () => {
  it('restores merges, splits, earlier numbers and matched names', async () => {
    await emptySchema(database, 'ingest')
    const report = await recover()
    expect(report).toMatchObject({ merges: 3, disputed_keys: [], contested: 0 })
    expect(await everything()).toEqual(before)
  })

  it('lets sources find every entity again, and emits only backfill events', async () => {
    await emptySchema(database, 'ingest')
    await recover()
    await ingesting.run(alone(bill('SD1614'), ...listed(), numbered))
    const reported = await ingesting.emitted()
    expect(reported.filter(({ backfill }) => !backfill)).toEqual([])
    const ids = Object.entries(before.state).map(([ocd_id, one]) => [ocd_id, (one as { id: number }).id])
    const now = Object.entries(await ingestState(database))
    expect(now.map(([ocd_id, one]) => [ocd_id, (one as { id: number }).id])).toEqual(ids)
    expect(now.map(([, one]) => (one as { content: string }).content)).toEqual(
      Object.values(before.state).map((one) => (one as { content: string }).content),
    )
  })

  it('restores which sessions are closed and who decided, so that the policy closes none again', async () => {
    await emptySchema(database, 'ingest')
    await recover()
    const ends =
      await rowsOf(`SELECT content #>> '{session,identifier}' AS session, content -> 'closed' AS closed
      FROM ingest.stored_entity WHERE content -> 'session' IS NOT NULL ORDER BY 1`)
    expect(ends).toEqual([
      { session: '2024', closed: { closed_on: '2024-03-07', closed_by: 'policy' } },
      { session: SESSION, closed: { closed_on: null } },
    ])
    expect(await dueSessions(database, { today: '2030-01-01', quiet_days: 30 })).toEqual([])
  })

  it('drops outbox rows from the backup that were published since', async () => {
    await restoreSchema(database, 'ingest', 'whole')
    await ingesting.run(alone(bill('HB2', { core: core('HB2', { title: 'Retitled' }) }, later)))
    await backUpSchema(database, 'ingest', 'waiting')
    await publish()
    const published = await ingestState(database)
    await restoreSchema(database, 'ingest', 'waiting')
    expect(await recover()).toMatchObject({ outbox_cleared: 1, contested: 0, advanced: 0, ahead: 0 })
    expect(await ingestState(database)).toEqual(published)
    expect(await rowsOf('SELECT id FROM ingest.outbox')).toEqual([])
  })

  it('drops outbox rows that conflict with the log', async () => {
    await restoreSchema(database, 'ingest', 'whole')
    await recover()
    const held = await ingestState(database)
    await restoreSchema(database, 'ingest', 'whole')
    await ingesting.run(alone(bill('HB2', { core: core('HB2', { title: 'In another world' }) }, later)))
    expect(await recover()).toMatchObject({ outbox_cleared: 1, contested: 1 })
    expect(await ingestState(database)).toEqual(held)
  })

  it('is refused if an id was already given twice', async () => {
    await restoreSchema(database, 'ingest', 'whole')
    await database.query(`UPDATE ingest.entity SET ocd_id = 'ocd-bill/another' WHERE ocd_id = $1`, [
      Object.keys(before.state)[3],
    ])
    await expect(recover()).rejects.toMatchObject({ code: 'ingest_conflict' })
  })

  it('is refused while a relay or a run is active', async () => {
    await restoreSchema(database, 'ingest', 'whole')
    await recover()
    const relay = createRelay({ settings, database, kafka: createKafka(settings, 'legislog-test'), log })
    relay.start()
    await eventually(() => relay.counters().leases > 0)
    await expect(recover()).rejects.toMatchObject({ code: 'ingest_running' })
    await relay.stop()
    await withIngestPresence(database, () =>
      expect(recover()).rejects.toMatchObject({ code: 'ingest_running' }),
    )
    await database.query(
      `INSERT INTO ingest.source_lease VALUES ('legiscan', 'run', 'elsewhere', '', 1, now() + interval '1 minute')`,
    )
    await expect(recover()).rejects.toThrow('legiscan is being run by process 1 on elsewhere')
  })
})
