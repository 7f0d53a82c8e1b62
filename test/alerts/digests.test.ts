import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resumeDigests } from '../../alerts/hold/hold.ts'
import { removeSubscription } from '../../api/alerts/subscriptions.ts'
import { createSheet } from '../../api/sheets/sheets.ts'
import { type AlertWorld, bills, createAlertWorld, sheet } from '../support/alerts/alert-world.ts'
import type { BuiltBill } from '../support/builders/event-builder.ts'

let world: AlertWorld
let bill: BuiltBill
let reader = 0
/** Every test has a recipient of its own. */
const email = () => `reader-${reader}@example.org`

beforeAll(async () => {
  world = await createAlertWorld()
  bill = world.story.bill({ title: 'An act about ferries' })
  await world.publish()
})

beforeEach(async () => {
  reader += 1
  await world.database.query('UPDATE alerts.subscription SET stopped_at = now(), next_due_at = NULL')
})

/** Goes on to the next morning, when all daily digests are due, and returns the new ones. */
async function nextMorning(days = 1) {
  const before = (await world.digests()).length
  const now = world.clock.now()
  const day = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  world.clock.set(`${day}T13:00:00.000Z`)
  await world.digest()
  return (await world.digests()).slice(before)
}

const act = (description: string, date = '2026-03-01') => world.story.action(bill, { date, description })
const correct = (id: string, description: string, date = '2026-03-01') =>
  world.story.emit('bill.action_corrected', {
    id: bill.id,
    ocd_id: bill.ocd_id,
    bill: { ...bill, subjects: [] },
    action: {
      id,
      date,
      chamber: 'lower',
      organization: null,
      description,
      classification: [],
      related_entities: [],
    },
  })

