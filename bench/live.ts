import { openContext } from '../cli/context/context.ts'
import { systemClock } from '../runtime/clock.ts'
import { createEventCodec } from '../runtime/events/event-codec.ts'
import { createKafka } from '../runtime/kafka/client/kafka-client.ts'
import type { Log } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { LegislogError } from '../schemas/errors.ts'
import { consumeNaively } from './live/naive-consumer.ts'
import { allOf, type Measured, measure } from './measure/measure.ts'
import { findParties } from './measure/processor-time.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { type CorpusStack, withCorpus } from './service/corpus-stack.ts'
import { projectAll } from './service/project-all.ts'

/** Events for the naive consumer: a part of the log is enough to measure its rate. */
const NAIVE_EVENTS = 20_000

/**
 * The live projectors over a whole log, compared with a consumer that reads one message, writes one row and commits.
 */
export async function benchLive(bills: string): Promise<string> {
  if (bills === 'held') throw new LegislogError('usage', 'bench live projects a log of its own')
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'kafka', 'registry'] })
  const options = { settings, log, name: 'live', bills, projected: false }
  return withCorpus(options, async (stack) => {
    const parties = await findParties(settings)
    const kafka = createKafka(stack.settings, 'bench', log)
    const naive = await measure(
      parties,
      'one message, one upsert, one commit',
      () => consumeNaively(kafka, stack.settings, stack.database, Math.min(NAIVE_EVENTS, stack.events)),
      (events) => ({ records: 0, events }),
    )
    const live = await measure(parties, 'legislog project, catching up', () => project(stack, log), {
      records: 0,
      events: stack.events,
    })
    return keepResult('legislog bench live', describe(stack, live.measured, naive.measured))
  })
}

async function project(stack: CorpusStack, log: Log): Promise<void> {
  const kafka = createKafka(stack.settings, 'bench-project', log)
  const codec = await createEventCodec(stack.settings, stack.database)
  const parts = { settings: stack.settings, database: stack.database, kafka, codec, log, clock: systemClock }
  await projectAll({ ...parts, metrics: createMetrics() })
}

function describe({ bills, events }: CorpusStack, live: Measured, naive: Measured): string {
  const per_s = (one: Measured) => one.events / one.wall_s
  const each = (one: Measured) => (allOf(one.time) * 1000) / one.events
  const row = (one: Measured) => [
    one.name,
    one.events,
    per_s(one).toFixed(0),
    ...[one.time.own_ms, one.time.postgres_ms, one.time.kafka_ms].map((ms) =>
      ((ms * 1000) / one.events).toFixed(1),
    ),
    each(one).toFixed(1),
    one.peak_mb,
  ]
  return [
    `${bills} generated bills, ${events} events; every transaction durable, into tables with all their indexes. The naive consumer keeps one flat row an entity; the projectors keep every table of the API.`,
    `The projectors are ${(per_s(live) / per_s(naive)).toFixed(1)} times as fast and take ${(each(live) / each(naive)).toFixed(2)} of the CPU an event. Bar: 8,000 events/s; aim: 18,000, on quiet cores.`,
    markdown(
      ['', 'events', 'events/s', 'node µs', 'Postgres µs', 'Kafka µs', 'CPU µs an event', 'peak MB'],
      [row(live), row(naive)],
    ),
  ].join('\n\n')
}
