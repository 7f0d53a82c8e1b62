import { expect, it } from 'vitest'
import { DAY_MS } from '../../../runtime/durations.ts'
import { bills, createAlertWorld } from '../../support/alerts/alert-world.ts'

it('a digest takes no changes if its mail cannot be written', async () => {
  const world = await createAlertWorld()
  const bill = world.story.bill()
  await world.publish()
  const id = await world.subscribe({ known: bills(bill.id), email: 'reader@example.org' })
  world.story.action(bill, { date: '2026-03-01', description: 'Read by title' })
  await world.publish()
  world.clock.advance(DAY_MS)
  await world.database.query(
    `INSERT INTO alerts.mail (key, recipient_id, message_id, address, created_at)
     SELECT 'digest ' || s.id || ' ' || $2, r.id, '<other@example.org>', r.address, now()
     FROM alerts.subscription s JOIN alerts.recipient r ON r.id = s.recipient_id WHERE s.id = $1`,
    [id, world.clock.now().toISOString().slice(0, 10)],
  )
  world.clock.advance(DAY_MS / 6)
  expect(await world.digest()).toBe(0)
  expect(await world.digests()).toEqual([])

  await world.database.query('DELETE FROM alerts.mail')
  expect(await world.digest()).toBe(1)
  expect(await world.digests()).toMatchObject([{ subscription_id: id, items: 1 }])
})
