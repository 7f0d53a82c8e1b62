import { describe, expect, it } from 'vitest'
import { forgetMatches } from '../../../ingest/names/printed-names.ts'
import { Leases } from '../../../ingest/relay/leases.ts'
import { createTestDatabase } from '../../support/database.ts'
import { testSettings } from '../../support/settings.ts'

describe('the lock of the names of a jurisdiction', () => {
  it('takes no partition from a relay, however many jurisdictions are under way', async () => {
    const { database } = await createTestDatabase()
    const session = await database.connect()
    const leases = new Leases(session, testSettings({ topic_partitions: 4 }))
    await leases.open()
    await leases.balance()
    expect(leases.held).toHaveLength(16)

    const ingest = await database.connect()
    await ingest.query('BEGIN')
    await forgetMatches(ingest, ['ocd-division/country:us/state:wa', 'ocd-division/country:us/state:or'])
    await leases.balance()
    expect(leases.held).toHaveLength(16)
    await ingest.query('ROLLBACK')
    ingest.release()
    session.release(true)
  })
})
