import { afterEach, describe, expect, it } from 'vitest'
import { createRelay, type Relay, relayUntilDrained } from '../../../ingest/relay/relay.ts'
import { createKafka, ensureTopics } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { killOnce, startMain } from '../../support/harness/main-process.ts'
import { fillOutbox, type WaitingRow } from '../../support/log/outbox.ts'
import { headerOf, readTopic, topicEnds } from '../../support/log/read-topic.ts'
import { ALL_PARTITIONS, createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const bills = 'legislog.bills.v1'
const relays: Relay[] = []

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()))
})

async function stores(): Promise<{ settings: Settings; database: Database }> {
  const { url, database } = await createTestDatabase()
  return { database, settings: await createTestTopics({ database_url: url }) }
}

function relayOptions(settings: Settings, database: Database) {
  return {
    settings,
    database,
    kafka: createKafka(settings, 'legislog-test'),
    log: createLog('relay', 'silent'),
  }
}

function startRelay(settings: Settings, database: Database): Relay {
  const relay = createRelay(relayOptions(settings, database))
  relays.push(relay)
  relay.start()
  return relay
}

function rowsOf(keys: number, rounds: number): WaitingRow[] {
  return Array.from({ length: keys * rounds }, (_, index) => {
    const round = Math.floor(index / keys)
    return { key: `ocd-bill/${index % keys}`, values: [`${2 * round}`, `${2 * round + 1}`] }
  })
}

function valuesByKey(records: readonly LogRecord[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const { key, value } of records) values.set(key, [...(values.get(key) ?? []), String(value)])
  return values
}

/** Removes the repeats that a crash may leave: values of a key only grow. */
function firstSights(values: readonly string[]): string[] {
  return [...new Set(values)]
}

function stampsByPartition(records: readonly LogRecord[]): string[][] {
  return [...Map.groupBy(records, ({ partition }) => partition).values()].map((group) =>
    group.map((record) => headerOf(record, 'ce_recordedtime')),
  )
}

