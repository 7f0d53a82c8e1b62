import { openContext } from '../cli/context/context.ts'
import { measureRecovery, type Recovery } from './deliveries/measure-recovery.ts'
import { openDeliveriesWorld } from './deliveries/world.ts'
import { keepResult } from './measure/results.ts'
import { markdown } from './measure/tables.ts'
import { wholeNumber } from './service/whole-number.ts'

const RUNS = 3

/** An endpoint with four requests in flight that answers 500 for a while under a steady load, three times. */
export async function benchRecovery(events: string, outage: string): Promise<string> {
  const load = {
    events_per_s: wholeNumber('events a second', events),
    seconds: wholeNumber('seconds', outage),
  }
  const { settings } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka', 'redis'] })
  const world = await openDeliveriesWorld(settings)
  try {
    const runs: Recovery[] = []
    for (let run = 0; run < RUNS; run++)
      runs.push(await measureRecovery(world, { ...load, first: 1 + run * 1_000_000 }))
    const rows = runs.map((run, index) => [
      String(index + 1),
      String(run.events),
      run.first_s.toFixed(1),
      run.last_s.toFixed(1),
    ])
    return keepResult(
      'legislog bench recovery',
      [
        `An endpoint that answers 500 for ${load.seconds} s under ${load.events_per_s} events/s, which continue; four requests in flight. Seconds count from when it answers again, and of the events that were published before. Bar: the last within 10 s.`,
        markdown(['run', 'events', 'first delivery s', 'last delivery s'], rows),
      ].join('\n\n'),
    )
  } finally {
    await world.close()
  }
}
