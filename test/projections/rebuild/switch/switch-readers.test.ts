import { expect, it } from 'vitest'
import { createDatabase } from '../../../../runtime/postgres/postgres.ts'
import { createPostgresProxy } from '../../../support/faults/postgres-proxy.ts'
import { committingAfter } from '../../../support/faults/transaction-moments.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { readTopic } from '../../../support/log/read-topic.ts'
import { rebuildOf, rollbackOf } from '../../../support/service/rebuilding.ts'
import { createWithheldEvents } from '../../../support/service/withheld-events.ts'

it('a switch of read schemas whose COMMIT gets no answer reports its result, and happens once', async () => {
  const { service, ingestBill: emitBill } = await createWithheldEvents()
  await emitBill('HB 1', 'An act')
  await service.caughtUp()
  await service.database.query(`UPDATE read_0001.bills SET title = 'Altered'`)
  expect(await rebuildOf(service, { accept_differences: true })).toMatchObject({ flip: { emitted_ids: 1 } })
  const proxy = await createPostgresProxy(service.settings.database_url)
  const settings = { ...service.settings, database_url: proxy.url }
  const database = createDatabase(settings)
  cleanUp(() => database.end())
  const held = proxy.holdAnswer(committingAfter('SET is_live = true'))
  const [flip] = await Promise.all([
    rollbackOf({ ...service, settings, database }),
    held.then((one) => one.cut()),
  ])
  expect(flip).toEqual({
    from: 'read_0002',
    to: 'read_0001',
    emitted_ids: 1,
    feed_epoch: null,
    held_back: [],
  })
  await service.caughtUp('read_0001')
  const released = (await readTopic(service.settings, 'legislog.bills.v1')).filter(
    ({ headers }) => String(headers.ce_type) === 'bill.released',
  )
  expect(released).toHaveLength(2)
})
