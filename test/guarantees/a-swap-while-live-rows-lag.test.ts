import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/harness/eventually.ts'
import { rebuildOf } from '../support/service/rebuilding.ts'
import { createWithheldEvents, type WithheldEvents } from '../support/service/withheld-events.ts'

const REFUSED = 'Refused by one of them'

let world: WithheldEvents

beforeEach(async () => {
  world = await createWithheldEvents()
  await world.ingestBill('HB 1', 'An act')
  await world.ingestBill('HB 2', 'Another act')
})

/** The live rows lack most of the log, so they cannot be compared. */
async function fallBehind(): Promise<void> {
  await world.service.caughtUp()
  await eventually(async () => {
    await world.client.poll()
    return world.client.copy.size === 2
  })
  await world.stopFollowing()
  await world.ingestBills(40)
  await eventually(async () => {
    const { rows } = await world.service.database.query('SELECT count(*) AS waiting FROM ingest.outbox')
    return rows[0].waiting === 0
  })
}

const titles = () => [...world.client.copy.values()].map(({ title }) => title)

describe('a rebuild while the live rows lag behind', () => {
  it('is refused if it blocks events that they show', async () => {
    await world.ingestBill('HB 1', REFUSED)
    await fallBehind()
    const report = await rebuildOf(world.service, world.refusing)
    const [lane] = await world.parkedKeysIn('read_0002')
    expect(report).toMatchObject({ swapped: false, comparison: { with: null, is_whole_verified: true } })
    expect(report.reason).toContain(`${lane!.topic} ${lane!.key}`)
    expect(report.comparison!.held_back).toEqual([`${lane!.topic} ${lane!.key}`])
  })

  it('is not refused for events that they have not reached, and does not announce them', async () => {
    await fallBehind()
    await world.ingestBill('HB 1', REFUSED)
    const report = await rebuildOf(world.service, world.refusing)
    expect(report).toMatchObject({ swapped: true, comparison: { with: null, held_back: [] } })
    expect(await world.parkedKeysIn('read_0002')).toHaveLength(1)
  })

  it('announces events that they blocked and it applied', async () => {
    await world.refuseIn('read_0001')
    await world.ingestBill('HB 1', REFUSED)
    await fallBehind()
    const [lane] = await world.parkedKeysIn('read_0001')
    const report = await rebuildOf(world.service)
    expect(report).toMatchObject({
      swapped: true,
      comparison: { with: null, is_same_code: true, held_back: [`${lane!.topic} ${lane!.key}`] },
      flip: { emitted_ids: 1, feed_epoch: null },
    })
    expect(titles()).not.toContain(REFUSED)
    world.follow()
    await world.expectInSync()
    expect(titles()).toContain(REFUSED)
  })
})
