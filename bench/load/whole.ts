import { setTimeout as delay } from 'node:timers/promises'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { findParties, peakMegabytes, readProcessorTime, since } from '../measure/processor-time.ts'
import { type Spent, startCommand, type Watched } from '../service/child-process.ts'
import type { Scratch } from '../service/scratch-database.ts'
import { untilTrue } from '../service/until-true.ts'

export type Whole = {
  readonly records: number
  readonly events: number
  readonly seconds_to_ingested: number
  readonly seconds_to_kafka: number
  readonly seconds_to_visible: number
  readonly seconds_unchanged: number
  readonly events_unchanged: number
  readonly processes: readonly Spent[]
}

/** Runs the commands as a user does, all at once: from the start of `ingest` until readers can see the result. */
export async function runWhole(scratch: Scratch, folder: string): Promise<Whole> {
  const { settings, database } = scratch
  await ensureTopics(createKafka(settings, 'bench'), settings)
  const parties = await findParties(settings)
  const services = ['relay', 'project'].map((name) => startCommand(name, [name], settings))
  try {
    // Both are running once the projector has made its read schema and the relay has its leases.
    await untilTrue(database, 'SELECT count(*) > 40 FROM control.partition_clock')
    await untilTrue(database, 'SELECT count(*) > 0 FROM control.read_schema')
    await delay(2_000)
    const before = readProcessorTime(parties)
    const began = performance.now()
    const passed = () => (performance.now() - began) / 1000
    const ingest = startCommand('ingest', ['ingest', 'openstates-scraper', folder, '--json'], settings)
    const counts = await countsOf(ingest)
    const secondsToIngested = passed()
    await untilTrue(database, 'SELECT NOT EXISTS (SELECT FROM ingest.outbox)')
    const secondsToKafka = passed()
    await untilTrue(
      database,
      `SELECT watermark > (SELECT max(at) FROM control.partition_clock) FROM control.read_schema WHERE is_live`,
    )
    const secondsToVisible = passed()
    const servers = since(before, readProcessorTime(parties))
    const again = startCommand(
      'ingest, unchanged',
      ['ingest', 'openstates-scraper', folder, '--json'],
      settings,
    )
    const from = performance.now()
    const unchanged = await countsOf(again)
    const secondsUnchanged = (performance.now() - from) / 1000
    const peak = (pid: number | undefined) => (pid === undefined ? 0 : peakMegabytes(pid))
    return {
      ...counts,
      seconds_to_ingested: secondsToIngested,
      seconds_to_kafka: secondsToKafka,
      seconds_to_visible: secondsToVisible,
      seconds_unchanged: secondsUnchanged,
      events_unchanged: unchanged.events,
      processes: [
        ingest.spent(),
        ...services.map((service) => service.spent()),
        { name: 'Postgres', cpu_s: servers.postgres_ms / 1000, peak_mb: peak(parties.postgres) },
        { name: 'Kafka', cpu_s: servers.kafka_ms / 1000, peak_mb: peak(parties.kafka) },
        again.spent(),
      ],
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

type Counts = { readonly records: number; readonly events: number }

async function countsOf(ingest: Watched): Promise<Counts> {
  const { records, events } = JSON.parse(await ingest.lastLine()) as Counts
  return { records, events }
}
