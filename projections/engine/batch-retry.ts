import type { LogBatch, LogReader } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { isTransient, retryPause_ms } from '../../runtime/postgres/transient.ts'
import { Signal } from '../../runtime/signal.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { isNoFaultOfMessage } from '../fold/decode-records.ts'
import { WaitingEvent } from '../fold/waiting-event.ts'
import { recordWait } from '../parking/waits.ts'
import type { ProjectionMetrics } from './metrics.ts'

type Options = {
  readonly database: Database
  readonly reader: Pick<LogReader, 'isCurrent' | 'pause' | 'resume'>
  readonly read_schema: string
  readonly log: Log
  readonly metrics: ProjectionMetrics
}

/** Repeats work on a batch while its failures may pass, and shows what the process waits for meanwhile. */
export class BatchRetry {
  readonly #options: Options
  readonly #ended = new Signal()
  #isStopped = false
  #waiting: WaitingEvent['wait'] | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** The event that it waits before, if it waits for something other than new events. */
  get waiting(): WaitingEvent['wait'] | undefined {
    return this.#waiting
  }

  stop(): void {
    this.#isStopped = true
    this.#ended.notify()
  }

  /** False once partitions have moved or the process stops: the batch must not be written. */
  mayContinue(taken: LogBatch): boolean {
    return this.#options.reader.isCurrent(taken.epoch) && !this.#isStopped
  }

  /** Retries transient failures, with the intake paused. Returns undefined when the batch is over. */
  async run<T>(taken: LogBatch, work: () => Promise<T>): Promise<T | undefined> {
    const { reader, log, metrics } = this.#options
    let attempt = 0
    try {
      for (; this.mayContinue(taken); attempt++) {
        try {
          return await work()
        } catch (error) {
          if (!mayPass(error)) throw error
          metrics.countRetry()
          log.warn({ err: error, attempt }, 'a batch could not be projected; trying again')
          if (error instanceof WaitingEvent) await this.#recordWait(error)
          reader.pause()
          await this.#ended.wait(retryPause_ms(error, attempt))
        }
      }
      return undefined
    } finally {
      // Resumes in any case: a COMMIT with a lost answer may turn out to be done, which throws another
      // failure.
      if (attempt > 0) reader.resume()
    }
  }

  /** Ends the wait, because the event was decoded. */
  endWait(): void {
    if (this.#waiting === undefined) return
    this.#options.metrics.showWait(this.#waiting.code, false)
    this.#waiting = undefined
  }

  async #recordWait({ wait }: WaitingEvent): Promise<void> {
    const { database, read_schema, log, metrics } = this.#options
    metrics.showWait(wait.code, true)
    this.#waiting = wait
    await recordWait(database, read_schema, wait).catch((error: unknown) =>
      log.warn({ err: error }, 'could not record what this process waits for'),
    )
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof LegislogError ? isNoFaultOfMessage(error) : isTransient(error)
}
