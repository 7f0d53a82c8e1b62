import { expect, it } from 'vitest'
import { HOUR_MS } from '../../runtime/durations.ts'
import { type AlertWorld, bills, createAlertWorld } from '../support/alerts/alert-world.ts'
import { expectedReports } from '../support/alerts/expected-reports.ts'
import { createKilledDatabase } from '../support/alerts/killed-database.ts'
import { addRandomEvents } from '../support/alerts/random-events.ts'
import { createRandom } from '../support/builders/seeded-random.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'

const DAYS = NIGHTLY ? 1_000 : 20
const SEED = Number(process.env.SEED ?? 19)
const ZONES = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Tokyo', 'America/St_Johns']
const START = '2023-09-20T12:00:00.000Z'

type Sub = { readonly id: number; readonly recipient: string; readonly bills: readonly number[] }

/** Two overlapping subscriptions of one address, a weekly one of it, other addresses, a feed. */
async function subscribeAll(world: AlertWorld, ids: readonly number[]): Promise<Sub[]> {
  const wanted = [
    { recipient: 'ada@example.org', bills: ids.slice(0, 3), hour: 7, zone: ZONES[0]! },
    { recipient: 'ada@example.org', bills: ids.slice(2, 5), hour: 7, zone: ZONES[0]! },
    { recipient: 'ada@example.org', bills: ids, hour: 2, zone: ZONES[1]!, weekday: 7 },
    { recipient: 'ben@example.org', bills: ids.slice(1, 4), hour: 1, zone: ZONES[2]! },
    { recipient: 'cleo@example.org', bills: ids, hour: 23, zone: ZONES[3]!, weekday: 1 },
    { recipient: 'feed', bills: ids.slice(3), hour: 0, zone: ZONES[4]! },
  ]
  const made: Sub[] = []
  for (const { recipient, bills: watched, hour, zone, weekday = null } of wanted) {
    const frequency = weekday === null ? 'daily' : 'weekly'
    const email = recipient === 'feed' ? null : recipient
    const schedule = { frequency, weekday, hour, zone } as const
    made.push({
      id: await world.subscribe({ known: bills(...watched), schedule, email }),
      recipient,
      bills: watched,
    })
  }
  return made
}

it(
  `in ${DAYS} days with kills, replays, two workers and clock steps, each change is in one digest, and a day has one`,
  async () => {
    const random = createRandom(SEED)
    const world = await createAlertWorld(START)
    const { story, clock, database } = world
    const built = Array.from({ length: 6 }, () => story.bill())
    await world.append()
    await world.catchUp(database)
    const subscriptions = await subscribeAll(
      world,
      built.map(({ id }) => id),
    )
    let danger = 0.02
    let kills = 0
    const killed = createKilledDatabase(database, random, {
      chance: () => danger,
      onKill: () => {
        kills += 1
      },
    })
    const log: Awaited<ReturnType<AlertWorld['append']>>[number][] = []
    /** A process that is killed is started again, at most a few times in a row. */
    const survive = async (work: () => Promise<unknown>): Promise<void> => {
      for (;;) {
        try {
          await work()
          return
        } catch {
          kills += 1
        }
      }
    }
    const end = Date.parse(START) + DAYS * 24 * HOUR_MS
    while (clock.now().getTime() < end) {
      clock.advance(random.between(1, 14) * HOUR_MS)
      if (random.next() < 0.05) clock.advance(random.between(-30, 60) * HOUR_MS)
      addRandomEvents(story, built, random)
      log.push(...(await world.append()))
      if (random.next() < 0.1) {
        await database.query('UPDATE alerts.position SET next = greatest(0, next - $1)', [
          random.between(1, 40),
        ])
      }
      // Two readers at a time: one of them finds that the positions have moved.
      await Promise.allSettled([world.catchUp(killed), world.catchUp(killed)])
      if (random.next() < 0.03) {
        const { id } = subscriptions[random.between(0, subscriptions.length)]!
        await database.query('UPDATE alerts.subscription SET zone = $2, next_due_at = now() WHERE id = $1', [
          id,
          ZONES[random.between(0, ZONES.length)],
        ])
        await database.query('UPDATE alerts.subscription SET next_due_at = $2 WHERE id = $1', [
          id,
          clock.now(),
        ])
      }
      await Promise.all([survive(() => world.digest(killed)), survive(() => world.digest(killed))])
    }
    danger = 0
    await world.catchUp(database)
    for (let hours = 0; hours < 9 * 24; hours += 6) {
      clock.advance(6 * HOUR_MS)
      await world.digest()
    }
    await expectOncePerDay(world)
    const { rows } = await database.query<{ recipient: string; ce_id: string; has_digest: boolean }>(
      `SELECT coalesce(r.email, 'feed') AS recipient, i.ce_id, d.id IS NOT NULL AS has_digest
     FROM alerts.item i JOIN alerts.recipient r ON r.id = i.recipient_id LEFT JOIN alerts.digest d ON d.id = i.digest_id
     WHERE i.digest_id IS DISTINCT FROM 0`,
    )
    const reported = rows
      .map(({ recipient, ce_id, has_digest }) => `${recipient} ${ce_id} ${has_digest}`)
      .sort()
    const expected = expectedReports(
      log.map(({ event }) => event),
      subscriptions,
    )
    expect(reported).toEqual(expected.map((each) => `${each} true`))
    expect(expected.length).toBeGreaterThan(DAYS)
    expect(kills, 'nothing was killed').toBeGreaterThan(0)
  },
  NIGHTLY ? 3_600_000 : 120_000,
)

/** By the calendar of the platform, not by the library that plans digests. */
async function expectOncePerDay(world: AlertWorld): Promise<void> {
  const { rows } = await world.database.query<{
    subscription_id: number
    day: string
    created_at: string
    mails: number
    channel: string
  }>(
    `SELECT d.subscription_id, d.day, d.created_at, s.channel,
       (SELECT count(*) FROM alerts.mail m WHERE m.message_id = d.message_id) AS mails
     FROM alerts.digest d JOIN alerts.subscription s ON s.id = d.subscription_id ORDER BY d.subscription_id, d.id`,
  )
  const last = new Map<number, string>()
  for (const { subscription_id, day, created_at, mails, channel } of rows) {
    expect(day > (last.get(subscription_id) ?? ''), `subscription ${subscription_id}, ${day}`).toBe(true)
    last.set(subscription_id, day)
    expect(mails).toBe(channel === 'feed' ? 0 : 1)
    // The zone may have changed since, so a day is at most one away from that of UTC.
    const away_h = (Date.parse(created_at) - Date.parse(`${day}T00:00:00Z`)) / HOUR_MS
    expect(away_h).toBeGreaterThan(-15)
  }
}
