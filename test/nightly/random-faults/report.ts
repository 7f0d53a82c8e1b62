import { markdown } from '../../../bench/measure/tables.ts'
import { median } from '../soak/resource-samples.ts'
import { type FalseAnswers, GRACE_S } from './false-answers.ts'
import type { FaultRun } from './inject-faults.ts'
import type { End } from './judge-end.ts'

export type RandomFaults = {
  readonly minutes: number
  readonly seed: number
  readonly kinds: readonly string[]
  readonly strikes: readonly FaultRun[]
  readonly lies: FalseAnswers
  readonly unanswered: readonly string[]
  readonly up_ends: number
  readonly poison: ReadonlyMap<string, number>
  readonly end: End
}

export function describeRandomFaults(run: RandomFaults): string {
  const { minutes, seed, kinds, strikes, lies, unanswered, up_ends, end } = run
  const { log } = end
  return [
    `${minutes} minutes, seed ${seed} (${kinds.join(', ')}): ${strikes.length} faults, ${sum([...run.poison.values()])} poisoned messages, ` +
      `${log.emitted} events (${(log.emitted / (minutes * 60)).toFixed(0)} a second). \`up\` ended by itself ${up_ends} times.`,
    '### Nothing lost, nothing doubled',
    markdown(['', 'looked at', 'wrong'], outcomes(end)),
    ...findings(end),
    '### Faults, and how soon news is shown again',
    markdown(['fault', 'times', 'lasted s', 'recovered after s, median', 'longest'], faultRows(strikes)),
    '### Answers',
    `Asked each second, status every three. ${lies.all().length} times an answer said that all was well more than ${GRACE_S} s after it was not; ${unanswered.length} of status did not come in time.`,
    markdown(
      ['answer', 'asked', 'all is well'],
      [...lies.counts()].map(([name, { asked, well }]) => [name, asked, well]),
    ),
    ...(lies.noticed().size === 0
      ? []
      : [
          markdown(
            ['answer, fault', 'still said all is well after s'],
            [...lies.noticed()].sort().map(([pair, lasted_s]) => [pair, lasted_s.toFixed(1)]),
          ),
        ]),
    ...quoted(lies.all().map((lie) => JSON.stringify(lie))),
    ...quoted(unanswered),
    '### Poison',
    markdown(['message', 'times'], [...run.poison].sort()),
  ].join('\n\n')
}

function outcomes({ judgment, log, parked, poison_parked, webhooks }: End): (readonly unknown[])[] {
  const { verification, copies } = judgment
  return [
    ['rows against the independent fold of the log', verification.rows, verification.differing],
    ['events that ingest emitted and that are not in the log', log.emitted, log.missing.length],
    ['events that are in the log twice and differ', log.emitted, log.doubled.length],
    [
      `messages that nobody emitted (identical repeats by a crash of the relay: ${log.repeats})`,
      log.emitted,
      log.strange.length,
    ],
    [
      `parked keys and holes that no poison explains (parked poison: ${poison_parked})`,
      log.poison,
      parked.length,
    ],
    ...copies.map(({ path, page, rows, tombstones, differences }) => [
      `a client's copy of ${path} by pages of ${page}`,
      `${rows} + ${tombstones}`,
      differences.length,
    ]),
    [
      `webhooks that are owed (${webhooks.requests} requests)`,
      webhooks.owed,
      webhooks.unwritten.length + webhooks.unreceived.length,
    ],
    ['webhooks with a second key or body', webhooks.owed, webhooks.second_keys],
    ['webhooks of events that nobody emitted', webhooks.owed, webhooks.strange.length],
  ]
}

function findings({ judgment, log, parked, webhooks }: End): string[] {
  const { verification, copies } = judgment
  return quoted([
    ...verification.differences.map((one) => JSON.stringify(one)),
    ...log.missing.map((one) => `missing: ${one}`),
    ...log.doubled.map((one) => `doubled: ${one}`),
    ...log.strange.map((one) => `strange: ${one}`),
    ...parked,
    ...copies.flatMap(({ differences }) => differences.slice(0, 10)),
    ...webhooks.unwritten.map((one) => `no delivery: ${one}`),
    ...webhooks.unreceived.map((one) => `not received: ${one}`),
    ...webhooks.strange.map((one) => `sent for nothing: ${one}`),
  ])
}

function faultRows(strikes: readonly FaultRun[]): (readonly unknown[])[] {
  return [...Map.groupBy(strikes, ({ name }) => name)].sort().map(([name, all]) => {
    const recovered = all.map(({ recovered_s }) => recovered_s)
    return [
      name,
      all.length,
      median(all.map(({ lasted_s }) => lasted_s)).toFixed(1),
      seconds(median(recovered)),
      seconds(Math.max(...recovered)),
    ]
  })
}

const seconds = (one: number): string => (Number.isFinite(one) ? one.toFixed(1) : 'not in 180')
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

function quoted(lines: readonly string[]): string[] {
  const shown = lines.slice(0, 40).map((line) => `    ${line.slice(0, 600)}`)
  return shown.length === 0 ? [] : [shown.join('\n')]
}