describe('a digest', () => {
  it('reports each change since the subscription once, on the next morning, and nothing on a quiet one', async () => {
    const id = await world.subscribe({ known: bills(bill.id), email: email() })
    act('Read a first time')
    act('Referred to Transportation')
    await world.publish()
    const [digest, ...others] = await nextMorning()
    expect(others).toEqual([])
    expect(digest).toMatchObject({ subscription_id: id, day: '2026-03-03', items: 2 })
    expect(digest!.text).toContain('Washington · HB 1')
    expect(digest!.text).toContain('An act about ferries')
    expect(digest!.text).toContain('Read a first time')
    expect(await nextMorning()).toEqual([])
    act('Passed')
    await world.publish()
    expect((await nextMorning())[0]!.text).not.toContain('Read a first time')
  })

  it('reports a change once if the log is read again, and backfill never', async () => {
    await world.subscribe({ known: bills(bill.id), email: email() })
    act('Second reading')
    await world.publish()
    expect(await world.replay()).toMatchObject({ items: 0 })
    act('Long ago')
    await world.publish({ backfill: true })
    const [digest] = await nextMorning()
    expect(digest!.items).toBe(1)
    expect((await world.replay()).items).toBe(0)
    expect(await nextMorning()).toEqual([])
  })

  it('reports a change once if subscriptions of one address overlap, and the other one still has its own', async () => {
    const other = world.story.bill()
    await world.publish()
    const first = await world.subscribe({ known: bills(bill.id), email: email() })
    const second = await world.subscribe({ known: bills(bill.id, other.id), email: email().toUpperCase() })
    act('Third reading')
    world.story.action(other, { date: '2026-03-01', description: 'Only in the second' })
    await world.publish()
    const found = await nextMorning()
    expect(found.map(({ subscription_id, items }) => [subscription_id, items])).toEqual([
      [first, 1],
      [second, 1],
    ])
    expect(found[1]!.text).not.toContain('Third reading')
  })

  it('of a subscription that overlaps has the changes of one that was deleted before its hour', async () => {
    const first = await world.subscribe({ known: bills(bill.id), email: email() })
    const second = await world.subscribe({ known: bills(bill.id), email: email() })
    act('Engrossed')
    await world.publish()
    const { rows } = await world.database.query<{ account_id: number }>(
      'SELECT account_id FROM alerts.subscription WHERE id = $1',
      [first],
    )
    await removeSubscription(world.database, rows[0]!.account_id, first)
    expect((await nextMorning()).map(({ subscription_id }) => subscription_id)).toEqual([second])
  })

  it('reports an action that lies ahead once, however often its day is moved', async () => {
    await world.subscribe({ known: bills(bill.id), email: email() })
    const id = act('Effective July 1', '2026-07-01')
    await world.publish()
    expect((await nextMorning())[0]!.text).toContain('Effective July 1')
    for (const date of ['2026-07-02', '2026-07-03']) {
      correct(id, 'Effective July 1', date)
      await world.publish()
      expect(await nextMorning()).toEqual([])
    }
    correct(id, 'Effective August 1', '2026-08-01')
    await world.publish()
    expect((await nextMorning())[0]!.text).toMatch(/Corrected action: Effective August 1/)
  })

  it('says an action in its last words if it was corrected before anybody read it, and says a removal', async () => {
    await world.subscribe({ known: bills(bill.id), email: email() })
    const id = act('Reported form committee')
    correct(id, 'Reported from committee')
    await world.publish()
    const [digest] = await nextMorning()
    expect(digest!.text).toContain('Action: Reported from committee')
    expect(digest!.text).not.toContain('form committee')
    world.story.emit('bill.action_removed', {
      id: bill.id,
      ocd_id: bill.ocd_id,
      bill: { ...bill, subjects: [] },
      action_id: id,
    })
    await world.publish()
    expect((await nextMorning())[0]!.text).toContain('Removed: The source took back an action.')
  })

  it('has the changes of a sheet from when a bill is in it until it leaves', async () => {
    const account = await world.account(`sheets-${reader}`)
    const sheetId = await createSheet(world.database, account.id, { name: 'Ferries' })
    await world.subscribe({ known: sheet(sheetId), email: email(), account })
    const add = () =>
      world.database.query(
        "INSERT INTO account.bill_sheet_item (sheet_id, bill_id, origin) VALUES ($1, $2, 'list')",
        [sheetId, bill.id],
      )
    act('Before it entered')
    await world.publish()
    await add()
    act('While in the sheet')
    await world.publish()
    await world.database.query('UPDATE account.bill_sheet_item SET removed_at = now() WHERE sheet_id = $1', [
      sheetId,
    ])
    act('After it left')
    await world.publish()
    await add()
    act('Back again')
    await world.publish()
    const [digest] = await nextMorning()
    expect(digest!.items).toBe(2)
    expect(digest!.text).toMatch(/While in the sheet[\s\S]*Back again/)
  })

  it('of a search has the event by which a bill enters and the one by which it leaves', async () => {
    const search = { status: 'introduced', q: 'lighthouses' } as const
    await world.subscribe({ known: { watched: { watches: 'search', search }, bill_ids: [] }, email: email() })
    const lighthouse = world.story.bill({ title: 'An act relating to lighthouses' })
    world.story.status(lighthouse, 'introduced', '2026-03-01')
    await world.publish()
    world.story.status(lighthouse, 'passed_lower', '2026-03-02')
    await world.publish()
    world.story.action(lighthouse, { date: '2026-03-02', description: 'After it left' })
    await world.publish()
    const [digest] = await nextMorning()
    expect(digest!.text).toContain('New bill')
    expect(digest!.text).toMatch(/Status: .*Passed lower/)
    expect(digest!.text).not.toContain('After it left')
  })

  it('follows a merged bill to the one that remains', async () => {
    const [loser, winner] = [world.story.bill(), world.story.bill()]
    await world.publish()
    const id = await world.subscribe({ known: bills(loser.id), email: email() })
    world.story.emit('bill.merged', {
      id: loser.id,
      ocd_id: loser.ocd_id,
      bill: { ...loser, subjects: [] },
      into: { id: winner.id, ocd_id: winner.ocd_id },
    })
    await world.publish()
    world.story.action(winner, { date: '2026-03-02', description: 'Of the one that remains' })
    await world.publish()
    const [digest] = await nextMorning()
    expect(digest!.text).toContain('Of the one that remains')
    const { rows } = await world.database.query(
      'SELECT bill_id FROM alerts.watched_bill WHERE subscription_id = $1',
      [id],
    )
    expect(rows).toEqual([{ bill_id: winner.id }])
  })

  it('waits for an event until the read model shows it', async () => {
    await world.subscribe({ known: bills(bill.id), email: email() })
    act('Not shown yet')
    expect(await world.publish({ isProjected: false })).toMatchObject({ items: 0, deferred: 1 })
    act('Behind it, of the same bill')
    expect(await world.publish({ isProjected: false })).toMatchObject({ items: 0, deferred: 1 })
    expect(await nextMorning()).toEqual([])
    expect(await world.release()).toBe(true)
    expect((await nextMorning()).map(({ items }) => items)).toEqual([2])
  })

  it('has everything of the days on which nothing ran', async () => {
    await world.subscribe({ known: bills(bill.id), email: email() })
    act('On the first day')
    await world.publish()
    const found = await nextMorning(5)
    expect(found).toHaveLength(1)
    expect(await nextMorning()).toEqual([])
  })

  it('after a restore waits for an operator, who says from when on changes are reported', async () => {
    await world.subscribe({ known: bills(bill.id), email: email() })
    act('Before the restore')
    await world.publish()
    await world.database.query('UPDATE alerts.hold SET held_at = now()')
    expect(await nextMorning()).toEqual([])
    const resumed = await resumeDigests(world.database, new Date(world.story.later))
    expect(resumed).toMatchObject({ was_held: true, dropped_items: 1 })
    act('After the restore')
    await world.publish()
    const [digest] = await nextMorning()
    expect(digest!.text).toContain('After the restore')
    expect(digest!.text).not.toContain('Before the restore')
  })
})
