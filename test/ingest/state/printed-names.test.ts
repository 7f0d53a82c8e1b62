import { describe, expect, it } from 'vitest'
import { PartitionLeases } from '../../../ingest/relay/partition-leases.ts'
import { namesOfVote, resetMatches } from '../../../ingest/state/printed-names.ts'
import { rollCall } from '../../support/builders/event-parts.ts'
import { testSettings } from '../../support/harness/settings.ts'
import { ALL_PARTITIONS } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

describe('the lock on the printed names of a jurisdiction', () => {
  it('takes no partition from a relay, however many jurisdictions are locked', async () => {
    const { database } = await createTestDatabase()
    const session = await database.connect()
    const leases = new PartitionLeases(session, testSettings({ topic_partitions: 4 }))
    await leases.open()
    await leases.balance()
    expect(leases.leases).toHaveLength(ALL_PARTITIONS)

    const ingest = await database.connect()
    await ingest.query('BEGIN')
    await resetMatches(ingest, ['ocd-division/country:us/state:wa', 'ocd-division/country:us/state:or'])
    await leases.balance()
    expect(leases.leases).toHaveLength(ALL_PARTITIONS)
    await ingest.query('ROLLBACK')
    ingest.release()
    session.release(true)
  })
})

it.each([
  ['2023-02-28', '2023-02-28'],
  ['2023-02-28T10:00:00-08:00', '2023-02-28'],
  ['2023-02-30', null],
])('a name printed on %j has the day %j, which is null for an impossible date', (start_date, seen_on) => {
  const vote = rollCall([['Smith', 'yes']], { start_date })
  expect([...namesOfVote({ vote })]).toMatchObject([{ name: 'Smith', seen_on }])
})
