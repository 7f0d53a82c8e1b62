import { setTimeout as delay } from 'node:timers/promises'
import { openContext } from '../cli/context.ts'
import { createKafka, ensureTopics } from '../runtime/kafka.ts'
import { startCommand, type Watched } from './child-process.ts'
import { deleteTopics } from './load/log-floors.ts'
import {
  findParties,
  peakMegabytes,
  readProcessorTime,
  residentMegabytes,
  since,
} from './load/processor-time.ts'
import { markdown } from './load/report.ts'
import { keepResult } from './results.ts'
import { createScratch } from './scratch-database.ts'

const SETTLE_MS = 15_000
const WATCH_MS = 30_000

/** What the long-running services take while nothing happens. */
export async function benchIdle(): Promise<string> {
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka', 'redis'] })
  const scratch = await createScratch(settings, 'idle')
  const own = { ...scratch.settings, port: settings.port, rate_limits: 'business=0' }
  const kafka = createKafka(own, 'bench')
  const services: Watched[] = []
  try {
    await ensureTopics(kafka, own)
    for (const name of ['relay', 'project', 'api', 'webhooks']) services.push(startCommand(name, [name], own))
    const parties = await findParties(settings)
    await delay(SETTLE_MS)
    const before = services.map((service) => service.spent().cpu_s)
    const servers = readProcessorTime(parties)
    await delay(WATCH_MS)
    const taken = since(servers, readProcessorTime(parties))
    const percent = (ms: number) => `${((100 * ms) / WATCH_MS).toFixed(2)} %`
    const rows = services.map((service, index) => {
      const { name, cpu_s, peak_mb } = service.spent()
      return [name, percent((cpu_s - before[index]!) * 1000), service.residentMegabytes(), peak_mb]
    })
    const server = (name: string, ms: number, pid: number | undefined) =>
      pid === undefined ? [] : [[name, percent(ms), residentMegabytes(pid), peakMegabytes(pid)]]
    rows.push(
      ...server('Postgres (memory of the first process)', taken.postgres_ms, parties.postgres),
      ...server('Kafka', taken.kafka_ms, parties.kafka),
    )
    const text = markdown(['process', 'CPU of one core', 'resident MB', 'peak MB'], rows)
    return keepResult(
      'legislog bench idle',
      `Over ${WATCH_MS / 1000} s, ${SETTLE_MS / 1000} s after the start. Bar: < 5 % and < 300 MB; aim: < 1 % and < 150 MB.\n\n${text}`,
    )
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    await scratch.drop()
    await deleteTopics(kafka, own)
  }
}
