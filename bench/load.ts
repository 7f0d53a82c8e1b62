import { availableParallelism } from 'node:os'
import { openContext } from '../cli/context/context.ts'
import { stages as projectorStages } from '../projections/engine/batch-times.ts'
import { createKafka } from '../runtime/kafka/client/kafka-client.ts'
import { runStages, type Stages } from './load/stages.ts'
import { runWhole, type Whole } from './load/whole.ts'
import { deleteTopics } from './measure/log-floors.ts'
import { allOf, type Measured } from './measure/measure.ts'
import { keepResult } from './measure/results.ts'
import { markdown, tableOfStages } from './measure/tables.ts'
import { readPeerFigure } from './peers/importer/peer-figure.ts'
import { createScratch, type Scratch } from './service/scratch-database.ts'

/** Loads a folder of scraper output, stage by stage and as a whole, beside the floors of the same run. */
export async function benchLoad(folder: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'registry', 'kafka'] })
  const within = async <T>(name: string, work: (scratch: Scratch) => Promise<T>): Promise<T> => {
    const scratch = await createScratch(settings, name)
    try {
      return await work(scratch)
    } finally {
      await scratch.drop()
      await deleteTopics(createKafka(scratch.settings, 'bench'), scratch.settings)
    }
  }
  const stages = await within('stages', (scratch) => runStages(scratch, log, folder))
  const whole = await within('whole', (scratch) => runWhole(scratch, folder))
  return keepResult(
    `legislog bench load ${folder}`,
    [describeStages(stages), describeWhole(whole)].join('\n\n'),
  )
}

function describeStages({ measured, counts, projected }: Stages): string {
  const { records, events } = counts
  const total = Object.values(projected.stage_ms).reduce((sum, ms) => sum + ms, 0)
  const shares = projectorStages.map((stage) => {
    const ms = projected.stage_ms[stage]
    return [
      stage,
      (ms / 1000).toFixed(1),
      ((ms * 1000) / events).toFixed(1),
      `${Math.round((100 * ms) / total)} %`,
    ]
  })
  const cpu = (name: string) => allOf(measured.find((stage) => stage.name === name)!.time)
  const per = (ms: number) => `${((ms * 1000) / events).toFixed(1)} µs`
  const beside = (name: string, floors: readonly string[]) => {
    const floor = floors.reduce((sum, one) => sum + cpuPerUnit(measured, one, events), 0)
    return [name, per(cpu(name)), per(floor), `${(cpu(name) / floor).toFixed(2)}×`]
  }
  return [
    `### Stage by stage, in one process: ${records} records, ${events} events`,
    '',
    tableOfStages(measured),
    '',
    'Processor time of all parties for one event, beside the floor of the same run:',
    '',
    markdown(
      ['stage', 'CPU', 'floor', 'ratio'],
      [
        beside('parse and map', ['floor: read, gunzip, JSON.parse']),
        beside('relay: outbox to Kafka', ['floor: kafkajs produces the values']),
        beside('consume and decode', ['floor: kafkajs consumes, JSON.parse']),
        beside('project until visible', [
          'floor: kafkajs consumes',
          'floor: COPY of the same rows',
          'floor: the same indexes',
        ]),
      ],
    ),
    '',
    `The projector's ${projected.batches} batches, wall time (decoding overlaps writing):`,
    '',
    markdown(['stage', 's', 'µs/event', 'share'], shares),
  ].join('\n')
}

/** A floor that was measured on some events is scaled to all of them. */
function cpuPerUnit(measured: readonly Measured[], name: string, events: number): number {
  const floor = measured.find((stage) => stage.name === name)!
  return floor.events === 0 ? allOf(floor.time) : (allOf(floor.time) * events) / floor.events
}

function describeWhole(whole: Whole): string {
  const { records, events } = whole
  const cores = availableParallelism()
  const first = whole.processes.slice(0, -1).reduce((sum, { cpu_s }) => sum + cpu_s, 0)
  const peer = readPeerFigure()
  const line = (name: string, seconds: number, against: number, bar: string) => [
    name,
    seconds.toFixed(1),
    (records / seconds).toFixed(0),
    (events / seconds).toFixed(0),
    `${(records / seconds / against).toFixed(1)}×`,
    bar,
  ]
  return [
    `### As a user runs it: ingest, relay and project at once, ${records} records, ${events} events`,
    '',
    markdown(
      ['from the start of ingest', 's', 'records/s', 'events/s', 'against the peer', 'bar / aim'],
      [
        line('ingest has ended', whole.seconds_to_ingested, peer.first_records_per_s, ''),
        line('last event acked by Kafka', whole.seconds_to_kafka, peer.first_records_per_s, '30× / 50×'),
        line(
          'all of it visible (watermark past it)',
          whole.seconds_to_visible,
          peer.first_records_per_s,
          '10× / 25×',
        ),
        line(
          `the same files again: ${whole.events_unchanged} events`,
          whole.seconds_unchanged,
          peer.again_records_per_s,
          '100× / 200×',
        ),
      ],
    ),
    '',
    `The peer: the Open States importer ${peer.version}, ${peer.first_records_per_s} records/s at first and ${peer.again_records_per_s} again, the medians of \`legislog bench peers importer\` over ${peer.states} at ${peer.measured_at.slice(0, 16)}Z: another run, so these are no ratios.`,
    '',
    markdown(
      ['process', 'CPU s', 'µs/record', 'peak MB'],
      whole.processes.map(({ name, cpu_s, peak_mb }) => [
        name,
        cpu_s.toFixed(1),
        ((cpu_s * 1e6) / records).toFixed(0),
        peak_mb,
      ]),
    ),
    '',
    `The first load took ${first.toFixed(1)} s of CPU: ${cores} cores with nothing else to do cannot take more than ${((records * cores) / first).toFixed(0)} records/s.`,
  ].join('\n')
}
