import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { systemClock } from '../../runtime/clock.ts'
import {
  createKafka,
  ensureTopics,
  partitionCount,
  topicName,
} from '../../runtime/kafka/client/kafka-client.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { createRegistryClient } from '../../runtime/registry/registry-client.ts'
import { readSchemas } from '../../runtime/registry/schema-folder.ts'
import { createSchemaIds } from '../../runtime/registry/schema-ids.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import { topics } from '../../schemas/log/topics.ts'
import { createBillIndex } from '../plan/bill-index.ts'
import { planCorpus } from '../plan/plan.ts'
import { readProfile } from '../profile/profile.ts'
import type { Job, JobOptions, JobReport, RegistryIds } from './job.ts'
import { skipDispatcher } from './skip-dispatcher.ts'

export type Generated = {
  readonly bills: number
  readonly events: number
  readonly value_bytes: number
  readonly by_type: Readonly<Record<string, number>>
  readonly seconds: number
}

const REPORT_MS = 10_000

/**
 * Writes a corpus of this many bills into the topics of these settings, which must be empty. The same number and seed
 * give the same events, byte for byte. Ingest knows its entities and assigns higher ids later, but it has no records of
 * sources for them.
 */
export async function generateCorpus(options: {
  readonly settings: Settings
  readonly database: Database
  readonly log: Log
  readonly bills: number
  readonly seed: number
  readonly workers?: number
}): Promise<Generated> {
  const { settings, database, log, bills, seed } = options
  const began = performance.now()
  await requireEmptyTopics(settings, log)
  await requireNothingKnown(database)
  const corpus = readProfile()
  const plan = planCorpus(corpus, bills, seed)
  const partitions = partitionCount(settings, 'legislog.bills.v1')
  const index = createBillIndex(plan, corpus, partitions)
  const lastId = plan.first_id.votes + index.votes_before[bills]!
  await database.query(
    `SELECT setval('ingest.entity_id', greatest($1::bigint, (SELECT last_value FROM ingest.entity_id)))`,
    [lastId],
  )
  const registryIds = await findRegistryIds(settings, database)
  const jobs: Job[] = [
    { kind: 'reference' },
    { kind: 'regulations' },
    ...Array.from({ length: partitions }, (_, partition) => ({ kind: 'bills' as const, partition })),
  ]
  const shared: Omit<JobOptions, 'producer' | 'database'> = {
    settings,
    plan,
    corpus,
    index,
    registry_ids: registryIds,
  }
  const reports: JobReport[] = []
  let reportedAt = began
  const workers = Math.min(options.workers ?? availableParallelism(), jobs.length)
  await Promise.all(
    Array.from({ length: workers }, () =>
      runWorker(shared, jobs, (report) => {
        reports.push(report)
        if (performance.now() - reportedAt < REPORT_MS) return
        reportedAt = performance.now()
        const events = reports.reduce((sum, one) => sum + one.events, 0)
        const seconds = (performance.now() - began) / 1000
        log.info({ events, jobs_left: jobs.length, events_per_s: Math.round(events / seconds) }, 'generated')
      }),
    ),
  )
  await skipDispatcher(settings, database, log)
  const byType: Record<string, number> = {}
  for (const report of reports) {
    for (const [type, times] of Object.entries(report.by_type)) byType[type] = (byType[type] ?? 0) + times
  }
  return {
    bills,
    events: reports.reduce((sum, { events }) => sum + events, 0),
    value_bytes: reports.reduce((sum, { value_bytes }) => sum + value_bytes, 0),
    by_type: byType,
    seconds: (performance.now() - began) / 1000,
  }
}

/** A thread that takes jobs from the list until there are none. */
function runWorker(
  shared: Omit<JobOptions, 'producer' | 'database'>,
  jobs: Job[],
  onReport: (report: JobReport) => void,
): Promise<void> {
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), { workerData: shared })
  return new Promise((resolve, reject) => {
    worker.on('message', (report: JobReport | null) => {
      if (report !== null) onReport(report)
      worker.postMessage(jobs.shift() ?? null)
    })
    worker.on('error', reject)
    worker.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a generating thread ended with ${code}`)),
    )
  })
}

async function requireEmptyTopics(settings: Settings, log: Log): Promise<void> {
  const kafka = createKafka(settings, 'generate', log)
  await ensureTopics(kafka, settings)
  const admin = kafka.admin()
  await admin.connect()
  try {
    for (const { name } of topics) {
      const topic = topicName(settings, name)
      const offsets = await admin.fetchTopicOffsets(topic)
      const appended = offsets.reduce((sum, { high }) => sum + BigInt(high), 0n)
      if (appended > 0n) {
        throw new LegislogError(
          'topic_mismatch',
          `topic ${topic} is not empty: it has had ${appended} events`,
        )
      }
    }
  } finally {
    await admin.disconnect()
  }
}

/** Its ids count from 1. */
async function requireNothingKnown(database: Database): Promise<void> {
  const { rows } = await database.query<{ is_known: boolean }>(
    'SELECT EXISTS (SELECT FROM ingest.entity) AS is_known',
  )
  if (rows[0]!.is_known) {
    throw new LegislogError(
      'usage',
      'ingest already has entities: a corpus is generated into an empty database',
    )
  }
}

async function findRegistryIds(settings: Settings, database: Database): Promise<RegistryIds> {
  const schemas = readSchemas()
  const registry = createRegistryClient(settings)
  const ids = await createSchemaIds({ registry, database, schemas, clock: systemClock })
  const current = schemas.filter(({ type, version }) => version === catalog[type].version)
  return Object.fromEntries(
    await Promise.all(current.map(async (known) => [known.type, await ids.idFor(known)] as const)),
  )
}
