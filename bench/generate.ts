import { openContext } from '../cli/context/context.ts'
import { type Generated, generateCorpus } from '../corpus/write/generate-corpus.ts'
import { createDatabase } from '../runtime/postgres/postgres.ts'
import { measure } from './measure/measure.ts'
import { findParties } from './measure/processor-time.ts'
import { markdown } from './measure/tables.ts'
import { wholeNumber } from './service/whole-number.ts'

/** `legislog bench generate <bills> <seed>`: writes into the topics and the database of the settings. */
export async function benchGenerate(bills: string, seed: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'generate', needs: ['postgres', 'kafka', 'registry'] })
  const database = createDatabase(settings, { application_name: 'legislog bench generate' })
  try {
    const { measured, result } = await measure(
      await findParties(settings),
      'generate',
      () =>
        generateCorpus({
          settings,
          database,
          log,
          bills: wholeNumber('bills', bills),
          seed: wholeNumber('seed', seed),
        }),
      ({ events }) => ({ records: 0, events }),
    )
    return describe(result, measured)
  } finally {
    await database.end()
  }
}

function describe(
  { bills, events, value_bytes, by_type, seconds }: Generated,
  { time, peak_mb }: { readonly time: { own_ms: number; kafka_ms: number }; readonly peak_mb: number },
): string {
  const each = (ms: number) => ((ms * 1000) / events).toFixed(1)
  const types = Object.entries(by_type).sort(([, a], [, b]) => b - a)
  return [
    `${bills} bills, ${events} events (${(events / bills).toFixed(1)} a bill), ${(value_bytes / 1e6).toFixed(0)} MB of values (${Math.round(value_bytes / events)} bytes each) in ${seconds.toFixed(1)} s: ${Math.round(events / seconds)} events/s, ${each(time.own_ms)} µs CPU an event here and ${each(time.kafka_ms)} in Kafka, peak ${peak_mb} MB.`,
    markdown(
      ['event', 'times', 'a bill'],
      types.map(([type, times]) => [type, times, (times / bills).toFixed(3)]),
    ),
  ].join('\n\n')
}
