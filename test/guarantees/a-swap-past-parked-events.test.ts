import { beforeEach, describe, expect, it } from 'vitest'
import { rebuildOf } from '../support/service/rebuilding.ts'
import { createWithheldEvents, type WithheldEvents } from '../support/service/withheld-events.ts'

let world: WithheldEvents

beforeEach(async () => {
  world = await createWithheldEvents()
  await world.ingestBill('HB 1', 'An act')
  await world.ingestBill('HB 2', 'Another act')
})

/** The rebuild is refused, and then its parked events are dropped. */
async function giveUpAfterRefusal(): Promise<void> {
  const { service, refusing, client } = world
  await service.caughtUp()
  await client.poll()
  const { reason } = await rebuildOf(service, refusing)
  const [lane] = await world.parkedKeysIn('read_0002')
  expect(reason).toContain(`1 keys are parked only in the rebuilt read schema (${lane!.topic} ${lane!.key})`)
  expect(reason).toContain('--read-schema read_0002')
  await world.dropAll('read_0002')
}

describe('a rebuild whose code cannot apply events that the live rows show', () => {
  it('is swapped after those events are dropped, and they are listed and announced', async () => {
    await world.ingestBill('HB 1', 'Refused')
    await giveUpAfterRefusal()
    const report = await rebuildOf(world.service)
    expect(report).toMatchObject({ swapped: true, flip: { emitted_ids: 1, feed_epoch: null } })
    expect(report.comparison!.held_back).toEqual([expect.stringMatching(/^legislog\.bills\.v1:\d+ at \d+ /)])
    await world.expectInSync()
    expect([...world.client.copy.values()].map(({ title }) => title).sort()).toEqual([
      'An act',
      'Another act',
    ])
    expect(await world.service.verify('read_0002')).toMatchObject({ is_equal: true })
  })

  it('begins a new feed if rows are gone with the dropped events', async () => {
    await world.ingestVote('HB 1', 'fail')
    await giveUpAfterRefusal()
    const report = await rebuildOf(world.service)
    expect(report).toMatchObject({ swapped: true, flip: { feed_epoch: 2 } })
  })
})
