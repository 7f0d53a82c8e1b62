import { describe, expect, it } from 'vitest'
import { PartitionLeases } from '../../../ingest/relay/partition-leases.ts'
import { namesOfVote, resetMatches } from '../../../ingest/state/printed-names.ts'
import { rollCall } from '../../support/builders/event-parts.ts'
import { testSettings } from '../../support/harness/settings.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

describe('the lock of the names of a jurisdiction', () => {
  it('takes no partition from a relay, however many jurisdictions are under way', async () => {
    const { database } = await createTestDatabase()
    const session = await database.connect()
    const leases = new PartitionLeases(session, testSettings({ topic_partitions: 4 }))
    await leases.open()
    await leases.balance()
    expect(leases.leases).toHaveLength(16)

    const ingest = await database.connect()
    await ingest.query('BEGIN')
    await resetMatches(ingest, ['ocd-division/country:us/state:wa', 'ocd-division/country:us/state:or'])
    await leases.balance()
    expect(leases.leases).toHaveLength(16)
    await ingest.query('ROLLBACK')
    ingest.release()
    session.release(true)
  })
})

it.each([
  ['2023-02-28', '2023-02-28'],
  ['2023-02-28T10:00:00-08:00', '2023-02-28'],
  ['2023-02-30', null],
])('a name printed on %j was seen on %j: what is no day is unknown', (start_date, seen_on) => {
  const vote = rollCall([['Smith', 'yes']], { start_date })
  expect([...namesOfVote({ vote })]).toMatchObject([{ name: 'Smith', seen_on }])
})
