import { setTimeout as delay } from 'node:timers/promises'
import { ensureAccount, issueToken } from '../api/accounts/accounts.ts'
import { openContext } from '../cli/context/context.ts'
import { appendLiveEvents } from '../corpus/live/live-events.ts'
import { createEventCodec } from '../runtime/events/event-codec.ts'
import {
  findParties,
  type Parties,
  peakMegabytes,
  readProcessorTime,
  residentMegabytes,
  since,
} from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { startCommand, type Watched } from './service/child-process.ts'
import { type CorpusStack, withCorpus } from './service/corpus-stack.ts'
import { crawlChanges } from './service/crawl-changes.ts'
import { untilListening } from './service/until-listening.ts'

const SETTLE_MS = 15_000
const WATCH_MS = 30_000
const BILLS = '2000'
const LOAD_MS = 30_000
const EVENTS_PER_S = 200

/** Measures the long-running services while nothing happens: after their start, and after some work. */
export async function benchIdle(): Promise<string> {
  const { settings, log } = await openContext({
    name: 'bench',
    needs: ['postgres', 'registry', 'kafka', 'redis'],
  })
  const overrides = { rate_limits: 'business=0' }
  return withCorpus(
    { settings, log, name: 'idle', bills: BILLS, projected: true, overrides },
    async (stack) => {
      const parties = await findParties(settings)
      const services = ['relay', 'project', 'api', 'webhooks', 'derive', 'alerts'].map((name) =>
        startCommand(name, [name], stack.settings),
      )
      try {
        const fresh = await watch(services, parties)
        const events = await work(stack)
        const after = await watch(services, parties)
        return await keepResult('legislog bench idle', describe(fresh, after, events))
      } finally {
        await Promise.all(services.map((service) => service.stop()))
      }
    },
  )
}

/** New events at a rate, and a reader that reads all of them again and again. */
async function work({ settings, database, read_schema }: CorpusStack): Promise<number> {
  const origin = `http://${settings.host}:${settings.port}`
  await untilListening(origin)
  const { token } = await issueToken(database, await ensureAccount(database, 'bench', 'business'))
  const codec = await createEventCodec(settings, database)
  const live = await appendLiveEvents({
    settings,
    database,
    codec,
    read_schema,
    events_per_s: EVENTS_PER_S,
    seed: 1,
  })
  const until = performance.now() + LOAD_MS
  while (performance.now() < until) await Promise.race([crawlChanges(origin, token), live.failed])
  await live.stop()
  return live.events()
}

type Row = { readonly name: string; readonly cpu: string; readonly resident: number; readonly peak: number }

async function watch(services: readonly Watched[], parties: Parties): Promise<Row[]> {
  await delay(SETTLE_MS)
  const before = services.map((service) => service.spent().cpu_s)
  const servers = readProcessorTime(parties)
  await delay(WATCH_MS)
  const taken = since(servers, readProcessorTime(parties))
  const percent = (ms: number) => `${((100 * ms) / WATCH_MS).toFixed(2)} %`
  const rows = services.map((service, index) => {
    const { name, cpu_s, peak_mb } = service.spent()
    const cpu = percent((cpu_s - before[index]!) * 1000)
    return { name, cpu, resident: service.residentMegabytes(), peak: peak_mb }
  })
  const server = (name: string, ms: number, pid: number | undefined): Row[] =>
    pid === undefined
      ? []
      : [{ name, cpu: percent(ms), resident: residentMegabytes(pid), peak: peakMegabytes(pid) }]
  return [
    ...rows,
    ...server('Postgres (memory of the first process)', taken.postgres_ms, parties.postgres),
    ...server('Kafka', taken.kafka_ms, parties.kafka),
  ]
}

function describe(fresh: readonly Row[], after: readonly Row[], events: number): string {
  const rows = fresh.map(({ name, cpu, resident }, index) => {
    const then = after[index]!
    return [name, cpu, resident, then.cpu, then.resident, then.peak]
  })
  const head = ['process', 'CPU of one core', 'resident MB', 'CPU after a load', 'resident MB', 'peak MB']
  return [
    `Over ${WATCH_MS / 1000} s each, ${SETTLE_MS / 1000} s after the start and after a load: ${events} events and a reader of all pages for ${LOAD_MS / 1000} s; ${BILLS} bills stored. Bar: < 5 % and < 300 MB; aim: < 1 % and < 100 MB.`,
    markdown(head, rows),
  ].join('\n\n')
}
