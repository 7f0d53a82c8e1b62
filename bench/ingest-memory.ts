import { openContext } from '../cli/context/context.ts'
import { runIngest } from '../ingest/runs/run.ts'
import type { Observation } from '../ingest/source-interface/observation.ts'
import type { Source, SourceItem } from '../ingest/source-interface/source.ts'
import { openstatesScraper } from '../ingest/sources/openstates-scraper/index.ts'
import { systemClock } from '../runtime/clock.ts'
import { createEventCodec } from '../runtime/events/event-codec.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { createScratch } from './service/scratch-database.ts'

/** The number of records of one run, and how often its memory is sampled. */
const RECORDS = 1_000_000
const SAMPLES = 20

type Sample = {
  readonly records: number
  readonly resident_mb: number
  readonly heap_mb: number
  readonly seconds: number
}

/**
 * One run of a million records. It repeats a folder of scraper output, each time as another session, so that
 * every record is a new entity. The memory of the process must not grow with them.
 */
export async function benchIngestMemory(folder: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'registry'] })
  const scratch = await createScratch(settings, 'ingest-memory')
  const samples: Sample[] = []
  const startedAt = performance.now()
  try {
    const { database } = scratch
    const counts = await runIngest({
      source: repeated(openstatesScraper),
      paths: [folder],
      settings: scratch.settings,
      database,
      codec: await createEventCodec(scratch.settings, database),
      log,
      clock: systemClock,
      progress: ({ records }) => {
        if (records < ((samples.length + 1) * RECORDS) / SAMPLES) return
        const { rss, heapUsed } = process.memoryUsage()
        samples.push({
          records,
          resident_mb: Math.round(rss / 2 ** 20),
          heap_mb: Math.round(heapUsed / 2 ** 20),
          seconds: (performance.now() - startedAt) / 1000,
        })
        log.info(samples.at(-1), 'measured')
      },
    })
    const body = [
      `${counts.records} records in one run, ${counts.events} events, ${Math.round(counts.records / counts.seconds)} records/s:`,
      '',
      markdown(
        ['records', 'resident MB', 'heap MB', 'seconds'],
        samples.map(({ records, resident_mb, heap_mb, seconds }) => [
          records,
          resident_mb,
          heap_mb,
          Math.round(seconds),
        ]),
      ),
    ].join('\n')
    return await keepResult(`legislog bench ingest-memory ${folder}`, body)
  } finally {
    await scratch.drop()
  }
}

function repeated(source: Source): Source {
  return {
    ...source,
    async *read(input) {
      let given = 0
      for (let round = 1; given < RECORDS; round++) {
        for await (const item of source.read(input)) {
          given += item.kind === 'observed' ? item.group.length : 1
          yield ofSession(item, round)
          if (given >= RECORDS) return
        }
      }
    },
  }
}

function ofSession(item: SourceItem, round: number): SourceItem {
  if (item.kind !== 'observed') return item
  return { ...item, group: item.group.map((one) => renamed(one, round)) }
}

/** The same record in another session. */
function renamed(observation: Observation, round: number): Observation {
  const { entity } = observation
  if (entity !== 'bill' && entity !== 'vote') return observation
  const of = (session: string) => `${session}-${round}`
  const key = `${observation.key}|${round}`
  if (entity === 'bill') {
    const { core } = observation.parts
    if (core === undefined) return { ...observation, key }
    return {
      ...observation,
      key,
      parts: { ...observation.parts, core: { ...core, session: of(core.session) } },
    }
  }
  const { bill } = observation
  const vote = observation.parts.vote!
  return {
    ...observation,
    key,
    also_keys: [],
    parts: { vote: { ...vote, session: of(vote.session) } },
    bill: bill === null ? null : { ...bill, key: `${bill.key}|${round}`, session: of(bill.session) },
  }
}
