import {
  forgetPeak,
  type Parties,
  type ProcessorTime,
  peakMegabytes,
  readProcessorTime,
  since,
} from './processor-time.ts'

/** The amount of work of a stage; 0 if it has none of that kind. */
export type Amount = { readonly records: number; readonly events: number }

/** The cost of one stage. */
export type Measured = Amount & {
  readonly name: string
  readonly wall_s: number
  readonly time: ProcessorTime
  readonly peak_mb: number
}

/** Runs a stage in this process and reads the clocks around it. */
export async function measure<T>(
  parties: Parties,
  name: string,
  work: () => Promise<T>,
  amount: Amount | ((result: T) => Amount),
): Promise<{ measured: Measured; result: T }> {
  forgetPeak()
  const start = performance.now()
  const before = readProcessorTime(parties)
  const result = await work()
  const wall_s = (performance.now() - start) / 1000
  const time = since(before, readProcessorTime(parties))
  const of = typeof amount === 'function' ? amount(result) : amount
  return { measured: { name, wall_s, time, peak_mb: peakMegabytes('self'), ...of }, result }
}

export function allOf({ own_ms, postgres_ms, kafka_ms }: ProcessorTime): number {
  return own_ms + postgres_ms + kafka_ms
}
