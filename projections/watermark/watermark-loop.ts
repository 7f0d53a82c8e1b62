import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { advanceWatermark, readServer, type Watermark } from './watermark.ts'

const BEHIND_MS = 250
const IDLE_MS = 1_000

type WatermarkLoop = {
  /** Settles after `stop`, or rejects with the reason why it cannot continue: `read_schema_missing`. */
  readonly done: Promise<void>
  /** Requests a move soon, after a commit. Many requests cause one move. */
  wake(): void
  stop(): Promise<void>
}

/** Moves the watermark after each commit, four times a second while it is behind, once a second otherwise. */
export function startWatermarkLoop(options: {
  readonly database: Database
  readonly read_schema: string
  readonly tolerance_s: number
  readonly log: Log
  /**
   * Runs before the first move, and again after a failure, after a possible server restart, and when another server
   * answers. A promoted replica may have seen less than the log contains.
   */
  readonly prepare: () => Promise<void>
  readonly onMoved: (moved: Watermark) => void
}): WatermarkLoop {
  const { database, read_schema, tolerance_s, log, prepare, onMoved } = options
  const stopped = new AbortController()
  const drainedAt = new Map<string, { at: string; next: string }>()
  let woken = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    let server = await prepared()
    while (!stopped.signal.aborted) {
      let wait_ms = BEHIND_MS
      try {
        woken = Promise.withResolvers<void>()
        const moved = await advanceWatermark(database, read_schema, {
          drained_at: drainedAt,
          prepared: server,
          tolerance_s,
        })
        if (moved.server !== server) {
          log.warn(
            { was: server, is: moved.server },
            'another Postgres server answers: checking what it knows',
          )
          server = await prepared()
          continue
        }
        for (const { name, next } of moved.drained) drainedAt.set(name, { at: moved.floor_at, next })
        onMoved(moved)
        if (moved.behind.length === 0) wait_ms = IDLE_MS
      } catch (error) {
        if (!isTransient(error)) throw error
        log.warn({ err: error }, 'could not move the watermark; trying again')
        await wokenWithin(wait_ms)
        server = await prepared()
        continue
      }
      await wokenWithin(wait_ms)
    }
  }

  /** Returns the server that answered first. If another takes its place meanwhile, it runs again. */
  async function prepared(): Promise<string | undefined> {
    drainedAt.clear()
    while (!stopped.signal.aborted) {
      try {
        const server = await readServer(database)
        await prepare()
        return server
      } catch (error) {
        log.warn({ err: error }, 'the end of the log is not known yet')
        woken = Promise.withResolvers<void>()
        await wokenWithin(IDLE_MS)
      }
    }
    return undefined
  }

  async function wokenWithin(wait_ms: number): Promise<void> {
    const timer = setTimeout(woken.resolve, wait_ms)
    await woken.promise
    clearTimeout(timer)
  }

  const done = run()
  // The caller that awaits it sees its failure. Until then it must not count as unhandled.
  done.catch(() => {})
  return {
    done,
    wake: () => woken.resolve(),
    async stop() {
      stopped.abort()
      woken.resolve()
      // The code that awaits `done` gets the error.
      await done.catch(() => {})
    },
  }
}
