import { markdown } from '../../../bench/measure/tables.ts'
import type { Judgment } from './judge.ts'
import type { Recoveries } from './kills.ts'
import { type Flatness, median } from './resource-samples.ts'

export type Soak = {
  readonly minutes: number
  readonly seed: number
  readonly events: number
  readonly kills: number
  readonly service_starts: number
  readonly warm_up_s: number
  readonly recoveries: Recoveries
  readonly flatness: readonly Flatness[]
  readonly judgment: Judgment
}

export function describeSoak(soak: Soak): string {
  const { minutes, seed, events, kills, service_starts, warm_up_s, judgment } = soak
  const { verification } = judgment
  const rate = (events / (minutes * 60)).toFixed(0)
  return [
    `${minutes} minutes, seed ${seed}: ${events} events (${rate} a second), ${kills} kills, ` +
      `${service_starts} starts of services; drained ${judgment.drained_s.toFixed(1)} s after the last event.`,
    '### Nothing lost, nothing doubled',
    markdown(['', 'looked at', 'wrong'], outcomes(soak)),
    ...findings(soak),
    '### From a kill until every event up to a second later was past it',
    markdown(['killed', 'times', 'median s', 'longest s'], recoveries(soak.recoveries)),
    'Bar: < 10 s.',
    '### Memory and timers of those that were never killed',
    markdown(
      [
        'process',
        'live heap MB',
        'resident MB',
        'most',
        'MB/h',
        'open files',
        'files/h',
        'timers',
        'timers/h',
        'resources',
      ],
      soak.flatness.map(flat),
    ),
    `Medians of the first and of the last quarter of the time after a warm-up of ${Math.round(warm_up_s)} s, sampled every 10 s; ` +
      'of the heap the least in each, since all above it is garbage that was not collected yet. ' +
      `${verification.rows} rows at the end.`,
  ].join('\n\n')
}

/** The number of events and rows that were lost, doubled or wrong. */
export function wrongs({ verification, copies, webhooks }: Judgment): number {
  const { differing, holes, unreadable, parked } = verification
  const ofCopies = copies.reduce((sum, { differences }) => sum + differences.length, 0)
  const ofWebhooks = webhooks.owed - webhooks.received + webhooks.second_keys
  return differing + holes.length + unreadable.length + parked.length + ofCopies + ofWebhooks
}

function outcomes({ judgment }: Soak): (readonly unknown[])[] {
  const { verification, copies, webhooks } = judgment
  const { differing, holes, unreadable, parked } = verification
  return [
    ['rows against the independent fold of the log', verification.rows, differing],
    [
      'events: holes, unreadable, parked',
      verification.events,
      holes.length + unreadable.length + parked.length,
    ],
    ...copies.map(({ path, page, rows, tombstones, pages, failures, differences }) => [
      `a client's copy of ${path} by pages of ${page} (${pages} of them, ${failures} asked for again), tombstones included`,
      `${rows} + ${tombstones}`,
      differences.length,
    ]),
    [
      `webhooks that are owed (${webhooks.requests} requests)`,
      webhooks.owed,
      webhooks.owed - webhooks.received,
    ],
    ['webhooks with a second delivery key or body', webhooks.received, webhooks.second_keys],
  ]
}

function findings({ judgment: { verification, copies, webhooks } }: Soak): string[] {
  const found = [
    ...verification.differences,
    ...verification.holes,
    ...verification.unreadable,
    ...verification.parked,
    ...copies.flatMap(({ differences }) => differences.slice(0, 10)),
    ...webhooks.missing,
  ].map((one) => `    ${JSON.stringify(one).slice(0, 300)}`)
  return found.length === 0 ? [] : [found.slice(0, 40).join('\n')]
}

function recoveries(all: Recoveries): (readonly unknown[])[] {
  const rowOf = (name: string, taken: readonly number[]) => [
    name,
    taken.length,
    seconds(median(taken)),
    seconds(Math.max(...taken)),
  ]
  const every = [...all.values()].flat()
  return [
    ...[...all].sort().map(([name, taken]) => rowOf(name, taken)),
    ...(every.length > 0 ? [rowOf('all', every)] : []),
  ]
}

const seconds = (ms: number): string => (Number.isFinite(ms) ? (ms / 1000).toFixed(1) : 'never')

function flat({ name, first, last, most_mb, ...slopes }: Flatness): readonly unknown[] {
  return [
    name,
    `${first.heap_mb.toFixed(1)} → ${last.heap_mb.toFixed(1)}`,
    `${first.resident_mb} → ${last.resident_mb}`,
    most_mb,
    slopes.mb_an_hour.toFixed(1),
    `${first.files} → ${last.files}`,
    slopes.files_an_hour.toFixed(1),
    `${first.timers} → ${last.timers}`,
    slopes.timers_an_hour.toFixed(1),
    `${first.resources} → ${last.resources}`,
  ]
}
