import { beforeAll, describe, expect, it } from 'vitest'
import type { RunCounts } from '../../ingest/runs/run.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { createPostgresProxy, type Moment } from '../support/faults/postgres-proxy.ts'
import { acking, claiming, committingAfter } from '../support/faults/transaction-moments.ts'
import { startMain } from '../support/harness/main-process.ts'
import { loggedEvents } from '../support/log/logged-events.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

/** Postgres has committed, but its client cannot know: each process must find out, or repeat it safely. */
let service: WholeService
let sample: EditedSample
let receiver: Receiver
let emitted = 0

beforeAll(async () => {
  service = await createWholeService()
  await service.startProjections()
  const relay = service.startRelay()
  await service.ingestSample()
  await service.caughtUp()
  await relay.stop()
  receiver = (await service.createEndpoint(['bill.action'])).receiver
  sample = await editSample()
  emitted = await addNotes(sample, 'of every bill')
}, 120_000)

/** Runs a command behind a proxy that cuts the connection once, after Postgres has run such a statement. */
async function runBehind(args: readonly string[], moment: Moment) {
  const proxy = await createPostgresProxy(service.settings.database_url)
  const reached = proxy.holdAnswer(moment)
  const process = startMain(args, { ...service.settings, database_url: proxy.url })
  const held = await reached
  held.cut()
  return process
}

async function count(text: string): Promise<number> {
  return (await service.database.query<{ count: number }>(`SELECT count(*) AS count ${text}`)).rows[0]!.count
}

describe.sequential('when the connection breaks before the answer,', { timeout: 60_000 }, () => {
  it('ingest emits each event once, and counts it', async () => {
    const args = ['ingest', 'openstates-scraper', sample.folder, '--live']
    const { ended } = await runBehind(args, committingAfter('INSERT INTO ingest.outbox'))
    expect(await ended).toEqual([0, null])
    expect(await count('FROM ingest.outbox')).toBe(emitted)
    const { rows } = await service.database.query<{ counts: RunCounts }>(
      "SELECT counts FROM ingest.run WHERE status = 'done' ORDER BY started_at DESC LIMIT 1",
    )
    expect(rows[0]!.counts).toMatchObject({ events: emitted, by_type: { 'bill.action': emitted } })
  })

  it.each([
    ['after it has stamped', claiming],
    ['after it has deleted what it published', acking],
  ])('a relay publishes each event once: %s', async (when, moment) => {
    emitted += await addNotes(sample, when)
    await service.ingest('openstates-scraper', sample.folder)
    const { records, events } = await loggedEvents(service.settings)
    const waiting = await count('FROM ingest.outbox')
    const { child, ended } = await runBehind(['relay'], moment)
    await service.caughtUp()
    child.kill('SIGTERM')
    await ended
    expect(await loggedEvents(service.settings)).toEqual({
      records: records + waiting,
      events: events + waiting,
    })
    expect(await service.verify()).toMatchObject({ is_equal: true, holes: [], parked: [] })
  })

  it('a dispatcher sends each webhook once, and records each attempt once', async () => {
    const { child, ended } = await runBehind(['webhooks'], committingAfter('INSERT INTO webhook.attempt'))
    await service.caughtUp()
    await service.delivered()
    expect(receiver.received).toHaveLength(emitted)
    expect(new Set(receiver.keys()).size).toBe(emitted)
    expect(await count("FROM webhook.delivery WHERE status = 'delivered' AND attempt = 1")).toBe(emitted)
    expect(await count('FROM webhook.attempt')).toBe(emitted)
    child.kill('SIGTERM')
    await ended
  })
})
