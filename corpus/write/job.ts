import type { Producer } from 'kafkajs'
import { DAY_MS } from '../../runtime/durations.ts'
import { createValidator, type Validate } from '../../runtime/events/event-validation.ts'
import { partitionCount, partitionOf } from '../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { readSchemas } from '../../runtime/registry/schema-folder.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { catalog, type EventType } from '../../schemas/log/event-catalog.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { Emit, ScheduledEntity } from '../events/emit.ts'
import { BillGenerator } from '../events/generate-bill.ts'
import { scheduleReference } from '../events/generate-reference.ts'
import { scheduleRegulations } from '../events/generate-regulations.ts'
import { ActorsByPlace } from '../events/place-actors.ts'
import { BillHeads } from '../plan/bill-head.ts'
import type { BillIndex } from '../plan/bill-index.ts'
import type { Plan } from '../plan/plan.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import { createSamplers, type Samplers } from '../profile/samplers.ts'
import { EntityRows } from './entity-rows.ts'
import { EventQueue } from './event-queue.ts'
import { PartitionWriter } from './partition-writer.ts'

/** A part of the corpus that one worker writes: a partition of bills with its roll calls, or all of another topic. */
export type Job =
  | { readonly kind: 'bills'; readonly partition: number }
  | { readonly kind: 'reference' | 'regulations' }

export type JobReport = {
  readonly events: number
  readonly value_bytes: number
  readonly by_type: Readonly<Record<string, number>>
}

/** Registry ids of the current version of each type. */
export type RegistryIds = Readonly<Record<string, number>>

export type JobOptions = {
  readonly settings: Settings
  readonly producer: Producer
  readonly database: Database
  readonly plan: Plan
  readonly corpus: CorpusProfile
  readonly index: BillIndex
  readonly registry_ids: RegistryIds
}

/** The shared parts of one worker's jobs, made once. */
type Kit = JobOptions & {
  readonly heads: BillHeads
  readonly samplers: Samplers
  readonly actors: ActorsByPlace
  readonly validators: ReadonlyMap<EventType, Validate>
  /** The wire format's byte and schema id, by type. */
  readonly prefixes: ReadonlyMap<EventType, Buffer>
}

/** Number of events of each type that each job validates, since bodies are concatenated by hand. */
const VALIDATED_OF_EACH_TYPE = 50

export function createJobs(options: JobOptions): { run(job: Job): Promise<JobReport> } {
  const { plan, corpus } = options
  const current = readSchemas().filter(({ type, version }) => version === catalog[type].version)
  const samplers = createSamplers(corpus)
  const kit: Kit = {
    ...options,
    heads: new BillHeads(plan, corpus),
    samplers,
    actors: new ActorsByPlace(plan, samplers),
    validators: new Map(current.map(({ type, schema }) => [type, createValidator(schema, 'write')])),
    prefixes: new Map(current.map(({ type }) => [type, prefixOf(options.registry_ids[type]!)])),
  }
  return { run: (job) => runJob(job, kit) }
}

function prefixOf(registryId: number): Buffer {
  const prefix = Buffer.alloc(5)
  prefix.writeInt32BE(registryId, 1)
  return prefix
}

async function runJob(job: Job, kit: Kit): Promise<JobReport> {
  const { plan, corpus, index, settings, heads, samplers } = kit
  const log = new LogWriter(kit)
  if (job.kind === 'bills') {
    const emit = log.emitter(() => job.partition)
    const generator = new BillGenerator(kit, emit)
    for (const { at, bill } of billsInOrder(plan, heads, index, job.partition)) {
      if (log.isDue(at)) await log.write(at)
      generator.generate(bill)
    }
    return log.end()
  }
  const topic: TopicName = job.kind === 'reference' ? 'legislog.reference.v1' : 'legislog.regulations.v1'
  const partitions = partitionCount(settings, topic)
  const emit = log.emitter((key) => partitionOf(key, partitions))
  const beginnings: ScheduledEntity[] =
    job.kind === 'reference'
      ? scheduleReference(plan, corpus, emit)
      : scheduleRegulations(plan, corpus, samplers.words, emit)
  for (const beginning of beginnings) {
    if (log.isDue(beginning.at)) await log.write(beginning.at)
    beginning.emit()
  }
  return log.end()
}

/** The bills of a partition by the day on which they are introduced. */
function billsInOrder(plan: Plan, heads: BillHeads, { partition }: BillIndex, wanted: number) {
  const bills: { at: number; bill: number }[] = []
  for (const session of plan.sessions) {
    for (let bill = session.first_bill; bill < session.first_bill + session.bills; bill++) {
      if (partition[bill] === wanted) bills.push({ at: heads.introducedAt(bill, session), bill })
    }
  }
  return bills.sort((a, b) => a.at - b.at)
}

/** Connects generators, which emit entity by entity, with partitions, which take events in order of time. */
class LogWriter {
  readonly #kit: Kit
  readonly #queue = new EventQueue()
  readonly #entities = new EntityRows()
  readonly #writers = new Map<string, PartitionWriter>()
  readonly #by_type: Record<string, number> = {}
  #written_until = Number.NEGATIVE_INFINITY

  constructor(kit: Kit) {
    this.#kit = kit
  }

  emitter(partitionOfKey: (key: string) => number): Emit {
    return ({ body, id, ...event }) => {
      const { subject: ocdId, key, sequence } = event
      this.#entities.see({ id, ocd_id: ocdId, type: catalog[event.type].entity, key, sequence })
      const times = (this.#by_type[event.type] ?? 0) + 1
      this.#by_type[event.type] = times
      if (times <= VALIDATED_OF_EACH_TYPE) this.#kit.validators.get(event.type)!(event.type, JSON.parse(body))
      this.#queue.add(
        { ...event, partition: partitionOfKey(event.key) },
        this.#kit.prefixes.get(event.type)!,
        body,
      )
    }
  }

  /** True if a day has passed since events were last written. */
  isDue(at: number): boolean {
    return at - this.#written_until >= DAY_MS
  }

  async write(before: number): Promise<void> {
    this.#written_until = before
    for (const events of this.#queue.take(before)) {
      for (const event of events) this.#writerOf(catalog[event.type].topic, event.partition).add(event)
      for (const writer of this.#writers.values()) await writer.room()
    }
  }

  async end(): Promise<JobReport> {
    await this.write(Number.POSITIVE_INFINITY)
    const writers = [...this.#writers.values()]
    for (const writer of writers) await writer.end()
    await this.#entities.write(this.#kit.database)
    return {
      events: writers.reduce((sum, { events }) => sum + events, 0),
      value_bytes: writers.reduce((sum, { value_bytes }) => sum + value_bytes, 0),
      by_type: this.#by_type,
    }
  }

  #writerOf(topic: TopicName, partition: number): PartitionWriter {
    const place = `${topic}:${partition}`
    const pending = this.#writers.get(place)
    if (pending !== undefined) return pending
    const { producer, settings } = this.#kit
    const made = new PartitionWriter(producer, settings, topic, partition)
    this.#writers.set(place, made)
    return made
  }
}
