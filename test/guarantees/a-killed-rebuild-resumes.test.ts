import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { findUnfinished } from '../../projections/rebuild/record/rebuild-record.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { eventually } from '../support/harness/eventually.ts'
import { killOnce, startMain } from '../support/harness/main-process.ts'
import { everyNth } from '../support/harness/nightly.ts'
import { billOf, type EditedSample, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { rebuildOf } from '../support/service/rebuilding.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let sample: EditedSample

beforeAll(async () => {
  service = await createWholeService({ rebuild_workers: 1 })
  await service.startAll()
  await service.ingestSample()
  await service.caughtUp()
  sample = await editSample()
})

/** Locks that keep a rebuild in a phase while a transaction of the test holds them. */
const gates = {
  index: 'LOCK TABLE read_0002.bills IN ROW EXCLUSIVE MODE',
  catch_up: "SELECT FROM control.position WHERE read_schema = 'read_0002' FOR UPDATE",
  compare: 'LOCK TABLE read_0002.votes IN ACCESS EXCLUSIVE MODE',
  swap: "SELECT FROM control.read_schema WHERE name = 'read_0002' FOR UPDATE",
} as const

async function gated<T>(statement: string, work: () => Promise<T>): Promise<T> {
  const client: pg.PoolClient = await service.database.connect()
  try {
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; ${statement}`)
    return await work()
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

const phase = async () => (await findUnfinished(service.database))?.phase

/** Runs the command, kills it with SIGKILL in a phase, and returns the phase in which it stopped. */
async function killedIn(wanted: string) {
  const main = startMain(['rebuild'], service.settings)
  await killOnce(main, async () => (await phase()) === wanted, { timeout_ms: 100_000, interval_ms: 2 })
  return phase()
}

describe('a rebuild that is killed', () => {
  it('during the load is still in that phase', async () => {
    expect(await killedIn('load')).toBe('load')
  })

  it.each(everyNth(3, [['index'], ['catch_up'], ['compare'], ['swap']] as const))(
    'in the phase %s is still in that phase, and the live rows are unchanged',
    async (wanted) => {
      if (wanted === 'catch_up') {
        await sample.bills((bills) => {
          billOf(bills, 'HB 7').actions.push(sampleAction('2026-03-30', 'Fiscal note filed'))
          return bills
        })
        await service.ingest('openstates-scraper', sample.folder)
        await service.caughtUp()
      }
      expect(await gated(gates[wanted], () => killedIn(wanted))).toBe(wanted)
      expect(await liveReadSchema(service.database)).toBe('read_0001')
    },
  )

  it('resumes with the same read schema each time, reports it, and gives the same result as without a crash', async () => {
    const begunAt = (await findUnfinished(service.database))!.started_at
    const said: string[] = []
    const report = await eventually(() =>
      rebuildOf(service, { onProgress: ({ detail }) => said.push(detail) }),
    )
    expect(report).toMatchObject({ read_schema: 'read_0002', swapped: true, reason: null })
    expect(report.continued_since).toBe(begunAt)
    expect(said).toContainEqual(expect.stringContaining(`continues with read_0002, started at ${begunAt}`))
    expect(report.phases.map((one) => one.phase)).toEqual(['swap'])
    expect(await liveReadSchema(service.database)).toBe('read_0002')
    await service.caughtUp('read_0002')
    expect(await service.verify('read_0002')).toMatchObject({ is_equal: true })
    expect(await findUnfinished(service.database)).toBeUndefined()
  })
})

describe('an unfinished rebuild', () => {
  it('is not resumed by different code or for a different time, and can be abandoned', async () => {
    await rebuildOf(service, { swaps: false })
    await service.database.query("UPDATE control.rebuild SET code = 'other' WHERE ended_at IS NULL")
    await expect(rebuildOf(service)).rejects.toMatchObject({
      code: 'rebuild_unfinished',
      message: expect.stringMatching(/read_0003.*other code.*--abandon.*--restart/),
    })
    const at = new Date(Date.now() - 60_000).toISOString().replace(/Z$/, '000Z')
    await expect(rebuildOf(service, { until_at: at })).rejects.toMatchObject({ code: 'rebuild_unfinished' })
    const again = await rebuildOf(service, { restarts: true })
    expect(again).toMatchObject({ read_schema: 'read_0004', swapped: true, continued_since: null })
    const { rows } = await service.database.query(
      "SELECT name FROM control.read_schema WHERE name = 'read_0003' AND state <> 'dropping'",
    )
    expect(rows).toEqual([])
  })

  it('lets no other process rebuild at the same time', async () => {
    const both = await Promise.allSettled([rebuildOf(service), rebuildOf(service)])
    const failed = both.filter((one) => one.status === 'rejected')
    expect(failed.map(({ reason }) => reason.code)).toEqual(['rebuild_busy'])
  })

  it('stops writing when the connection with its lock is lost', async () => {
    const cut = rebuildOf(service, {
      async onPhase(now) {
        if (now !== 'catch_up') return
        await service.database.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'legislog rebuild lock' AND datname = current_database()",
        )
        await eventually(async () => {
          const { rows } = await service.database.query(
            "SELECT FROM pg_stat_activity WHERE application_name = 'legislog rebuild lock' AND datname = current_database()",
          )
          return rows.length === 0
        })
      },
    })
    await expect(cut).rejects.toMatchObject({ code: 'rebuild_busy' })
    const live = await liveReadSchema(service.database)
    const report = await rebuildOf(service)
    expect(report).toMatchObject({ swapped: true, flip: { from: live } })
  })
})
