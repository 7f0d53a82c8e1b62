import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunContext } from '../run-context/run-context.ts'
import { count } from '../run-context/tally.ts'
import type { ObservationGroup } from '../source-interface/observation.ts'
import { observeBatch } from './observe-batch.ts'

/**
 * New entities of a live jurisdiction, deferred until it is known whether this is a bulk load. Few wait in memory and
 * the rest in a file of this run, because a run over all states may defer many thousands.
 */
export type DeferredGroups = {
  add(groups: readonly ObservationGroup[]): Promise<void>
  /** Takes what still waits, which is live now. */
  release(): Promise<void>
  /** Drops what waits: the next run finds it again. */
  close(): Promise<void>
}

/** Limit for all jurisdictions together. */
const MOST_IN_MEMORY = 200

type Queue = { readonly in_memory: ObservationGroup[]; in_file: number }

export function createDeferredGroups(run: RunContext): DeferredGroups {
  const queues = new Map<string, Queue>()
  let inMemory = 0
  let folder: string | null = null
  const fileOf = (jurisdiction: string) => join(folder ?? '', `${jurisdiction.replaceAll(/\W/g, '-')}.ndjson`)

  const spill = async (jurisdiction: string, queue: Queue) => {
    folder ??= await mkdtemp(join(tmpdir(), 'legislog-waiting-'))
    const lines = queue.in_memory.map(lineOf)
    await appendFile(fileOf(jurisdiction), lines.join(''))
    inMemory -= lines.length
    queue.in_file += lines.length
    queue.in_memory.length = 0
  }
  const take = async (jurisdiction: string, queue: Queue) => {
    queues.delete(jurisdiction)
    inMemory -= queue.in_memory.length
    if (queue.in_file > 0) {
      for await (const groups of batchesOf(linesOf(fileOf(jurisdiction)), run.settings.ingest_batch_entities))
        await observeBatch(run, groups)
      await rm(fileOf(jurisdiction), { force: true })
    }
    for await (const groups of batchesOf(queue.in_memory, run.settings.ingest_batch_entities))
      await observeBatch(run, groups)
  }

  return {
    async add(groups) {
      for (const [jurisdiction, some] of Map.groupBy(groups, ([first]) => first?.jurisdiction ?? '')) {
        const queue: Queue = queues.get(jurisdiction) ?? { in_memory: [], in_file: 0 }
        queues.set(jurisdiction, queue)
        queue.in_memory.push(...some)
        inMemory += some.length
        const deferredCount = queue.in_memory.length + queue.in_file
        if ((await run.backfill.decide(jurisdiction, deferredCount)) === 'undecided') {
          if (inMemory > MOST_IN_MEMORY) await spill(jurisdiction, queue)
          continue
        }
        run.log.info({ jurisdiction, entities: deferredCount }, 'a bulk load; its new entities are backfill')
        count(run.tallies, jurisdiction, 'bulk', deferredCount)
        await take(jurisdiction, queue)
      }
    },
    async release() {
      for (const [jurisdiction, queue] of [...queues]) await take(jurisdiction, queue)
    },
    async close() {
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Line readers take two characters for line ends that JSON does not escape. */
function lineOf(group: ObservationGroup): string {
  const json = JSON.stringify(group).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return `${json}\n`
}

async function* linesOf(file: string): AsyncGenerator<ObservationGroup> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield JSON.parse(line) as ObservationGroup
}

async function* batchesOf<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
