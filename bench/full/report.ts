import { markdown } from '../measure/tables.ts'
import type { Spent } from '../service/child-process.ts'
import type { ChangesCopy } from './changes-copy.ts'
import type { Readers } from './readers.ts'
import type { Rebuilt } from './run-rebuild.ts'

export type FullRun = {
  readonly bills: number
  readonly generated_s: number | undefined
  /** Undefined if it was loaded before. */
  readonly first: Rebuilt | undefined
  readonly second: Rebuilt
  /** Processor time of the cheapest way to the same rows; undefined if it was not measured. */
  readonly floor_ms: number | undefined
  readonly live_events: number
  readonly live_seconds: number
  readonly behind_ms: number
  readonly readers: Pick<Readers, 'phases' | 'faults'>
  readonly reads_per_s: number
  readonly events_per_s: number
  readonly copy: ChangesCopy
  readonly rolled_back: string
  readonly rollback_s: number
  readonly verified: {
    /** The result of `verify`. */
    readonly part: readonly string[]
    readonly is_equal: boolean
    readonly rows: number
    readonly events: number
    readonly seconds: number
  }
  readonly services: readonly Spent[]
}

/** The list of all faults; it must be empty. */
export function faultsOf({ readers, copy, verified, first, second }: FullRun): string[] {
  const reading = [...readers.phases].filter(([, { faults }]) => faults > 0)
  return [
    ...reading.map(([phase, { faults }]) => `${faults} answers were wrong in phase ${phase}`),
    ...readers.faults,
    ...copy.faults,
    ...(copy.missed > 0 ? [`the copy of a client differs in ${copy.missed} rows`] : []),
    ...(verified.is_equal ? [] : ['verify found differences']),
    ...[first, second]
      .filter((one) => one !== undefined)
      .filter(({ swapped }) => !swapped)
      .map(({ read_schema }) => `${read_schema} was not swapped in`),
  ]
}

export function describeFull(run: FullRun): string {
  const { first, second, readers, copy, verified } = run
  const faults = faultsOf(run)
  const phaseNames = [...new Set([...(first?.phases ?? []), ...second.phases].map(({ phase }) => phase))]
  const secondsOf = (one: Rebuilt, name: string) =>
    one.phases.find(({ phase }) => phase === name)?.seconds.toFixed(1) ?? ''
  const sum = (one: Rebuilt) => one.phases.reduce((all, { seconds }) => all + seconds, 0)
  return [
    `${run.bills} bills, ${second.events} events${run.generated_s === undefined ? '' : `, generated in ${run.generated_s.toFixed(0)} s`}. ${first === undefined ? 'Loaded before;' : 'The first load with nothing beside it;'} a rebuild while ${run.reads_per_s} reads/s and ${run.events_per_s} events/s went on (${run.live_events} events in ${run.live_seconds.toFixed(0)} s, the writer ${run.behind_ms.toFixed(0)} ms behind at the end), then the rollback to ${run.rolled_back} in ${run.rollback_s.toFixed(1)} s.`,
    faults.length === 0
      ? 'Errors: 0. Mixed pages: 0.'
      : `**Errors: ${faults.length}**\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    markdown(
      [
        'rebuild, seconds',
        ...phaseNames,
        'all',
        'events/s',
        'µs node',
        'µs Postgres',
        'µs an event',
        'peak MB',
      ],
      [
        ...(first === undefined
          ? []
          : [
              [
                'first load',
                ...phaseNames.map((name) => secondsOf(first, name)),
                ...costs(first, sum(first)),
              ],
            ]),
        [
          'beside readers and news',
          ...phaseNames.map((name) => secondsOf(second, name)),
          ...costs(second, sum(second)),
        ],
      ],
    ),
    'Postgres of the second is that of all that went on.',
    ...againstFloor(run),
    markdown(
      ['reads', 'answers', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'wrong', 'not asked'],
      [...readers.phases].map(([name, { latencies, faults: wrong, late }]) => [
        name,
        latencies.count,
        ...latencies.cells(),
        wrong,
        late,
      ]),
    ),
    `A client's copy by updated_since, over swap and rollback: ${copy.rows} rows in ${copy.pages} pages, ${copy.missed} differ from the table. \`${['verify', ...verified.part].join(' ')}\` at the end: ${verified.is_equal ? '0 differ' : 'differences'}, ${verified.events} events, ${verified.rows} rows in ${verified.seconds.toFixed(0)} s.`,
    markdown(
      ['process', 'CPU s', 'peak MB'],
      run.services.map(({ name, cpu_s, peak_mb }) => [name, cpu_s.toFixed(1), peak_mb]),
    ),
  ].join('\n\n')
}

/** The floor does loads and indexes too; the comparison comes on top. */
function againstFloor({ first, second, floor_ms }: FullRun): string[] {
  if (floor_ms === undefined) return []
  const one = first ?? second
  const ratio = ((one.cpu_s + one.postgres_s) * 1000) / floor_ms
  const each = (floor_ms * 1000) / one.events
  return [
    `The floor (cheapest read, COPY of the same rows, the same indexes) takes ${each.toFixed(1)} µs an event: the ${first === undefined ? 'rebuild, with all that went on beside it' : 'first load, its proof against the independent fold included'}, takes ${ratio.toFixed(2)} times that.`,
  ]
}

function costs(one: Rebuilt, seconds: number): string[] {
  const each = (value_s: number) => ((value_s * 1e6) / Math.max(1, one.events)).toFixed(1)
  return [
    seconds.toFixed(1),
    (one.events / seconds).toFixed(0),
    each(one.cpu_s),
    each(one.postgres_s),
    each(one.cpu_s + one.postgres_s),
    String(one.peak_mb),
  ]
}
