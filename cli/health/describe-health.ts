import { table } from '../output/answer.ts'
import { type HealthReport, isWell } from './ask-health.ts'

/** Ready or not, what is broken, and each process of the home. */
export function describeHealth(report: HealthReport): string {
  const { ready, problems, stores, services, processes } = report
  const first = ready ? ['ready'] : problems.length === 0 ? [`not ready: ${whatIsBroken(report)}`] : []
  const broken = problems.map((problem) => `NOT READY: ${problem}`)
  const states = [
    ...stores.map(({ name, state }) => `${name} ${state}`),
    ...services.map(({ service, state }) => `${service} ${state}`),
  ]
  const rows = processes.map(({ name, state, pid, since }) => [name, state, String(pid), since ?? ''])
  const listed = rows.length === 0 ? [] : [table([['process', 'state', 'pid', 'since'], ...rows])]
  return [...first, ...broken, states.join(', '), ...listed].join('\n')
}

export function whatIsBroken({ problems, services }: HealthReport): string {
  const unready = services.filter(
    (one) => !isWell(one) && (one.state === 'absent' || one.state === 'unknown'),
  )
  const absent = problems.length > 0 ? [] : unready.map(({ service }) => `${service} does not run`)
  return [...problems, ...absent].join('; ')
}
