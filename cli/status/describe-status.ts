import type { ProjectionStatus } from '../../projections/service/status.ts'
import { table } from '../output/answer.ts'
import { describeGeo } from '../reports/geo-report.ts'
import type { Status } from './status.ts'

/** Summarizes the remaining work and its obstacles. */
export function summaryOf(status: Status): string {
  const live = status.read_schemas.filter(({ is_live }) => is_live)
  const faults = [status.kafka_error, status.clock_error].filter((fault) => fault !== null)
  return [countsOf(status), ...faults, ...live.flatMap(describeObstacles)].join('; ')
}

function countsOf({ outbox, webhook_lag_events, read_schemas }: Status): string {
  const lag = read_schemas
    .filter(({ is_live }) => is_live)
    .flatMap(({ partitions }) => partitions)
    .reduce((sum, { lag_events, claimed }) => sum + lag_events + claimed, 0)
  return `${outbox} observations in the outbox, ${lag} events to project, ${webhook_lag_events ?? 0} to dispatch`
}

function describeObstacles({ read_schema, halted, waiting }: ProjectionStatus): string[] {
  return [
    ...(halted === null ? [] : [`${read_schema} HALTED since ${halted.at}: ${halted.message}`]),
    ...waiting.map(
      ({ topic, partition, offset, code, since, message }) =>
        `${read_schema} WAITS before ${topic}:${partition} at ${offset} since ${since}: ${code}: ${message}`,
    ),
  ]
}

function describeDerived(derived: Status['derived']): string[] {
  if (derived === null) return ['derived: no tables: legislog migrate']
  const { through, bills_to_do, failed_results, model_due } = derived
  const failed = failed_results === 0 ? '' : `, ${failed_results} failed: legislog derive status`
  const due = model_due === 0 ? '' : `, ${model_due} texts for the model to write`
  return [`derived: through ${through ?? 'nothing'}, ${bills_to_do} bills to compare${failed}${due}`]
}

export function describeStatus(status: Status): string {
  const { caught_up, kafka_error, clock_error, read_schemas } = status
  const lines = [
    `${caught_up ? 'caught up' : 'behind'}: ${countsOf(status)}`,
    ...(kafka_error === null ? [] : [`the end of the log is not known: ${kafka_error}`]),
    ...(clock_error === null ? [] : [`CLOCK AHEAD: ${clock_error}`]),
    ...read_schemas.map(
      (one) =>
        `${one.read_schema}${one.is_live ? ' (live)' : ` (${one.state})`}: watermark ${one.watermark}, ` +
        `${one.parked_keys} parked keys with ${one.parked_events} events`,
    ),
    ...read_schemas.flatMap(describeObstacles),
    ...describeGeo(status.addresses),
    ...describeDerived(status.derived),
  ]
  // A read schema that is frozen or being built is not behind, because no projector updates it.
  const followed = read_schemas.filter(({ state }) => state === 'projecting')
  const parts = followed.flatMap(({ read_schema, partitions }) =>
    partitions
      .filter(({ end, next }) => end > 0 || next > 0)
      .map((part) => [
        read_schema,
        `${part.topic}:${part.partition}`,
        String(part.end),
        String(part.next),
        String(part.lag_events),
        part.lag_s.toFixed(1),
      ]),
  )
  if (parts.length === 0) return lines.join('\n')
  return [...lines, table([['schema', 'partition', 'end', 'next', 'lag', 'lag s'], ...parts])].join('\n')
}
