import { setTimeout as delay } from 'node:timers/promises'
import { openContext } from '../../cli/context/context.ts'
import { appendLiveEvents } from '../../corpus/live/live-events.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { findParties, type Parties, readProcessorTime, since } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { startCommand, type Watched } from '../service/child-process.ts'
import { type CorpusStack, withCorpus } from '../service/corpus-stack.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { copyItems, type Floor, sendAlone } from './floors.ts'
import { type CountingServer, startMailServer } from './mail-server.ts'
import { requireComplete } from './require-complete.ts'
import { measureSearches } from './search-cost.ts'
import { createWatchers, type Watchers } from './watchers.ts'

const EVENTS_PER_S = 500
const LOOK_MS = 500
const LIMIT_MS = 20 * 60_000
const BAR_S = 300

type Progress = {
  readonly items: number
  readonly digests: number
  readonly due: number
  readonly mails: number
}
type Phase = {
  readonly name: string
  readonly seconds: number
  readonly own_s: number
  readonly postgres_s: number
  /** Resident memory at each tenth of the work. */
  readonly memory_mb: readonly number[]
}

/**
 * A day of digests: takes events of bills for many subscriptions, writes all their digests and hands the mails to a mail
 * server, beside the cheapest way to do the same.
 */
export async function benchAlerts(bills: string, subscriptions: string, events: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'kafka', 'registry'] })
  const [watching, wanted] = [wholeNumber('subscriptions', subscriptions), wholeNumber('events', events)]
  const server = await startMailServer()
  const overrides = {
    smtp_url: server.url,
    public_origin: 'https://pages.example.org',
    // The pace is for providers: here it would be measured instead.
    alert_mails_a_minute: 100_000,
  }
  try {
    const options = { settings, log, name: 'alerts', bills, projected: true, overrides }
    return await withCorpus(options, (stack) => measureAlerts(stack, settings, server, watching, wanted))
  } finally {
    await server.close()
  }
}

async function measureAlerts(
  stack: CorpusStack,
  shared: Settings,
  server: CountingServer,
  watching: number,
  wanted: number,
): Promise<string> {
  const { database, settings, read_schema } = stack
  const parties = await findParties(shared)
  // Those of an earlier run, if the database is kept.
  await database.query(
    "DELETE FROM account.account WHERE name LIKE 'bench %'; TRUNCATE alerts.change CASCADE",
  )
  const watchers = await createWatchers(database, read_schema, watching)
  const searches = await measureSearches(database, read_schema, parties)
  const events = await appendAll(stack, wanted)
  const alerts = startCommand('alerts', ['alerts'], settings)
  try {
    const reading = await watch('take the events', alerts, parties, {
      of: events,
      done: async () => events - ((await unreadEvents(database)) ?? events),
    })
    const before = await readProgress(database)
    await database.query(
      "UPDATE alerts.subscription SET last_day = (now() - interval '20 days')::date, next_due_at = now() - interval '1 minute'",
    )
    const digesting = await watch('write and mail the digests', alerts, parties, {
      of: watching,
      async done() {
        const { due, mails } = await readProgress(database)
        return watching - due - mails
      },
    })
    const after = await readProgress(database)
    await requireComplete(database, server)
    const [mails, bytes] = [server.mails(), (server.megabytes() * 1e6) / server.mails()]
    const copied = await copyItems(database, parties)
    const sent = await sendAlone(server.url, mails, bytes)
    return await keepResult(
      `legislog bench alerts ${stack.bills} ${watching} ${wanted}`,
      describe({
        ...{ stack, watchers, events, reading, digesting, copied, sent, searches, bytes, mails },
        ...{ items: before.items, digests: after.digests, peak_mb: alerts.spent().peak_mb },
      }),
    )
  } finally {
    await alerts.stop()
  }
}

/** Live events of existing bills, until the read schema shows all. */
async function appendAll(stack: CorpusStack, wanted: number): Promise<number> {
  const { settings, database } = stack
  const relay = startCommand('relay', ['relay'], settings)
  let events: number
  try {
    const codec = await createEventCodec(settings, database)
    const live = await appendLiveEvents({ ...stack, codec, events_per_s: EVENTS_PER_S, seed: 2 })
    while (live.events() < wanted) await Promise.race([delay(LOOK_MS), live.failed])
    await live.stop()
    events = live.events()
    const start = performance.now()
    while ((await countRows(database, 'ingest.outbox')) > 0) {
      requireTime(start, 'the relay')
      await delay(LOOK_MS)
    }
  } finally {
    await relay.stop()
  }
  await startCommand('project', ['project', '--once', '--json'], settings).lastLine()
  return events
}

async function countRows(database: Database, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`SELECT count(*) FROM ${table}`)
  return rows[0]!.count
}

function requireTime(start: number, what: string): void {
  if (performance.now() - start > LIMIT_MS)
    throw new LegislogError('service_failed', `${what} did not end within ${LIMIT_MS / 60_000} minutes`)
}

