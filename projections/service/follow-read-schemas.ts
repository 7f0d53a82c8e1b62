import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { Signal } from '../../runtime/signal.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { codeFingerprint } from '../read-schemas/code-fingerprint.ts'
import { dropExpired } from '../read-schemas/drop-read-schema.ts'
import { ensureReadSchema, listReadSchemas, type ReadSchema } from '../read-schemas/read-schema.ts'
import { describeMisfits, findMisfits, NO_TABLES } from '../read-schemas/read-schema-fit.ts'
import {
  type Projections,
  type ProjectionsHealth,
  type ProjectionsOptions,
  startProjections,
} from './start-projections.ts'

export type FollowedHealth = {
  /** The health of the live read schema only: the others must not take this process out of service. */
  readonly is_ready: boolean
  readonly read_schemas: readonly (Partial<ProjectionsHealth> & {
    readonly read_schema: string
    readonly is_live: boolean
    readonly error: string | undefined
  })[]
}

export type ReadSchemaFollower = {
  /** Settles after `stop`, or rejects with the reason if projectors of the live read schema have halted. */
  readonly done: Promise<void>
  health(): FollowedHealth
  stop(): Promise<void>
}

type Followed = {
  projections: Projections | undefined
  /** The reason why it is not projected. */
  error: string | undefined
  failures: number
  retry_at: number
}

const POLL_MS = 1_000
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

/**
 * Projects every read schema that must be kept up to date and fits this code. These are the live one, the one before
 * it, and the one that waits to be live. Each has its own group, so that processes share each of them, and a failure of
 * one does not stop the others. Unneeded ones are dropped. A read schema that other code made is only projected if
 * readers used it before this process started. If it waits to be live, or becomes live later, its own code projects it:
 * this process would write rows in the old form.
 */
export function followReadSchemas(options: Omit<ProjectionsOptions, 'read_schema'>): ReadSchemaFollower {
  const { settings, database, log, clock } = options
  const followed = new Map<string, Followed>()
  const stopped = new Signal()
  let isStopped = false
  let listed: readonly ReadSchema[] = []
  let halt: LegislogError | undefined
  const code = codeFingerprint()
  let usedAtStart: ReadonlySet<string> | undefined

  async function look(): Promise<void> {
    listed = await listReadSchemas(database)
    if (!listed.some(({ is_live }) => is_live)) {
      await ensureReadSchema(database, settings)
      listed = await listReadSchemas(database)
    }
    usedAtStart ??= new Set(listed.filter(wasLive).map(({ name }) => name))
    const wanted = new Set(listed.filter(({ state }) => state === 'projecting').map(({ name }) => name))
    for (const [name, { projections }] of followed) {
      if (wanted.has(name)) continue
      followed.delete(name)
      log.info({ read_schema: name }, 'no longer projected')
      await projections?.stop()
    }
    for (const name of wanted) await startOne(name)
    await dropExpired(database, log, clock)
  }

  async function startOne(name: string): Promise<void> {
    const known = followed.get(name)
    if (known?.projections !== undefined || (known?.retry_at ?? 0) > clock.now().getTime()) return
    const one: Followed = known ?? { projections: undefined, error: undefined, failures: 0, retry_at: 0 }
    followed.set(name, one)
    const schema = listed.find((each) => each.name === name)
    const reason = strangerTo(schema, { code, usedAtStart }) ?? (await misfitOf(database, name))
    if (reason !== undefined) {
      skipSchema(one, reason, log)
      return
    }
    try {
      one.projections = await startProjections({ ...options, read_schema: name, must_exist: true })
      one.error = undefined
    } catch (error) {
      failed(one, name, error)
      return
    }
    one.projections.done.then(
      () => {
        one.projections = undefined
      },
      (error) => failed(one, name, error),
    )
  }

  function failed(one: Followed, name: string, error: unknown): void {
    one.projections = undefined
    one.error = error instanceof Error ? error.message : String(error)
    const wait_ms = RETRY_MS[Math.min(one.failures, RETRY_MS.length - 1)]!
    one.failures += 1
    one.retry_at = clock.now().getTime() + wait_ms
    log.error({ err: error, read_schema: name, wait_ms }, 'could not project a read schema; trying again')
    const isLive = listed.some((schema) => schema.is_live && schema.name === name)
    if (isLive && error instanceof LegislogError && error.code === 'projector_halted') {
      halt = error
      isStopped = true
      stopped.notify()
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        await look()
      } catch (error) {
        log.warn({ err: error }, 'could not list the read schemas; trying again')
      }
      if (!isStopped) await stopped.wait(POLL_MS)
    }
    if (halt !== undefined) throw halt
  }

  const done = run()
  // It may fail before anything waits for it.
  done.catch(() => {})
  return {
    done,
    health: () => healthOf(followed, listed.find(({ is_live }) => is_live)?.name),
    async stop() {
      isStopped = true
      stopped.notify()
      // The code that awaits `done` gets the error.
      await done.catch(() => {})
      await Promise.all([...followed.values()].map(({ projections }) => projections?.stop()))
    },
  }
}

function healthOf(followed: ReadonlyMap<string, Followed>, live: string | undefined): FollowedHealth {
  const readSchemas = [...followed].map(([name, { projections, error }]) => ({
    ...projections?.health(),
    read_schema: name,
    is_live: name === live,
    error: projections?.health().error ?? error,
  }))
  return {
    is_ready: readSchemas.some(({ is_live, is_ready }) => is_live && is_ready === true),
    read_schemas: readSchemas,
  }
}

/** Names the tables that this code cannot write. A schema without any table gets them. */
async function misfitOf(database: Database, name: string): Promise<string | undefined> {
  const misfits = await findMisfits(database, name)
  return misfits.length === 0 || misfits[0] === NO_TABLES ? undefined : describeMisfits(name, misfits)
}

/** The reason why this code must not write into it. undefined if it may. */
function strangerTo(
  schema: ReadSchema | undefined,
  { code, usedAtStart }: { readonly code: string; readonly usedAtStart: ReadonlySet<string> | undefined },
): string | undefined {
  if (schema === undefined || (schema.code ?? code) === code || usedAtStart?.has(schema.name) !== false)
    return undefined
  const what = schema.is_live ? 'restart it to follow' : 'it was not live when this process started'
  return `${schema.name} was made by other code than this process runs: ${what}`
}

/** Says if readers have used it; only then is it kept for a time. */
const wasLive = ({ is_live, keep_until }: ReadSchema): boolean => is_live || keep_until !== null

/** Processes of its own version project it. It is checked again, but logged only once. */
function skipSchema(one: Followed, reason: string, log: Log): void {
  if (one.error === reason) return
  one.error = reason
  log.warn(`${reason}; it is left to projectors of that version`)
}
