import { expect } from 'vitest'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { locksOfClass, PARTITION_LEASE_CLASS } from '../../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { type MainProcess, startMain } from '../harness/main-process.ts'
import { fillOutbox } from '../log/outbox.ts'
import { readTopic } from '../log/read-topic.ts'
import { ALL_PARTITIONS, createTestTopics } from '../log/topics.ts'
import { createTestDatabase } from '../stores/database.ts'

const bills = 'legislog.bills.v1'
const votes = 'legislog.votes.v1'
const KEYS = 24
/** Four topics of four partitions. */

type Stores = { settings: Settings; database: Database }

/** A database and topics without a relay. */
export async function stores(): Promise<Stores> {
  const { url, database } = await createTestDatabase()
  return { database, settings: await createTestTopics({ database_url: url, log_level: 'error' }) }
}

/** The number of partitions of each topic that each relay has. */
async function leases({ database }: Stores): Promise<Map<number, number[]>> {
  const { rows } = await database.query<{ pid: number; numbers: number[] }>(
    `SELECT pid, array_agg(objid::int ORDER BY objid) AS numbers FROM ${locksOfClass('$1')} GROUP BY pid`,
    [PARTITION_LEASE_CLASS],
  )
  return new Map(rows.map(({ pid, numbers }) => [pid, numbers]))
}

/** Each of this many relays has its share of all partitions, and of each topic. */
export async function shared(place: Stores, relays: number): Promise<boolean> {
  const leasedPartitions = [...(await leases(place)).values()]
  const fair = leasedPartitions.every((numbers) => {
    const byTopic = Map.groupBy(numbers, (number) => number >> 12)
    return [...byTopic.values()].every(({ length }) => length <= Math.ceil(4 / relays))
  })
  return leasedPartitions.length === relays && leasedPartitions.flat().length === ALL_PARTITIONS && fair
}

/** Adds `count` rows per key, after the earlier ones. */
export async function fill({ database, settings }: Stores, from: number, count: number): Promise<void> {
  const rows = Array.from({ length: count * KEYS }, (_, index) => ({
    key: `ocd-bill/${index % KEYS}`,
    values: [String(from + Math.floor(index / KEYS))],
  }))
  await fillOutbox(
    database,
    settings,
    rows.flatMap((row) => [row, { ...row, topic: votes } as const]),
  )
}

export async function isEmpty({ database }: Stores): Promise<boolean> {
  const { rows } = await database.query('SELECT FROM ingest.outbox LIMIT 1')
  return rows.length === 0
}

/** Expects every event once, in order; a repeat has the same content and stamp. Returns the number of repeats. */
export async function repeats({ settings }: Stores, count: number): Promise<number> {
  let found = 0
  for (const topic of [bills, votes] as const) {
    const byKey = Map.groupBy(await readTopic(settings, topic), ({ key }) => key)
    expect(byKey.size).toBe(KEYS)
    for (const records of byKey.values()) {
      const stamps = new Map<string, string>()
      for (const record of records) {
        const existing = stamps.get(String(record.value))
        if (existing !== undefined) {
          expect(stampOf(record)).toBe(existing)
          found += 1
        }
        stamps.set(String(record.value), stampOf(record))
      }
      expect([...stamps.keys()]).toEqual(Array.from({ length: count }, (_, index) => String(index)))
      expect([...stamps.values()]).toEqual([...stamps.values()].toSorted())
    }
  }
  return found
}

const stampOf = ({ headers }: LogRecord): string => String(headers.ce_recordedtime)

export const startRelay = ({ settings }: Stores): MainProcess => startMain(['relay'], settings)
