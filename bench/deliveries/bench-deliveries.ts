import { join } from 'node:path'
import { openContext } from '../../cli/context/context.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startScript } from '../service/child-process.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { type Drained, measureDrain } from './measure-drain.ts'
import { measureLatency } from './measure-latency.ts'
import { type DeliveriesWorld, inFlightOf, openDeliveriesWorld, SLOW_MS, scenarios } from './world.ts'

const BODY_BYTES = 900
const EVENTS_PER_S = 50

/**
 * Drains a backlog with one dispatcher process, and compares it with raw posts of undici. There are as many posts to
 * the same receiver, with as many in flight. Then it measures the time from Kafka to the receiver under a steady load.
 */
export async function benchDeliveries(deliveries: string, seconds: string): Promise<string> {
  const count = wholeNumber('deliveries', deliveries)
  const watch_s = wholeNumber('seconds', seconds)
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka', 'redis'] })
  const world = await openDeliveriesWorld(settings)
  try {
    const drains: string[][] = []
    for (const scenario of scenarios) {
      const { endpoints } = scenario
      const atOnce = endpoints * inFlightOf(scenario)
      const before = await sendRaw(world, count, atOnce)
      const drained = await measureDrain(world, scenario, count, BODY_BYTES)
      const floor = meanOf(before, await sendRaw(world, count, atOnce))
      drains.push([`${scenario.name}, ${inFlightOf(scenario)} in flight each`, ...drainCells(drained, floor)])
    }
    const waits: string[][] = []
    for (const [index, scenario] of scenarios.entries()) {
      const first = 1 + index * 1_000_000
      const latencies = await measureLatency(world, scenario, {
        events_per_s: EVENTS_PER_S,
        seconds: watch_s,
        first,
      })
      waits.push([scenario.name, String(latencies.count), ...latencies.cells()])
    }
    const { peak_mb } = world.dispatcher.spent()
    return keepResult(
      'legislog bench deliveries',
      [
        `${count} deliveries of ${BODY_BYTES} bytes by one dispatcher process to a receiver in a process of its own on this machine, which answers 204 at once; the slow endpoint after ${SLOW_MS / 1000} s, and what is sent to it is not counted. Stores: Postgres and Redis. The dispatcher used ${peak_mb} MB at most.`,
        'Bar: 1,000 deliveries/s; aim: 50 % of raw undici, 600 µs each, stores included.',
        markdown(
          [
            'drain',
            'deliveries/s',
            'CPU µs each',
            'stores µs each',
            'raw undici/s',
            'its CPU µs each',
            'share',
          ],
          drains,
        ),
        `From Kafka to the receiver at ${EVENTS_PER_S} events/s for ${watch_s} s, each owed to every endpoint; of the quick ones:`,
        markdown(['', 'received', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'], waits),
      ].join('\n\n'),
    )
  } finally {
    await world.close()
  }
}

type Raw = { readonly per_s: number; readonly own_us: number }

async function sendRaw({ origin }: DeliveriesWorld, count: number, atOnce: number): Promise<Raw> {
  const script = join(import.meta.dirname, 'send.ts')
  const args = [`${origin}/quick/0`, ...[count, BODY_BYTES, atOnce].map(String)]
  const line = await startScript('undici', script, args).lastLine()
  const { seconds, cpu_s } = JSON.parse(line) as { seconds: number; cpu_s: number }
  return { per_s: count / seconds, own_us: (cpu_s * 1e6) / count }
}

/** On a machine that others share too. */
function meanOf(a: Raw, b: Raw): Raw {
  return { per_s: (a.per_s + b.per_s) / 2, own_us: (a.own_us + b.own_us) / 2 }
}

function drainCells(drained: Drained, floor: Raw): string[] {
  return [
    drained.per_s.toFixed(0),
    drained.own_us.toFixed(0),
    drained.stores_us.toFixed(0),
    floor.per_s.toFixed(0),
    floor.own_us.toFixed(0),
    `${((drained.per_s / floor.per_s) * 100).toFixed(0)} %`,
  ]
}
