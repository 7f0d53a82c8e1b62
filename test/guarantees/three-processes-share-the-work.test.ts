import { beforeAll, expect, it } from 'vitest'
import { topics } from '../../schemas/log/topics.ts'
import { freePort } from '../../stack/processes/port.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { eventually } from '../support/harness/eventually.ts'
import { type MainProcess, startMain } from '../support/harness/main-process.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { addNotes, type EditedSample, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

type Kind = 'project' | 'webhooks'
type Member = MainProcess & { readonly port: number; readonly kind: Kind }

let service: WholeService
let sample: EditedSample
let receiver: Receiver
let owed = 0
const members: Member[] = []

beforeAll(async () => {
  service = await createWholeService({ projector_batch_events: 20 })
  service.startRelay()
  receiver = (await service.createEndpoint(['*'])).receiver
  sample = await editSample()
  await join()
  await service.ingestSample()
  await service.caughtUp()
}, 60_000)

/** Starts another projector and another dispatcher. */
async function join(): Promise<void> {
  for (const kind of ['project', 'webhooks'] as const) {
    const port = await freePort()
    members.push({ ...startMain([kind], { ...service.settings, metrics_port: port }), port, kind })
  }
}

async function leave(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const leaving = members.splice(0, 2)
  for (const { child } of leaving) child.kill(signal)
  await Promise.all(leaving.map(({ ended }) => ended))
}

/** The number of partitions that a member reads; undefined while it joins or does not answer. */
async function assignedTo({ port, kind }: Member): Promise<number | undefined> {
  type Reader = { state: string; assigned: number }
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  const emitted = (await answer?.json()) as
    | { reader?: Reader; read_schemas?: { reader?: Reader }[] }
    | undefined
  const reader = kind === 'project' ? emitted?.read_schemas?.[0]?.reader : emitted?.reader
  return reader?.state === 'reading' ? reader.assigned : undefined
}

/** Partitions are assigned by number: the same number of bills and votes goes to one member. */
async function shared(): Promise<boolean> {
  for (const [kind, read] of [
    ['project', topics.length],
    ['webhooks', 2],
  ] as const) {
    const group = members.filter((member) => member.kind === kind)
    const counts = await Promise.all(group.map(assignedTo))
    const fair = group.map((_, index) => read * Math.ceil((4 - index) / group.length))
    if (counts.toSorted().join() !== fair.toSorted().join()) return false
  }
  return true
}

const whenShared = () => eventually(shared, { timeout_ms: 40_000, interval_ms: 100 })

/** Adds an action to every bill of the sample, which every endpoint receives. */
async function news(text: string): Promise<void> {
  owed += await addNotes(sample, text)
  await service.ingest('openstates-scraper', sample.folder)
}

it.runIf(NIGHTLY)(
  'projectors and dispatchers that join, leave or are killed hand over without loss or repeats',
  async () => {
    await whenShared()
    await join()
    await news('as the second joins')
    await whenShared()
    await join()
    await news('as the third joins')
    await whenShared()
    await news('to all three')
    const leaving = leave('SIGTERM')
    await news('as the first leaves')
    await leaving
    await whenShared()
    await news('to the other two')
    await leave('SIGKILL')
    await news('as the second is killed')
    await eventually(() => service.caughtUp().then(() => true), { timeout_ms: 40_000 })
    await eventually(() => new Set(receiver.keys()).size >= owed, { timeout_ms: 20_000 })

    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
    const { rows } = await service.database.query<{ events: number; deliveries: number }>(
      `SELECT (SELECT count(*) FROM webhook.event) AS events, (SELECT count(*) FROM webhook.delivery) AS deliveries`,
    )
    expect(rows[0]).toEqual({ events: owed, deliveries: owed })
    expect(new Set(receiver.keys()).size).toBe(owed)
  },
  150_000,
)
