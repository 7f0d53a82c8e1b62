import { describe, expect, it } from 'vitest'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import { alone, bill, core, DIVISION, session } from '../../support/builders/observations.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)

function billOf(name: string, related: readonly string[] = []) {
  const seen = bill('O2011-4305', {
    related_bills: related.map((other) => ({
      identifier: 'O2011-4305',
      session: other,
      relation_type: 'prior-session',
    })),
  })
  const parts = { ...seen.parts, core: core('O2011-4305', { session: name }) }
  return { ...seen, key: billKey(DIVISION, name, 'O2011-4305'), parts }
}

describe('one number in two sessions', () => {
  it('is two bills, and the later one names the earlier one if its source does (I2, I10)', async () => {
    await ingesting.run(alone(session('2011'), session('2015'), billOf('2011'), billOf('2015', ['2011'])))
    const reported = await ingesting.emitted()
    const introduced = reported.filter(({ type }) => type === 'bill.introduced')
    expect(new Set(introduced.map(({ body }) => body.id)).size).toBe(2)
    const [related] = reported.filter(({ type }) => type === 'bill.related_changed')
    expect(related?.body).toMatchObject({
      bill: { session: '2015' },
      related_bills: [{ session: '2011', relation_type: 'prior-session' }],
    })
  })

  it('is never mixed up: every event names the session of its bill (I11)', async () => {
    await ingesting.run(
      alone({
        ...billOf('2011'),
        observed_at: '2026-05-01T00:00:00Z',
        parts: { core: core('O2011-4305', { session: '2011', title: 'Another' }) },
      }),
    )
    const reported = await ingesting.emitted()
    expect(reported.map(({ type, body }) => [type, (body.bill as { session: string }).session])).toEqual([
      ['bill.updated', '2011'],
    ])
  })
})
