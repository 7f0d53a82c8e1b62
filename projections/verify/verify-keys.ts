import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { type Kafka, partitionCount, partitionOf } from '../../runtime/kafka/client/kafka-client.ts'
import { readPartition } from '../../runtime/kafka/log-source/read-partition.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { type EntityKeys, findEntityKeys, findOwners, nameOf, type RowKey } from './find-ordering-keys.ts'
import { judgeRows, type KeyVerdict } from './judge-rows.ts'
import { openSnapshot, type SchemaSnapshot } from './schema-snapshot.ts'
import { requireRegistryAnswer } from './verify-partition.ts'

type VerifyKeysOptions = {
  readonly settings: Settings
  readonly database: Database
  readonly kafka: Kafka
  readonly codec: EventCodec
  /** Each is judged at its own positions. If it changes meanwhile, pass an exported snapshot. */
  readonly read_schemas: readonly { readonly name: string; readonly snapshot?: string }[]
  /** Single rows. */
  readonly rows?: readonly RowKey[]
  /** Entities with all of their rows. */
  readonly ids?: readonly number[]
  readonly onPartition?: (done: number, of: number) => void
}

const MAX_JUDGED = 20_000

/**
 * Judges single rows and entities of read schemas. It uses the independent fold of `verify` on the events of their
 * keys only. Reads each partition once, for all schemas. Throws `usage` over 20,000.
 */
export async function verifyKeys(options: VerifyKeysOptions): Promise<KeyVerdict[]> {
  const { rows = [], ids = [] } = options
  if (rows.length + ids.length > MAX_JUDGED) {
    throw new LegislogError(
      'usage',
      `${rows.length + ids.length} rows and entities are too many to judge one by one: at most ${MAX_JUDGED}`,
    )
  }
  const snapshots: SchemaSnapshot[] = []
  try {
    for (const one of options.read_schemas) snapshots.push(await openSnapshot(options.database, one))
    return await judge(options, snapshots)
  } finally {
    for (const one of snapshots) await one.close()
  }
}

async function judge(
  options: VerifyKeysOptions,
  snapshots: readonly SchemaSnapshot[],
): Promise<KeyVerdict[]> {
  const { rows = [], ids = [] } = options
  const owners: Map<string, number>[] = []
  for (const { client, name } of snapshots) owners.push(await findOwners(client, name, rows))
  const owned = [...ids, ...owners.flatMap((found) => [...found.values()])]
  const wanted = [...new Set(owned.filter(Number.isSafeInteger))]
  const entities = new Map<number, EntityKeys>()
  for (const { client, name } of snapshots) await findEntityKeys(client, name, wanted, entities)
  const seen = await foldKeys(options, snapshots, [...entities.values()])
  const known = new Set(
    [...entities.values()].filter((entity) => seen.has(entity.ocd_id)).map(({ id }) => id),
  )
  const isKnown = (row: RowKey) => owners.some((found) => known.has(found.get(nameOf(row)) ?? -1))
  const judgments: KeyVerdict[] = []
  for (const snapshot of snapshots) {
    judgments.push(await judgeRows(snapshot, { rows, ids, isKnown }))
  }
  return judgments
}

/** Applies the events of the keys to the oracle of each schema, and returns the subjects that occurred. */
async function foldKeys(
  options: VerifyKeysOptions,
  snapshots: readonly SchemaSnapshot[],
  entities: readonly EntityKeys[],
): Promise<Set<string>> {
  const seen = new Set<string>()
  const folded = new Set(entities.flatMap(({ keys }) => [...keys]))
  await readKeys(options, snapshots, placesOf(options.settings, entities), async (record) => {
    if (!folded.has(record.key)) return
    seen.add(subjectOf(record)).add(record.key)
    await applyToAll(snapshots, options.codec, record)
  })
  // If a row contains a wrong key, the log decides its entity.
  const lost = entities.filter(({ ocd_id }) => !seen.has(ocd_id))
  if (lost.length === 0) return seen
  const found = await findKeys(options, snapshots, lost)
  const others = lost.map((entity) => ({ ...entity, keys: found.get(entity.ocd_id) ?? new Set<string>() }))
  const further = new Set(others.flatMap(({ keys }) => [...keys]))
  await readKeys(options, snapshots, placesOf(options.settings, others), async (record) => {
    if (!further.has(record.key)) return
    seen.add(subjectOf(record)).add(record.key)
    await applyToAll(snapshots, options.codec, record)
  })
  return seen
}

async function findKeys(
  options: VerifyKeysOptions,
  snapshots: readonly SchemaSnapshot[],
  lost: readonly EntityKeys[],
): Promise<Map<string, Set<string>>> {
  const subjects = new Set(lost.map(({ ocd_id }) => ocd_id))
  const found = new Map<string, Set<string>>()
  const positions = lost.flatMap(({ topics }) =>
    topics.length === 0
      ? []
      : Array.from({ length: partitionCount(options.settings, topics[0]!) }, (_, partition) => ({
          topics,
          partition,
        })),
  )
  await readKeys(options, snapshots, positions, async (record) => {
    const subject = subjectOf(record)
    if (subjects.has(subject)) found.set(subject, (found.get(subject) ?? new Set()).add(record.key))
  })
  return found
}

type Place = { readonly topics: readonly TopicName[]; readonly partition: number }

function placesOf(settings: Settings, entities: readonly EntityKeys[]): Place[] {
  return entities
    .filter(({ topics }) => topics.length > 0)
    .flatMap(({ topics, keys }) => {
      const count = partitionCount(settings, topics[0]!)
      return [...keys].map((key) => ({ topics, partition: partitionOf(key, count) }))
    })
}

/** Reads each partition once, up to the furthest position of the schemas. */
async function readKeys(
  options: VerifyKeysOptions,
  snapshots: readonly SchemaSnapshot[],
  positions: readonly Place[],
  onRecord: (record: LogRecord) => Promise<void>,
): Promise<void> {
  const wanted = new Map<number, Set<TopicName>>()
  for (const { topics, partition } of positions) {
    const names = wanted.get(partition) ?? new Set()
    for (const topic of topics) names.add(topic)
    wanted.set(partition, names)
  }
  let done = 0
  for (const [partition, names] of wanted) {
    const until = new Map([...names].map((topic) => [topic, furthestPositions(snapshots, topic, partition)]))
    await readPartition({ ...options, partition, until }, async (records) => {
      for (const record of records) await onRecord(record)
    })
    done += 1
    options.onPartition?.(done, wanted.size)
  }
}

const furthestPositions = (
  snapshots: readonly SchemaSnapshot[],
  topic: TopicName,
  partition: number,
): bigint =>
  snapshots
    .map((one) => one.position(topic, partition))
    .sort((a, b) => Number(a - b))
    .at(-1) ?? 0n

const subjectOf = ({ headers }: LogRecord): string => String(headers.ce_subject ?? '')

async function applyToAll(
  snapshots: readonly SchemaSnapshot[],
  codec: EventCodec,
  record: LogRecord,
): Promise<void> {
  const due = snapshots.filter((one) => one.shows(record))
  if (due.length === 0) return
  try {
    const event = await codec.decode(record)
    for (const one of due) one.oracle.apply(event)
  } catch (error) {
    requireRegistryAnswer(error)
    for (const one of due) one.addUnreadable(record, error)
  }
}
