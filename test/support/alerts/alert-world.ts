import type { ReadFacts } from '../../../alerts/digest/digest-content.ts'
import { writeDue } from '../../../alerts/digest/digest-loop.ts'
import { alertTopics, loadPositions } from '../../../alerts/log/positions.ts'
import { type Applied, applyBatch } from '../../../alerts/reading/apply-batch.ts'
import { releaseDeferred } from '../../../alerts/reading/release-deferred.ts'
import type { Schedule } from '../../../alerts/schedule/local-days.ts'
import type { Known } from '../../../api/alerts/subscriptions.ts'
import { createSubscription } from '../../../api/alerts/subscriptions.ts'
import { createAlertReads } from '../../../cli/wiring/alert-reads.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { catalog } from '../../../schemas/log/event-catalog.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { createProjectedSchema, type ProjectedSchema } from '../api/projected-events.ts'
import { EventBuilder } from '../builders/event-builder.ts'
import { createManualClock, type ManualClock } from '../clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'
import { createListedLog, type Logged } from './listed-log.ts'

export const NEW_YORK = { frequency: 'daily', weekday: null, hour: 7, zone: 'America/New_York' } as const
export const ORIGIN = 'https://pages.example.org'

type Asked = {
  readonly known: Known
  readonly name?: string
  readonly schedule?: Schedule
  /** null: a feed. */
  readonly email?: string | null
  readonly account?: { readonly id: number; readonly name: string }
}

export type StoredDigest = {
  readonly subscription_id: number
  readonly day: string
  readonly items: number
  readonly message_id: string
  readonly text: string
  readonly html: string
}

/** Alerts on a real database and read model, without a broker: the log is a list, and the clock moves by hand. */
export type AlertWorld = {
  readonly test: TestDatabase
  readonly database: Database
  readonly projected: ProjectedSchema
  readonly story: EventBuilder
  readonly clock: ManualClock
  account(name: string): Promise<{ id: number; name: string }>
  /** A subscription whose recipient has agreed. */
  subscribe(asked: Asked): Promise<number>
  /** Appends the events of the story to the log; the read model shows them, and the reader takes them. */
  publish(how?: { readonly isProjected?: boolean; readonly backfill?: boolean }): Promise<Applied>
  /** Lets the read model show what it did not, and takes what waited for it. */
  release(): Promise<boolean>
  /** Reads the whole log again from its beginning. */
  replay(): Promise<Applied>
  /** Reads what the positions say is unread, over these connections. */
  catchUp(over: Database): Promise<void>
  /** Appends the events of the story to the log; the read model shows them, and nothing reads them yet. */
  append(): Promise<readonly Logged[]>
  /** Writes the digests that are due now. */
  digest(over?: Database): Promise<number>
  digests(): Promise<StoredDigest[]>
}

export const bills = (...ids: number[]): Known => ({
  watched: { watches: 'bills', bill_ids: ids },
  bill_ids: ids,
})
export const sheet = (id: number): Known => ({ watched: { watches: 'sheet', sheet_id: id }, bill_ids: [] })

export async function createAlertWorld(now = '2026-03-02T09:00:00.000Z'): Promise<AlertWorld> {
  const test = await createProjectedDatabase()
  const { database } = test
  const projected = await createProjectedSchema(test)
  const clock = createManualClock(now)
  const story = new EventBuilder()
  const list = createListedLog()
  const withheld: LogEvent[] = []
  const reads = createAlertReads(database)
  const parts = { database, codec: list.codec, matchSearches: reads.matchSearches, keep_days: 400 }
  const main = await accountOf(database, 'readers-league')

  async function project(taken: readonly LogEvent[]): Promise<void> {
    await projected.apply(taken)
    const topics: readonly TopicName[] = [...new Set(taken.map(({ type }) => catalog[type].topic))]
    for (const topic of topics)
      await database.query(
        'UPDATE control.position SET next = $2 WHERE topic = $1 AND partition = 0 AND read_schema = $3',
        [topic, list.endOf(topic), projected.name],
      )
  }

  async function read(logged: readonly Logged[]): Promise<Applied> {
    const slices = list.slicesOf(logged)
    await loadPositions(database, slices)
    const applied = await applyBatch(
      { epoch: 0, slices },
      { ...parts, now: clock.now(), moves_positions: true },
    )
    return applied!
  }

  async function append(): Promise<readonly Logged[]> {
    const taken = story.take()
    const logged = taken.map(list.append)
    await project(taken)
    return logged
  }

  async function publish({
    isProjected = true,
    backfill = false,
  }: {
    readonly isProjected?: boolean
    readonly backfill?: boolean
  } = {}) {
    const taken = story.take().map((event) => ({ ...event, meta: { ...event.meta, backfill } }) as LogEvent)
    const topics = [...new Set(taken.map(({ type }) => catalog[type].topic))]
    // The position of a partition begins before its first event.
    await loadPositions(
      database,
      topics.map((topic) => ({ topic, partition: 0 })),
    )
    const logged = taken.map(list.append)
    if (isProjected) await project(taken)
    else withheld.push(...taken)
    return read(logged)
  }

  return {
    test,
    database,
    projected,
    story,
    clock,
    account: (name) => accountOf(database, name),
    async subscribe({
      known,
      name = 'Bills',
      schedule = NEW_YORK,
      email = 'reader@example.org',
      account = main,
    }) {
      const asked = { name, known, schedule, email: email ?? undefined }
      const { id } = await createSubscription(database, account, asked, { origin: ORIGIN, now: clock.now() })
      await database.query(
        `UPDATE alerts.recipient SET confirmed_at = $2
         WHERE confirmed_at IS NULL AND id = (SELECT recipient_id FROM alerts.subscription WHERE id = $1)`,
        [id, clock.now()],
      )
      return id
    },
    publish,
    async release() {
      await project(withheld.splice(0))
      return releaseDeferred({ ...parts, clock })
    },
    async replay() {
      await database.query('UPDATE alerts.position SET next = 0')
      return read(list.all())
    },
    append,
    async catchUp(over) {
      const next = await loadPositions(
        over,
        alertTopics.map((topic) => ({ topic, partition: 0 })),
      )
      const unread = list.all().filter(({ record }) => record.offset >= next.get(`${record.topic}:0`)!)
      if (unread.length === 0) return
      const batch = { epoch: 0, slices: list.slicesOf(unread) }
      await applyBatch(batch, { ...parts, database: over, now: clock.now(), moves_positions: true })
    },
    digest: (over = database) => writeDigests(over, reads.readFacts, clock),
    digests: () => readDigests(database),
  }
}

async function readDigests(database: Database): Promise<StoredDigest[]> {
  const { rows } = await database.query<StoredDigest>(
    `SELECT d.subscription_id, d.day, d.items, d.message_id, coalesce(m.body, d.text) AS text, coalesce(m.html, d.html) AS html
         FROM alerts.digest d LEFT JOIN alerts.mail m USING (message_id) ORDER BY d.id`,
  )
  return rows
}

async function accountOf(database: Database, name: string): Promise<{ id: number; name: string }> {
  const { rows } = await database.query<{ id: number; name: string }>(
    "INSERT INTO account.account (name, tier) VALUES ($1, 'business') RETURNING id, name",
    [name],
  )
  return rows[0]!
}

function writeDigests(database: Database, readFacts: ReadFacts, clock: ManualClock): Promise<number> {
  return writeDue({ database, readFacts, origin: ORIGIN, clock, log: createLog('alerts', 'silent') })
}
