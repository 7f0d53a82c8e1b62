import type { LogProgress } from '../../verify/log-progress.ts'
import { noCounts, type ShareCounts } from '../fold/share-counts.ts'
import { eventProgress } from '../progress/pace.ts'
import type { PartitionTimes } from './load-partition.ts'

export type LoadProgress = LogProgress & {
  readonly phase: 'load'
  /** null while it is unknown. */
  readonly eta_s: number | null
}

export type LoadReport = {
  readonly partitions: number
  /** Partitions that an interrupted load already loaded. */
  readonly skipped: number
  readonly events: number
  readonly applied: number
  readonly repeated: number
  readonly parked: number
  readonly rows: number
  readonly seconds: number
  readonly workers: number
  /** Exceeds the number of partitions if one did not fit into its memory. */
  readonly passes: number
  /** The sum over all workers. */
  readonly read_s: number
  readonly load_s: number
}

/** Adds up the reports of workers. */
export class LoadCounts {
  loaded: ShareCounts = noCounts
  partitions = 0
  passes = 0
  read_ms = 0
  load_ms = 0
  readonly #started = performance.now()
  readonly #partitions: number
  readonly #events: number

  constructor(partitions: number, events: number) {
    this.#partitions = partitions
    this.#events = events
  }

  addPartition(times: PartitionTimes): void {
    this.partitions += 1
    this.passes += times.passes
    this.read_ms += times.read_ms
    this.load_ms += times.load_ms
  }

  progress(): LoadProgress {
    const seconds = (performance.now() - this.#started) / 1000
    return {
      phase: 'load',
      partitions_done: this.partitions,
      partitions: this.#partitions,
      ...eventProgress(this.loaded.events, this.#events, seconds),
      rows: this.loaded.rows,
    }
  }

  report(workers: number, skipped: number): LoadReport {
    return {
      partitions: this.partitions,
      skipped,
      ...this.loaded,
      seconds: (performance.now() - this.#started) / 1000,
      workers,
      passes: this.passes,
      read_s: this.read_ms / 1000,
      load_s: this.load_ms / 1000,
    }
  }
}
