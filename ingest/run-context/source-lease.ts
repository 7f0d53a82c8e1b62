import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { PoolClient } from 'pg'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'

/** A run that is silent for this long counts as dead. */
const LEASE_S = 60

/** The process that has a lease. `boot` distinguishes machines with the same host name. */
export type Holder = { readonly host: string; readonly boot: string; readonly pid: number }

export const thisProcess: Holder = { host: hostname(), boot: bootOf(), pid: process.pid }

/** Runs of this process that have or request a lease. In a container, a restarted process has the same pid. */
const ownRuns = new Set<string>()

export type SourceLease = {
  /**
   * Throws `lease_lost` if another run has it. Call it first in each transaction that writes: no other run
   * can take over the lease meanwhile.
   */
  fence(client: PoolClient): Promise<void>
  /** Throws `lease_lost` if the loss is known already. */
  check(): void
  renew(counts?: object): Promise<void>
  /** Renews the lease until `stop` and saves the counts so far. */
  keepAlive(counts: () => object): void
  stop(): void
  /** Aborted as soon as the process knows that another run has the lease. */
  readonly lost: AbortSignal
}

type LeaseOwner = { readonly source: string; readonly run_id: string }
type StoredLease = LeaseOwner & Holder & { readonly is_expired: boolean; readonly started_at: string | null }

/**
 * Takes the lease of a source in the caller's transaction, which also inserts the run. It waits for open transactions
 * of a former holder: their writes are visible, and no later ones follow. The database's clock decides when a lease
 * has expired. Throws `source_busy` that names the holder.
 */
export async function takeLease(client: PoolClient, { source, run_id }: LeaseOwner): Promise<void> {
  const standing = await readLease(client, source)
  const dead = standing !== null && isDead(standing) ? standing.run_id : null
  if (standing !== null && !standing.is_expired && dead === null) throw busy(source, standing)
  const { host, boot, pid } = thisProcess
  const { rowCount } = await client.query(
    `INSERT INTO ingest.source_lease AS stored (source, run_id, host, boot, pid, expires_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))
     ON CONFLICT (source) DO UPDATE SET run_id = excluded.run_id, host = excluded.host, boot = excluded.boot,
       pid = excluded.pid, expires_at = clock_timestamp() + make_interval(secs => $6)
     WHERE stored.expires_at <= clock_timestamp() OR stored.run_id = $7`,
    [source, run_id, host, boot, pid, LEASE_S, dead],
  )
  if (rowCount === 0) throw busy(source, (await readLease(client, source)) ?? standing)
}

function busy(source: string, holder: StoredLease | null): LegislogError {
  const who = holder === null ? '' : `, run ${holder.run_id}, process ${holder.pid} on ${holder.host}`
  const since = holder?.started_at ? `, since ${holder.started_at}` : ''
  return new LegislogError(
    'source_busy',
    `${source} is already being run${who}${since}; with --wait a run waits for it to end`,
  )
}

async function readLease(client: PoolClient, source: string): Promise<StoredLease | null> {
  const { rows } = await client.query<StoredLease>(
    `SELECT l.*, l.expires_at <= clock_timestamp() AS is_expired, r.started_at
     FROM ingest.source_lease l LEFT JOIN ingest.run r ON r.id = l.run_id WHERE l.source = $1`,
    [source],
  )
  return rows[0] ?? null
}

/** A dead process of this host is known at once, of another host only by the clock. */
export function isDead({ host, boot, pid, run_id }: Holder & { readonly run_id: string }): boolean {
  if (host !== thisProcess.host || boot !== thisProcess.boot) return false
  if (pid === process.pid) return !ownRuns.has(run_id)
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Releases leases of processes that are dead or silent for too long, and gives their runs. */
export async function reapLeases(database: Database): Promise<void> {
  const { rows } = await database.query<StoredLease>(
    'SELECT *, expires_at <= clock_timestamp() AS is_expired FROM ingest.source_lease',
  )
  const gone = rows.filter((lease) => lease.is_expired || isDead(lease)).map(({ run_id }) => run_id)
  if (gone.length === 0) return
  const expired = rows.filter(({ is_expired }) => is_expired).map(({ run_id }) => run_id)
  // A lease that was renewed meanwhile is left alone.
  await database.query(
    `DELETE FROM ingest.source_lease WHERE run_id = ANY ($1)
     AND (expires_at <= clock_timestamp() OR run_id <> ALL ($2))`,
    [gone, expired],
  )
}

/**
 * A lease of this process. Create it before the lease is taken, so that this process does not take its holder for an
 * earlier process.
 */
export function holdLease(database: Database, log: Log, { source, run_id }: LeaseOwner): SourceLease {
  const lost = new AbortController()
  ownRuns.add(run_id)
  const lose = (): LegislogError => {
    const error = new LegislogError('lease_lost', `run ${run_id} of ${source} was silent for too long`)
    lost.abort(error)
    return error
  }
  let timer: NodeJS.Timeout | undefined
  const renew = async (counts?: object): Promise<void> => {
    const { rowCount } = await database.query(
      `WITH alive AS (
         UPDATE ingest.source_lease SET expires_at = clock_timestamp() + make_interval(secs => $3)
         WHERE source = $1 AND run_id = $2 RETURNING run_id
       ), seen AS (
         UPDATE ingest.run SET heartbeat_at = clock_timestamp(), counts = coalesce($4, counts)
         WHERE id = (SELECT run_id FROM alive)
       )
       SELECT FROM alive`,
      [source, run_id, LEASE_S, counts === undefined ? null : JSON.stringify(counts)],
    )
    if (rowCount === 0) throw lose()
  }
  return {
    lost: lost.signal,
    check() {
      if (lost.signal.aborted) throw lost.signal.reason
    },
    async fence(client) {
      const { rowCount } = await client.query(
        'SELECT FROM ingest.source_lease WHERE source = $1 AND run_id = $2 FOR KEY SHARE',
        [source, run_id],
      )
      if (rowCount === 0) throw lose()
    },
    renew,
    keepAlive(counts) {
      // An unreachable database does not count as a loss: a run that takes the lease over has to reach it too.
      const beat = () =>
        renew(counts()).catch((error: unknown) => log.warn({ reason: String(error) }, 'no heartbeat'))
      timer = setInterval(beat, (LEASE_S / 4) * 1000)
      timer.unref()
    },
    stop() {
      clearInterval(timer)
      ownRuns.delete(run_id)
    },
  }
}

/** The lease of a dry run, which writes nothing. */
export const noLease: SourceLease = {
  lost: new AbortController().signal,
  check() {},
  async fence() {},
  async renew() {},
  keepAlive() {},
  stop() {},
}

function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Only Linux has this file.
    return ''
  }
}
