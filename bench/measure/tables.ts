import { allOf, type Measured } from './measure.ts'

/** A table; the columns after the first `text_columns` are numbers. */
export function markdown(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  textColumns = 1,
): string {
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  return [
    line(head),
    line(head.map((_, column) => (column < textColumns ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n')
}

/** Wall and processor seconds of each stage, and microseconds of each party's processor for one record and one event. */
export function tableOfStages(stages: readonly Measured[]): string {
  const each = (ms: number, count: number) => (count === 0 ? '' : ((ms * 1000) / count).toFixed(1))
  const rows = stages.map(({ name, wall_s, time, peak_mb, records, events }) => {
    const parties = [time.own_ms, time.postgres_ms, time.kafka_ms]
    return [
      name,
      wall_s.toFixed(1),
      (allOf(time) / 1000).toFixed(1),
      ...parties.map((ms) => each(ms, records)),
      ...parties.map((ms) => each(ms, events)),
      peak_mb,
    ]
  })
  const head = ['stage', 'wall s', 'CPU s']
  const parties = ['node', 'Postgres', 'Kafka']
  const columns = ['record', 'event'].flatMap((unit) => parties.map((party) => `${party} µs/${unit}`))
  return markdown([...head, ...columns, 'peak MB'], rows)
}
