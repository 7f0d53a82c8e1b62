import { beforeEach, describe, expect, it } from 'vitest'
import { emitRelease } from '../../cli/wiring/emit-release.ts'
import { emitReleases } from '../../cli/wiring/emit-releases.ts'
import { type Release, retryParked } from '../../projections/parked-retry/retry-parked.ts'
import { switchReaders } from '../../projections/rebuild/switch/switch-readers.ts'
import { eventually } from '../support/harness/eventually.ts'
import { rebuildOf, rollbackOf } from '../support/service/rebuilding.ts'
import { createWithheldEvents, type WithheldEvents } from '../support/service/withheld-events.ts'

const REFUSED = 'Refused by one of them'

let world: WithheldEvents

beforeEach(async () => {
  world = await createWithheldEvents()
  await world.ingestBill('HB 1', 'An act')
  await world.ingestBill('HB 2', 'Another act')
  await world.service.caughtUp()
})

/** Acts like `legislog parked retry --all --read-schema`, and returns the announced releases. */
async function retryIn(readSchema: string): Promise<Release[]> {
  const { database, codec, settings } = world.service
  const emitted: Release[] = []
  for (const parkedKey of await world.parkedKeysIn(readSchema)) {
    await retryParked({
      database,
      codec,
      parkedKey,
      announce: async (client, release) => {
        emitted.push(release)
        await emitRelease(client, codec, settings, release)
      },
    })
  }
  return emitted
}

/** One key is blocked in the live read schema and in a standby. */
async function holdBackInBoth(): Promise<void> {
  await world.refuseIn('read_0001')
  await world.ingestBill('HB 1', REFUSED)
  await world.service.caughtUp()
  await rebuildOf(world.service, { ...world.refusing, swaps: false })
  expect(await world.parkedKeysIn('read_0001')).toHaveLength(1)
  expect(await world.parkedKeysIn('read_0002')).toHaveLength(1)
  await world.client.poll()
}

const titles = () => [...world.client.copy.values()].map(({ title }) => title)

describe('a rollback to rows with more blocked keys', () => {
  it('is refused and names the keys until an operator accepts it, and is then announced', async () => {
    await rebuildOf(world.service)
    await world.refuseIn('read_0001')
    await world.ingestBill('HB 1', REFUSED)
    await world.service.caughtUp('read_0002')
    await eventually(async () => (await world.parkedKeysIn('read_0001')).length === 1)
    await world.expectInSync()
    const [parkedKey] = await world.parkedKeysIn('read_0001')
    const name = `${parkedKey!.topic} ${parkedKey!.key}`
    await expect(rollbackOf(world.service)).rejects.toMatchObject({
      code: 'swap_impossible',
      message: expect.stringMatching(new RegExp(`read_0001 has parked .*${name}.*--accept-held-back`)),
    })
    expect(await rollbackOf(world.service, { accept_held_back: true })).toMatchObject({
      to: 'read_0001',
      held_back: [name],
      emitted_ids: 1,
      feed_epoch: null,
    })
    await world.acceptIn('read_0001')
    expect(await retryIn('read_0001')).toHaveLength(1)
    await world.expectInSync()
    expect(titles()).toContain(REFUSED)
  })

  it('begins a new feed if rows are gone with the blocked keys', async () => {
    await rebuildOf(world.service)
    await world.refuseIn('read_0001')
    await world.ingestVote('HB 1', 'fail')
    await world.service.caughtUp('read_0002')
    await eventually(async () => (await world.parkedKeysIn('read_0001')).length === 1)
    await world.expectInSync()
    expect(await rollbackOf(world.service, { accept_held_back: true })).toMatchObject({ feed_epoch: 2 })
  })
})

describe('a retry in a standby read schema', () => {
  it('is not announced at once, but by the swap that makes it visible', async () => {
    await holdBackInBoth()
    await world.acceptIn('read_0002')
    expect(await retryIn('read_0002')).toEqual([])
    expect(await rebuildOf(world.service)).toMatchObject({ flip: { emitted_ids: 1, feed_epoch: null } })
    await world.expectInSync()
    expect(titles()).toContain(REFUSED)
  })

  it('waits for a swap in progress, and is announced after it', async () => {
    await holdBackInBoth()
    await world.acceptIn('read_0002')
    const { database, codec, settings } = world.service
    let retrying: Promise<Release[]> | undefined
    await switchReaders({
      database,
      settings,
      to: 'read_0002',
      patience_ms: 20_000,
      signal: new AbortController().signal,
      announcement: { ids: [], opens_feed: false, since: null },
      announce: emitReleases(codec, settings),
      onHeldBack: (lanes) => expect(lanes).toEqual([]),
      async onFlip() {
        let isOver = false
        retrying = retryIn('read_0002').finally(() => {
          isOver = true
        })
        await eventually(async () => isOver || (await isWaiting()))
      },
    })
    expect(await retrying).toHaveLength(1)
    await world.expectInSync()
    expect(titles()).toContain(REFUSED)
  })
})

async function isWaiting(): Promise<boolean> {
  const { rows } = await world.service.database.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%control.read_schema%KEY SHARE%'`,
  )
  return rows.length > 0
}
