import { describe, expect, it, vi } from 'vitest'
import { beginRun, newRunId } from '../../../ingest/run-context/run-record.ts'
import { holdLease, reapLeases, takeLease, thisProcess } from '../../../ingest/run-context/source-lease.ts'
import { createLog } from '../../../runtime/log.ts'
import { inTransaction } from '../../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase()
const log = createLog('test', 'silent')

/** A run of this process with the lease of its own source. */
async function taken(source: string) {
  const run_id = newRunId(new Date())
  const lease = holdLease(database, log, { source, run_id })
  await inTransaction(database, (client) => takeLease(client, { source, run_id }))
  return { source, run_id, lease }
}

const take = async (source: string) => void (await taken(source))

const holderOf = async (source: string): Promise<string | undefined> => {
  const { rows } = await database.query('SELECT run_id FROM ingest.source_lease WHERE source = $1', [source])
  return rows[0]?.run_id
}

const expire = (source: string) =>
  database.query('UPDATE ingest.source_lease SET expires_at = clock_timestamp() WHERE source = $1', [source])

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof LegislogError ? error.code : String(error)),
  )

describe('the lease of a source', () => {
  it('belongs to one run, and the error for another run names it', async () => {
    const { run_id } = await taken('one')
    await expect(take('one')).rejects.toThrow(
      `one is already being run, run ${run_id}, process ${process.pid} on ${thisProcess.host}`,
    )
    expect(await holderOf('one')).toBe(run_id)
    expect(await codeOf(take('another source'))).toBeNull()
  })

  it('goes to exactly one of many concurrent requests', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(take('raced'))))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'source_busy')).toHaveLength(7)
  })

  it('is free if it was not renewed in time, and its former run writes nothing more', async () => {
    const slept = await taken('slept')
    await expire('slept')
    const next = await taken('slept')
    expect(await codeOf(inTransaction(database, (client) => slept.lease.fence(client)))).toBe('lease_lost')
    expect(slept.lease.lost.aborted).toBe(true)
    expect(() => slept.lease.check()).toThrow(`run ${slept.run_id} of slept was silent for too long`)
    expect(await codeOf(inTransaction(database, (client) => next.lease.fence(client)))).toBeNull()
  })

  it('is renewed by each heartbeat, and a heartbeat after its loss fails', async () => {
    const beating = await taken('beating')
    await expire('beating')
    await beating.lease.renew()
    expect(await codeOf(take('beating'))).toBe('source_busy')
    await expire('beating')
    await take('beating')
    expect(await codeOf(beating.lease.renew())).toBe('lease_lost')
  })

  it('is renewed automatically, and each heartbeat saves the counts of the run', async () => {
    const [source, run_id] = ['counting', newRunId(new Date())]
    const lease = holdLease(database, log, { source, run_id })
    await beginRun(database, {
      run_id,
      source,
      input_kind: 'files',
      input: '',
      mode: 'auto',
      since: null,
      until: null,
      started_at: new Date().toISOString(),
    })
    await expire(source)
    let records = 0
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    lease.keepAlive(() => ({ records }))
    records = 3
    vi.advanceTimersToNextTimer()
    vi.useRealTimers()
    const counted = async (): Promise<object> => {
      const { rows } = await database.query('SELECT counts FROM ingest.run WHERE id = $1', [run_id])
      return rows[0].counts
    }
    await eventually(async () => 'records' in (await counted()))
    expect(await counted()).toEqual({ records: 3 })
    expect(await codeOf(take(source))).toBe('source_busy')
    lease.stop()
  })

  it('is not taken over while its owner is in a transaction', async () => {
    const writing = await taken('writing')
    const order: string[] = []
    let takeover: Promise<void> = Promise.resolve()
    await inTransaction(database, async (client) => {
      await writing.lease.fence(client)
      await expire('writing')
      takeover = take('writing').then(() => void order.push('taken over'))
      await client.query('SELECT pg_sleep(0.3)')
      order.push('committed')
    })
    await takeover
    expect(order).toEqual(['committed', 'taken over'])
  })

  it('is free at once if its process on this host died, but on another host only after expiry', async () => {
    const { host, boot } = thisProcess
    const NOBODY = 2 ** 22 + 1
    const hold = (source: string, at: string, pid: number) =>
      database.query(
        `INSERT INTO ingest.source_lease (source, run_id, host, boot, pid, expires_at)
         VALUES ($1, $2, $3, $4, $5, now() + interval '1 minute')`,
        [source, `run of ${source}`, at, boot, pid],
      )
    await hold('killed', host, NOBODY)
    await hold('elsewhere', `not-${host}`, NOBODY)
    // A restarted container has the pid of the last one.
    await hold('reborn', host, process.pid)
    await hold('reaped', host, NOBODY)
    expect(await codeOf(take('killed'))).toBeNull()
    expect(await codeOf(take('elsewhere'))).toBe('source_busy')
    expect(await codeOf(take('reborn'))).toBeNull()
    await reapLeases(database)
    expect(await holderOf('reaped')).toBeUndefined()
    expect(await holderOf('elsewhere')).toBe('run of elsewhere')
  })
})