describe('the relay', () => {
  it('publishes the events of each key in order, with rising stamps, and empties the outbox', async () => {
    const { settings, database } = await stores()
    await fillOutbox(database, settings, rowsOf(20, 5))
    const counters = await relayUntilDrained(relayOptions(settings, database))
    expect(counters).toMatchObject({ rows: 100, events: 200, resent_rows: 0, send_failures: 0 })

    const records = await readTopic(settings, bills)
    for (const values of valuesByKey(records).values()) {
      expect(values).toEqual(Array.from({ length: 10 }, (_, index) => String(index)))
    }
    for (const stamps of stampsByPartition(records)) {
      expect(stamps).toEqual(stamps.toSorted())
      expect(new Set(stamps).size).toBe(stamps.length / 2)
      for (const stamp of stamps) expect(stamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    }
    const { rows } = await database.query(
      `SELECT partition, claimed, end_offset::text FROM control.partition_clock WHERE topic = $1 ORDER BY partition`,
      [bills],
    )
    const ends = await topicEnds(settings, bills)
    const expected = ends.map(({ partition, end }) => ({ partition, claimed: 0, end_offset: String(end) }))
    expect(rows).toEqual(expected.toSorted((a, b) => a.partition - b.partition))
  })

  it('keeps making rounds when it has nothing to send, and stays ready', async () => {
    const { settings, database } = await stores()
    const { health } = startRelay(settings, database)
    await eventually(() => health().leases > 0)
    let before = 0
    const wentAround = () => {
      const { ms_since_progress } = health()
      const is_later = ms_since_progress < before
      before = ms_since_progress
      return is_later
    }
    await eventually(wentAround)
    await eventually(wentAround)
    expect(health()).toMatchObject({ is_ready: true, error: undefined })
  })

  it('stamps later than a floor ahead of the clock, and later than all earlier stamps', async () => {
    const { settings, database } = await stores()
    const ahead_s = settings.clock_tolerance_s / 2
    const { rows } = await database.query<{ floor: string }>(
      `UPDATE control.log_floor SET at = clock_timestamp() + $1 * interval '1 second' RETURNING at AS floor`,
      [ahead_s],
    )
    const { floor } = rows[0]!
    await fillOutbox(database, settings, rowsOf(4, 1))
    await relayUntilDrained(relayOptions(settings, database))
    await database.query("UPDATE control.log_floor SET at = '-infinity'")
    await fillOutbox(database, settings, rowsOf(4, 1))
    await relayUntilDrained(relayOptions(settings, database))
    for (const stamps of stampsByPartition(await readTopic(settings, bills))) {
      expect(stamps).toEqual(stamps.toSorted())
      expect(stamps[0]! > floor).toBe(true)
    }
  })

  it('publishes events of 4 MB between small ones', async () => {
    const { settings, database } = await stores()
    const huge = Buffer.alloc(4 * 1024 * 1024, 0x61)
    await fillOutbox(database, settings, [
      { key: 'ocd-bill/1', values: ['before', huge, 'after'] },
      { key: 'ocd-bill/1', values: [huge, huge, 'end'] },
    ])
    await relayUntilDrained(relayOptions(settings, database))
    const sizes = (await readTopic(settings, bills)).map(({ value }) => value?.length)
    expect(sizes).toEqual([6, huge.length, 5, huge.length, huge.length, 3])
  })

  it('waits while the log cannot be written, and loses nothing', async () => {
    const { url, database } = await createTestDatabase()
    const ready = await createTestTopics({ database_url: url })
    const settings = { ...ready, topic_prefix: `${ready.topic_prefix}later.` }
    await fillOutbox(database, settings, rowsOf(5, 2))
    const relay = startRelay(settings, database)
    await eventually(() => relay.counters().send_failures > 0)
    await ensureTopics(createKafka(settings, 'legislog-test'), settings)
    await relay.drained()
    expect(relay.counters()).toMatchObject({ session_failures: 0, events: 20 })
    const values = valuesByKey(await readTopic(settings, bills))
    expect(values.size).toBe(5)
    for (const sights of values.values()) expect(firstSights(sights)).toEqual(['0', '1', '2', '3'])
  })

  it('reconnects when Postgres ends its session, and loses nothing', async () => {
    const { settings, database } = await stores()
    const relay = startRelay(settings, database)
    await eventually(() => relay.counters().leases === ALL_PARTITIONS)
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    await fillOutbox(database, settings, rowsOf(10, 4))
    await relay.drained()
    expect(relay.counters().session_failures).toBeGreaterThan(0)
    for (const values of valuesByKey(await readTopic(settings, bills)).values()) {
      expect(firstSights(values)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    }
  })
})

describe('two relays', () => {
  it('share the partitions, keep the order of each key, and take over when one stops', async () => {
    const { settings, database } = await stores()
    const others = createDatabase(settings)
    const [one, two] = [startRelay(settings, database), startRelay(settings, others)]
    await eventually(
      () => one.counters().leases === ALL_PARTITIONS / 2 && two.counters().leases === ALL_PARTITIONS / 2,
    )
    await fillOutbox(database, settings, rowsOf(40, 5))
    await one.drained()
    expect(one.counters().events).toBeGreaterThan(0)
    expect(two.counters().events).toBeGreaterThan(0)
    expect(one.counters().events + two.counters().events).toBe(400)

    await two.stop()
    await eventually(() => one.counters().leases === ALL_PARTITIONS)
    await fillOutbox(database, settings, [{ key: 'ocd-bill/0', values: ['10'] }])
    await one.drained()
    await others.end()
    const records = await readTopic(settings, bills)
    for (const [key, values] of valuesByKey(records)) {
      const last = key === 'ocd-bill/0' ? 11 : 10
      expect(values).toEqual(Array.from({ length: last }, (_, index) => String(index)))
    }
    for (const stamps of stampsByPartition(records)) expect(stamps).toEqual(stamps.toSorted())
  })
})

describe('a relay that is killed between sending and deletion', () => {
  it('is followed by one that first sends the same bytes again', async () => {
    const { settings, database } = await stores()
    await fillOutbox(database, settings, rowsOf(6, 3))
    // A row that is locked FOR KEY SHARE can be stamped and not deleted.
    const holder = await database.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ingest.outbox FOR KEY SHARE')
    const relay = startMain(['relay'], settings, { LOG_LEVEL: 'warn' })
    await killOnce(relay, async () => sumOf(await topicEnds(settings, bills)) === 36n, {
      timeout_ms: 20_000,
    })
    await eventually(async () => {
      const { rows } = await database.query<{ sessions: number }>(
        `SELECT count(*)::int AS sessions FROM pg_stat_activity
         WHERE application_name = 'legislog relay' AND datname = current_database()`,
      )
      return rows[0]?.sessions === 0
    })
    await holder.query('ROLLBACK')
    holder.release()

    await fillOutbox(database, settings, [{ key: 'ocd-bill/0', values: ['6'] }])
    const counters = await relayUntilDrained(relayOptions(settings, database))
    expect(counters).toMatchObject({ resent_rows: 18, rows: 19, events: 37 })

    const records = await readTopic(settings, bills)
    expect(records).toHaveLength(36 + 37)
    for (const group of Map.groupBy(records, ({ partition }) => partition).values()) {
      const bytes = group.map(({ key, value, headers }) => JSON.stringify([key, value, headers]))
      const half = Math.floor(bytes.length / 2)
      expect(bytes.slice(half, 2 * half)).toEqual(bytes.slice(0, half))
    }
    expect(String(valuesByKey(records).get('ocd-bill/0')?.at(-1))).toBe('6')
  })
})

function sumOf(ends: readonly { end: bigint }[]): bigint {
  return ends.reduce((sum, { end }) => sum + end, 0n)
}
