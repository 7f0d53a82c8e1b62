import { expect, it } from 'vitest'
import { PARTITION_LEASE_CLASS } from '../../runtime/log-clock.ts'
import type { LogRecord } from '../../runtime/log-record.ts'
import type { Database } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { type MainProcess, startMain } from '../support/main-process.ts'
import { fillOutbox } from '../support/outbox.ts'
import { readTopic } from '../support/read-topic.ts'
import { createTestTopics } from '../support/topics.ts'

const bills = 'legislog.bills.v1'
const votes = 'legislog.votes.v1'
const KEYS = 24
/** Four topics of four partitions. */
const PARTITIONS = 16

type Stores = { settings: Settings; database: Database }

async function stores(): Promise<Stores> {
  const { url, database } = await createTestDatabase()
  return { database, settings: await createTestTopics({ database_url: url, log_level: 'error' }) }
}

/** How many partitions of each topic each relay holds. */
async function leases({ database }: Stores): Promise<Map<number, number[]>> {
  const { rows } = await database.query<{ pid: number; numbers: number[] }>(
    `SELECT pid, array_agg(objid::int ORDER BY objid) AS numbers FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid`,
    [PARTITION_LEASE_CLASS],
  )
  return new Map(rows.map(({ pid, numbers }) => [pid, numbers]))
}

/** Each of so many relays holds its part of all partitions, and of each topic. */
async function shared(place: Stores, relays: number): Promise<boolean> {
  const held = [...(await leases(place)).values()]
  const fair = held.every((numbers) => {
    const byTopic = Map.groupBy(numbers, (number) => number >> 12)
    return [...byTopic.values()].every(({ length }) => length <= Math.ceil(4 / relays))
  })
  return held.length === relays && held.flat().length === PARTITIONS && fair
}

/** `count` rows a key, after those before it. */
async function fill({ database, settings }: Stores, from: number, count: number): Promise<void> {
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

async function isEmpty({ database }: Stores): Promise<boolean> {
  const { rows } = await database.query('SELECT FROM ingest.outbox LIMIT 1')
  return rows.length === 0
}

/** Every event once, in order; a repeat says the same with the same stamp. Gives how many repeats there are. */
async function repeats({ settings }: Stores, count: number): Promise<number> {
  let found = 0
  for (const topic of [bills, votes] as const) {
    const byKey = Map.groupBy(await readTopic(settings, topic), ({ key }) => key)
    expect(byKey.size).toBe(KEYS)
    for (const records of byKey.values()) {
      const stamps = new Map<string, string>()
      for (const record of records) {
        const held = stamps.get(String(record.value))
        if (held !== undefined) {
          expect(stampOf(record)).toBe(held)
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

const startRelay = ({ settings }: Stores): MainProcess => startMain(['relay'], settings)

it('relays share the partitions of every topic evenly, and hand over when one joins, leaves or is killed', async () => {
  const place = await stores()
  const [one, two] = [startRelay(place), startRelay(place)]
  await eventually(() => shared(place, 2), { timeout_ms: 20_000 })
  await fill(place, 0, 4)
  const three = startRelay(place)
  await eventually(() => shared(place, 3), { timeout_ms: 20_000 })
  await fill(place, 4, 4)
  one.child.kill('SIGTERM')
  await one.ended
  await eventually(() => shared(place, 2))
  await fill(place, 8, 4)
  two.child.kill('SIGKILL')
  await eventually(() => shared(place, 1))
  await eventually(() => isEmpty(place))
  three.child.kill('SIGTERM')
  await three.ended
  await repeats(place, 12)
}, 90_000)

it('a relay that was stopped loses its partitions within ten seconds, and steps back when it is woken', async () => {
  const place = await stores()
  const sleeper = startRelay(place)
  await eventually(() => shared(place, 1), { timeout_ms: 20_000 })
  const other = startRelay(place)
  await eventually(() => shared(place, 2), { timeout_ms: 20_000 })
  await fill(place, 0, 2)
  await fill(place, 2, 40)
  sleeper.child.kill('SIGSTOP')
  await fill(place, 42, 2)
  const stopped_ms = performance.now()
  await eventually(() => isEmpty(place), { timeout_ms: 15_000 })
  expect(performance.now() - stopped_ms).toBeLessThan(10_000)
  expect(await shared(place, 1)).toBe(true)

  sleeper.child.kill('SIGCONT')
  await fill(place, 44, 2)
  await eventually(() => shared(place, 2))
  await eventually(() => isEmpty(place))
  await fill(place, 46, 2)
  await eventually(() => isEmpty(place))
  for (const { child } of [sleeper, other]) child.kill('SIGTERM')
  await Promise.all([sleeper.ended, other.ended])
  await repeats(place, 48)
}, 90_000)
