import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { residentMegabytes } from '../../../bench/measure/processor-time.ts'

/** The resources that a process reports. */
export type SeenFromWithin = {
  readonly heap_mb: number
  readonly resources: Readonly<Record<string, number>>
}

export type Sample = {
  readonly at_s: number
  readonly resident_mb: number
  /** Garbage included. */
  readonly heap_mb: number
  /** Open files, sockets included. */
  readonly files: number
  readonly timers: number
  readonly resources: number
}

/** How a process that was never killed changed after its warm-up. */
export type Flatness = {
  readonly name: string
  readonly samples: number
  /**
   * Medians of the first quarter of the samples and of the last; minimums for the heap, which are near to the live
   * objects.
   */
  readonly first: Omit<Sample, 'at_s'>
  readonly last: Omit<Sample, 'at_s'>
  readonly most_mb: number
  /** Slope of a straight line through all samples. */
  readonly mb_an_hour: number
  readonly files_an_hour: number
  readonly timers_an_hour: number
}

const SAMPLE_MS = 10_000

export type Sampler = { stop(): void; flatness(warm_up_s: number): Flatness[] }

/** Samples processes every 10 seconds; `pid` is called each time. */
export function startSampler(
  names: readonly string[],
  pid: (name: string) => number | undefined,
  resourceFolder: string,
): Sampler {
  const samples = new Map<string, Sample[]>(names.map((name) => [name, []]))
  const startedAt = performance.now()
  const sampling = setInterval(() => {
    for (const name of names) {
      const number = pid(name)
      if (number === undefined) continue
      const sample = sampleOf(number, join(resourceFolder, resourceFile(name)))
      samples.get(name)!.push({ at_s: (performance.now() - startedAt) / 1000, ...sample })
    }
  }, SAMPLE_MS)
  return {
    stop: () => clearInterval(sampling),
    flatness: (warm_up_s) =>
      [...samples].flatMap(([name, all]) =>
        flatnessOf(
          name,
          all.filter(({ at_s }) => at_s >= warm_up_s),
        ),
      ),
  }
}

export const resourceFile = (name: string): string => `${name.replace(' ', '-')}.json`

function sampleOf(pid: number, file: string): Omit<Sample, 'at_s'> {
  const { heap_mb, resources } = readSeen(file)
  return {
    resident_mb: residentMegabytes(pid),
    heap_mb,
    files: countFiles(pid),
    timers: resources.Timeout ?? 0,
    resources: Object.values(resources).reduce((sum, count) => sum + count, 0),
  }
}

/** The file may be read while it is written: then the sample has no heap and does not count for the minimum. */
function readSeen(file: string): SeenFromWithin {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SeenFromWithin
  } catch {
    // It is being written.
    return { heap_mb: Number.POSITIVE_INFINITY, resources: {} }
  }
}

function countFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    // The process has ended.
    return 0
  }
}

function flatnessOf(name: string, samples: readonly Sample[]): Flatness[] {
  if (samples.length === 0) return []
  const quarter = Math.ceil(samples.length / 4)
  return [
    {
      name,
      samples: samples.length,
      first: ofWindow(samples.slice(0, quarter)),
      last: ofWindow(samples.slice(-quarter)),
      most_mb: Math.max(...samples.map(({ resident_mb }) => resident_mb)),
      mb_an_hour: slope(samples, ({ resident_mb }) => resident_mb),
      files_an_hour: slope(samples, ({ files }) => files),
      timers_an_hour: slope(samples, ({ timers }) => timers),
    },
  ]
}

function ofWindow(samples: readonly Sample[]): Omit<Sample, 'at_s'> {
  return {
    resident_mb: median(samples.map(({ resident_mb }) => resident_mb)),
    heap_mb: Math.min(...samples.map(({ heap_mb }) => heap_mb)),
    files: median(samples.map(({ files }) => files)),
    timers: median(samples.map(({ timers }) => timers)),
    resources: median(samples.map(({ resources }) => resources)),
  }
}

/** The lower one of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/** By least squares, per hour. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(samples.map(({ at_s }) => at_s))
  const y = mean(samples.map(of))
  const above = samples.reduce((sum, sample) => sum + (sample.at_s - x) * (of(sample) - y), 0)
  const below = samples.reduce((sum, sample) => sum + (sample.at_s - x) ** 2, 0)
  return below === 0 ? 0 : (3_600 * above) / below
}