/** Events that the service has still to read; undefined before its first batch. */
async function unreadEvents(database: Database): Promise<number | undefined> {
  const { rows } = await database.query<{ left: number | null }>(
    `SELECT sum(c.next - a.next)::float8 AS left FROM alerts.position a
     JOIN control.position c USING (topic, partition) JOIN control.read_schema s ON s.name = c.read_schema AND s.is_live`,
  )
  return rows[0]?.left ?? undefined
}

async function readProgress(database: Database): Promise<Progress> {
  const { rows } = await database.query<Progress>(
    `SELECT (SELECT count(*) FROM alerts.item WHERE digest_id IS DISTINCT FROM 0) AS items,
       (SELECT count(*) FROM alerts.digest) AS digests,
       (SELECT count(*) FROM alerts.subscription WHERE next_due_at <= now()) AS due,
       (SELECT count(*) FROM alerts.mail WHERE next_attempt_at IS NOT NULL) AS mails`,
  )
  return rows[0]!
}

/** Watches the service until its work is done, and reads its memory at each tenth of it. */
async function watch(
  name: string,
  alerts: Watched,
  parties: Parties,
  work: { readonly of: number; readonly done: () => Promise<number> },
): Promise<Phase> {
  const start = performance.now()
  const before = { own_s: alerts.spent().cpu_s, servers: readProcessorTime(parties) }
  const memory_mb: number[] = []
  for (let done = 0; done < work.of; ) {
    await delay(LOOK_MS)
    requireTime(start, name)
    done = await work.done()
    while (memory_mb.length < Math.floor((10 * done) / work.of)) memory_mb.push(alerts.residentMegabytes())
  }
  const servers = since(before.servers, readProcessorTime(parties))
  return {
    name,
    seconds: (performance.now() - start) / 1000,
    own_s: alerts.spent().cpu_s - before.own_s,
    postgres_s: servers.postgres_ms / 1000,
    memory_mb,
  }
}

function describe(all: {
  readonly stack: CorpusStack
  readonly watchers: Watchers
  readonly events: number
  readonly reading: Phase
  readonly digesting: Phase
  readonly copied: Floor
  readonly sent: Floor
  readonly searches: string
  readonly items: number
  readonly digests: number
  readonly mails: number
  readonly bytes: number
  readonly peak_mb: number
}): string {
  const { stack, watchers, events, reading, digesting, copied, sent, items, digests, mails, bytes } = all
  const { sheets, lists, searches, distinct_searches, recipients, feeds } = watchers
  const total_s = reading.seconds + digesting.seconds
  const row = ({ name, seconds, own_s, postgres_s }: Phase, count: number, what: string) => {
    const each_us = (1e6 * (own_s + postgres_s)) / count
    return [
      name,
      seconds.toFixed(0),
      own_s.toFixed(1),
      postgres_s.toFixed(1),
      `${each_us.toFixed(0)} a ${what}`,
    ]
  }
  const floor = (name: string, { seconds, cpu_s, count }: Floor, of: 'own' | 'postgres', what: string) => [
    ...[name, seconds.toFixed(0), of === 'own' ? cpu_s.toFixed(1) : '', of === 'own' ? '' : cpu_s.toFixed(1)],
    `${((1e6 * cpu_s) / count).toFixed(0)} a ${what}`,
  ]
  const cpuOf = ({ own_s, postgres_s }: Phase) => own_s + postgres_s
  return [
    `${stack.bills} generated bills; ${sheets + lists + searches} subscriptions: ${sheets} of sheets, ${lists} of bills, ${searches} of searches (${distinct_searches} different ones); ${recipients} recipients, ${feeds} of them feeds; ten time zones, all hours. ${events} live events give ${items} items, ${digests} digests and ${mails} mails of ${(bytes / 1000).toFixed(1)} kB to a real mail server on loopback, whose time is not in these numbers. Every mail came once.`,
    `Bar: all within ${BAR_S} s. It took ${total_s.toFixed(0)} s with one process.`,
    markdown(
      ['', 's', 'CPU s here', 'CPU s of Postgres', 'µs CPU'],
      [
        row(reading, events, 'event'),
        floor('floor: as many items into a copy of their table', copied, 'postgres', 'item'),
        row(digesting, digests, 'digest'),
        floor('floor: nodemailer alone, as many mails of this size', sent, 'own', 'mail'),
      ],
    ),
    `To take the events costs ${(cpuOf(reading) / copied.cpu_s).toFixed(1)} × its floor, and ${((1e6 * cpuOf(reading)) / items).toFixed(0)} µs an item. To write and mail the digests costs ${(cpuOf(digesting) / sent.cpu_s).toFixed(1)} × its floor.`,
    `Memory of the process in MB, at each tenth of the work: events ${reading.memory_mb.join(', ')}; digests ${digesting.memory_mb.join(', ')}. Peak ${all.peak_mb}.`,
    all.searches,
  ].join('\n\n')
}
