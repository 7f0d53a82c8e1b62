import { describe, expect, it } from 'vitest'
import { findSession } from '../../../ingest/closing/find-session.ts'
import { alone, DIVISION, session } from '../../support/builders/observations.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const names = ['2025-2026', '2023-2024', 'January 2018 Special Session', ...'abcdefgh']
await ingesting.run(alone(...names.map((name) => session(name))))
const find = (name: string, division_id = DIVISION) => findSession(database, { division_id, session: name })

describe('the search for a session', () => {
  it('finds it by its identifier, in any case', async () => {
    expect((await find('2025-2026')).session.identifier).toBe('2025-2026')
    expect((await find(' january 2018 special session')).session.identifier).toBe(
      'January 2018 Special Session',
    )
  })

  it('lists other sessions of the place if the session is unknown', async () => {
    await expect(find('2025-26')).rejects.toThrow(
      /^no source has listed a session "2025-26" of Washington; there are: 2025-2026, .*, and 3 more$/,
    )
    await expect(find('2025', 'ocd-division/country:us/state:or')).rejects.toThrow(
      'no source has listed a session "2025" of Oregon, nor any other',
    )
  })
})
