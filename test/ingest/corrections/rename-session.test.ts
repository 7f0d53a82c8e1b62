import { describe, expect, it } from 'vitest'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import { alone, bill, core, DIVISION, SESSION, session, vote } from '../../support/builders/observations.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)
const idOf = entityIds(database)

const live = { mode: 'live' } as const
const later = (day: number) => ({ observed_at: `2026-04-${String(day).padStart(2, '0')}T00:00:00Z` })

describe('a session that its source renamed (I13)', () => {
  const named = (name: string) => {
    const seen = bill('HB 21', {}, later(name.length))
    const about = {
      ...seen,
      key: billKey(DIVISION, name, 'HB 21'),
      parts: { ...seen.parts, core: core('HB 21', { session: name }) },
    }
    const roll = vote('HB 21', 'r', { session: name }, later(name.length))
    const key = roll.key.replace(SESSION, name)
    return alone(session(name), about, {
      ...roll,
      key,
      bill: { ...roll.bill!, key: about.key, session: name },
    })
  }

  it('keeps its bills and their roll calls, and later reports under the new name correct them', async () => {
    await ingesting.run(named('2018'), live)
    const ids = [
      await idOf('bill', billKey(DIVISION, '2018', 'HB 21')),
      await idOf('session', `${DIVISION}|2018`),
    ]
    await ingesting.emitted()
    expect(await operating.rename(DIVISION, '2018', '2018F')).toEqual({ keys: 3, unnameable: 0 })
    await ingesting.run(named('2018F'), live)
    const reported = (await ingesting.emitted()).filter(({ type }) => type !== 'name.matched')
    expect(typesOf(reported)).toEqual(['session.observed', 'bill.updated', 'vote.corrected'])
    expect(reported.map(({ body }) => body.id).slice(0, 2)).toEqual(ids.toReversed())
    expect(reported[1]?.body.core).toMatchObject({ session: '2018F', session_known: true })
  })

  it('becomes one session again if it was stored under both names', async () => {
    await ingesting.run(named('2017'), live)
    await ingesting.run(named('2017-1'), { ...live, name: 'after the renaming' })
    const ids = await idOf('bill', billKey(DIVISION, '2017', 'HB 21'))
    await ingesting.emitted()
    await expect(operating.rename(DIVISION, '2017', '2017-1')).rejects.toThrow('another session already')
    expect(await operating.renameAndMerge(DIVISION, '2017', '2017-1')).toBe(3)
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual(
      expect.arrayContaining(['session.removed', 'bill.merged', 'vote.removed']),
    )
    expect(await idOf('bill', billKey(DIVISION, '2017-1', 'HB 21'))).toBe(ids)
    await ingesting.run(named('2017-1'), { ...live, name: 'after the renaming' })
    expect(typesOf(await ingesting.emitted())).toEqual([])
    expect(await operating.renameAndMerge(DIVISION, '2017', '2017-1')).toBe(0)
  })

  it('cannot take the name of another session', async () => {
    await ingesting.run(alone(session('2019'), session('2020')), live)
    await expect(operating.rename(DIVISION, '2019', '2020')).rejects.toThrow('another session already')
    await expect(operating.rename(DIVISION, '1889', '1890')).rejects.toThrow('no session is known')
  })
})
