import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RecoverReport, recoverIngest } from '../../ingest/recover/recover.ts'
import { createIsEvent } from '../../ingest/relay/log-checks/is-event.ts'
import { refuseLogAhead } from '../../ingest/relay/log-checks/log-ahead.ts'
import type { RunCounts } from '../../ingest/runs/run.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'
import { INGEST_PRESENCE_CLASS } from '../../runtime/postgres/advisory-locks.ts'
import { topics } from '../../schemas/log/topics.ts'
import { eventually } from '../support/harness/eventually.ts'
import { killOnce, startMain } from '../support/harness/main-process.ts'
import { openLogSource } from '../support/log/log-sources.ts'
import { type EditedSample, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'
import { backUpSchema, emptySchema, ingestState, restoreSchema } from '../support/stores/ingest-state.ts'

let service: WholeService
let source: LogSource
let sample: EditedSample
/** The state when the last event is in the log. */
let before: Record<string, unknown>

const recover = (): Promise<RecoverReport> => recoverIngest({ ...service, source })

const look = () =>
  refuseLogAhead({
    source,
    names: topics.map(({ name }) => name),
    database: service.database,
    isEvent: createIsEvent(service.settings, service.database),
  })

/** Every file that was ever read, in its last version. */
async function readAllAgain(): Promise<RunCounts[]> {
  return [
    await service.ingest('openstates-people', join(sampleFolder, 'people')),
    await service.ingest('openstates-scraper', sample.folder),
    await service.ingest('federal-register', join(sampleFolder, 'register')),
    await service.ingest('ocd-divisions', join(sampleFolder, 'divisions')),
  ]
}

/** Runs work with the services that publish and project, and stops them. */
async function withServices(work: () => Promise<unknown>): Promise<void> {
  const relay = service.startRelay()
  const projections = await service.startProjections()
  try {
    await work()
    await service.caughtUp()
  } finally {
    await relay.stop()
    await projections.stop()
  }
}

const emitted = (counts: readonly RunCounts[]) => counts.reduce((sum, { events }) => sum + events, 0)
const refused = (counts: readonly RunCounts[]) =>
  counts.reduce((sum, { quarantined }) => sum + quarantined, 0)

beforeAll(async () => {
  service = await createWholeService()
  source = openLogSource(service.settings)
  sample = await editSample()
  await withServices(() => service.ingestSample())
  await backUpSchema(service.database, 'ingest', 'old_backup')
  await sample.bills((bills) => {
    bills[0]!.title += ' (as amended)'
    bills[0]!.actions.push(sampleAction('2026-03-30', 'Heard in committee'))
    bills[1]!.actions.shift()
    return [...bills, { ...bills[2]!, _id: 'another', identifier: 'HB 9001' }]
  })
  await withServices(() => service.ingest('openstates-scraper', sample.folder))
  before = await ingestState(service.database)
  await backUpSchema(service.database, 'ingest', 'newest')
})

beforeEach(() => restoreSchema(service.database, 'ingest', 'newest'))

/** The database needs some time to notice that a process is gone. */
async function whenNobodyRecovers(): Promise<void> {
  await eventually(async () => {
    const { rows } = await service.database.query<{ is_free: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
         WHERE locktype = 'advisory' AND datname = current_database() AND classid = $1) AS is_free`,
      [INGEST_PRESENCE_CLASS],
    )
    return rows[0]!.is_free
  })
}

/** The ids are unchanged, and files that are read again emit nothing. */
async function expectWhole(): Promise<void> {
  expect(await ingestState(service.database)).toEqual(before)
  const again = await readAllAgain()
  expect([emitted(again), refused(again)]).toEqual([0, 0])
  expect(await ingestState(service.database)).toEqual(before)
  await look()
}

describe('ingest whose state is older than the log', () => {
  it('cannot continue until its state matches the log', async () => {
    await look()
    await restoreSchema(service.database, 'ingest', 'old_backup')
    await expect(look()).rejects.toMatchObject({ code: 'log_ahead' })
    await emptySchema(service.database, 'ingest')
    await expect(look()).rejects.toMatchObject({ code: 'log_ahead' })
  })

  it('is recovered after a complete loss', async () => {
    await emptySchema(service.database, 'ingest')
    const report = await recover()
    expect(report).toMatchObject({ advanced: 0, ahead: 0, disputed_keys: [], unreadable: [] })
    expect(report.added).toBe(Object.keys(before).length)
    await expectWhole()
  })

  it('is recovered after the restore of an old backup, and a second recovery changes nothing', async () => {
    await restoreSchema(service.database, 'ingest', 'old_backup')
    const report = await recover()
    expect(report.added).toBeGreaterThan(0)
    expect(report.advanced).toBeGreaterThan(1)
    expect(await recover()).toMatchObject({ added: 0, advanced: 0, ahead: 0 })
    await expectWhole()
  })

  it('is recovered after a recovery that was killed', async () => {
    await emptySchema(service.database, 'ingest')
    const recovering = startMain(['ingest', 'recover'], service.settings)
    await killOnce(
      recovering,
      async () => {
        const { rows } = await service.database.query<{ count: number }>(
          'SELECT count(*) AS count FROM ingest.entity',
        )
        return rows[0]!.count > 0
      },
      { timeout_ms: 20_000 },
    )
    await whenNobodyRecovers()
    await recover()
    await expectWhole()
  })

  it('assigns ids above all existing ones, and the rows match the independent fold', async () => {
    await emptySchema(service.database, 'ingest')
    await recover()
    await readAllAgain()
    const known = new Set(Object.keys(before))
    await withServices(async () => {
      await sample.bills((bills) => [...bills, { ...bills[2]!, _id: 'one more', identifier: 'HB 9002' }])
      const { events } = await service.ingest('openstates-scraper', sample.folder)
      expect(events).toBeGreaterThan(0)
    })
    const { rows } = await service.database.query<{ id: number; ocd_id: string }>(
      'SELECT id, ocd_id FROM ingest.entity ORDER BY id DESC LIMIT 1',
    )
    expect(known.has(rows[0]!.ocd_id)).toBe(false)
    expect(rows[0]!.id).toBeGreaterThan(known.size)
    expect(await service.verify()).toMatchObject({ is_equal: true, holes: [] })
  })
})
