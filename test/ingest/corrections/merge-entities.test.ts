import { describe, expect, it } from 'vitest'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import {
  action,
  alone,
  bill,
  core,
  DIVISION,
  legislator,
  SESSION,
  session,
  vote,
} from '../../support/builders/observations.ts'
import { createIngestWorld, type EmittedEvent, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)

const live = { mode: 'live' } as const
const later = (day: number) => ({ observed_at: `2026-04-${String(day).padStart(2, '0')}T00:00:00Z` })
const filed = action('2026-01-02', 'Docket filed.', ['filing'])
const referred = action('2026-01-12', 'Referred to Finance.', ['referral-committee'])

const idOf = entityIds(database)
const billId = (identifier: string) => idOf('bill', bill(identifier).key)
const brief = (emitted: readonly EmittedEvent[]) => emitted.map(({ type, body }) => [type, body.id])

describe('a bill whose source names its earlier docket number (I7)', () => {
  const numbered = (identifier: string, docket: string, observed_at = '2026-03-01T00:00:00Z') => {
    const seen = bill(identifier, { actions: [filed, referred] }, { observed_at })
    const other_identifiers = [{ identifier: docket, scheme: 'docket' }]
    return {
      ...seen,
      parts: { ...seen.parts, core: core(identifier, { other_identifiers }) },
      replaces: [billKey(DIVISION, SESSION, docket)],
    }
  }

  it('keeps the id of the docket', async () => {
    await ingesting.run(alone(bill('SD1614', { actions: [filed] })), live)
    const id = await billId('SD1614')
    await ingesting.emitted()
    await ingesting.run(alone(numbered('S1404', 'SD1614')), live)
    const reported = await ingesting.emitted()
    expect(brief(reported)).toEqual([
      ['bill.updated', id],
      ['bill.action', id],
      ['bill.status_changed', id],
    ])
    expect(reported[0]?.body.core).toMatchObject({ identifier: 'S1404' })
    expect(await billId('S1404')).toBe(id)
  })

  it('is merged with a docket that is stored as another bill', async () => {
    await ingesting.run(alone(bill('SD2000', { actions: [filed] }), vote('SD2000', 'roll')), live)
    await ingesting.run(alone(bill('S1500')), { ...live, name: 'other-source' })
    const [loser, winner] = [await billId('SD2000'), await billId('S1500')]
    expect(loser).not.toBe(winner)
    await ingesting.emitted()
    await ingesting.run(alone(numbered('S1500', 'SD2000')), { ...live, name: 'other-source' })
    const reported = await ingesting.emitted()
    expect(brief(reported).filter(([type]) => type === 'bill.merged')).toEqual([['bill.merged', loser]])
    const votes = reported.filter(({ type }) => type.startsWith('vote.'))
    expect(votes.map(({ type, key }) => [type, key])).toEqual([
      ['vote.recorded', reported[0]!.key],
      ['vote.removed', reported.find(({ type }) => type === 'bill.merged')!.key],
    ])
    expect(votes[0]?.body.bill).toMatchObject({ id: winner, identifier: 'S1500' })
  })

  it('is merged by live events if both were listed before', async () => {
    const source = { name: 'other-source' }
    await ingesting.run(alone(bill('SD2100', { actions: [filed] }), vote('SD2100', 'roll 2100')), live)
    await ingesting.run(alone(bill('S1510')), { ...live, ...source })
    await ingesting.emitted()
    const counts = await ingesting.run(alone(numbered('S1510', 'SD2100')), source)
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual(expect.arrayContaining(['bill.merged', 'vote.removed']))
    const removed = reported.find(({ type }) => type === 'vote.removed')
    expect(removed?.body.bill).toMatchObject({ identifier: 'SD2100', subjects: core('SD2100').subjects })
    expect(reported.filter(({ backfill }) => backfill)).toEqual([])
    expect(new Set(reported.map((one) => one.source))).toEqual(new Set([reported[0]?.source]))
    expect(counts.first_loads).toEqual([])
    expect(Object.keys(counts.by_jurisdiction)).toEqual([DIVISION])
  })

  it('receives later reports about the docket, and is merged once', async () => {
    await ingesting.run(alone(numbered('S1500', 'SD2000')), { ...live, name: 'other-source' })
    expect(await ingesting.emitted()).toEqual([])
    await ingesting.run(alone(bill('SD2000', { actions: [filed], title: 'Ignored' }, later(1))), live)
    expect(await ingesting.emitted()).toEqual([])
    expect(await billId('SD2000')).toBe(await billId('S1500'))
  })
})

describe('a bill that an operator split from its successor', () => {
  it('stays separate, whatever the source reports, until an operator merges it again', async () => {
    const source = { ...live, name: 'other-source' }
    const claim = { ...bill('S1600'), replaces: [bill('SD2600').key] }
    await ingesting.run(alone(bill('SD2600'), bill('S1600'), bill('S1601')), source)
    const loser = await billId('SD2600')
    await ingesting.run(alone({ ...claim, ...later(1) }), source)
    // The winner is merged again, into a third bill.
    await ingesting.run(alone({ ...bill('S1601', {}, later(1)), replaces: [bill('S1600').key] }), source)
    const winner = await billId('S1600')
    expect(await billId('SD2600')).toBe(winner)
    await operating.split(loser)
    await ingesting.emitted()
    await ingesting.run(alone(claim), source)
    await ingesting.run(alone({ ...claim, ...later(2) }), source)
    expect(await ingesting.emitted()).toEqual([])
    expect(await billId('SD2600')).toBe(loser)
    await operating.merge(loser, winner)
    await operating.merge(winner, await billId('S1601'))
    await ingesting.run(alone(claim), source)
    expect(await billId('SD2600')).toBe(winner)
  })
})

describe('two bills that an operator merges', () => {
  let first = 0
  let second = 0

  it('become one, also through a chain of merges, and no event is emitted twice', async () => {
    const [a, b, c] = ['HB 1', 'HB 2', 'HB 3']
    await ingesting.run(alone(session(), bill(a!), bill(b!), bill(c!)), live)
    const [idA, idB, idC] = [await billId(a!), await billId(b!), await billId(c!)]
    ;[first, second] = [idA, idB]
    await ingesting.emitted()
    expect(await operating.merge(idA, idB)).toBe(true)
    // The winner now has the address of the loser, too.
    expect(brief(await ingesting.emitted())).toEqual([
      ['bill.updated', idB],
      ['bill.merged', idA],
    ])
    expect(await operating.merge(idB, idC)).toBe(true)
    const reported = (await ingesting.emitted()).filter(({ type }) => type === 'bill.merged')
    expect(reported.map(({ type, body }) => [type, body.id, (body.into as { id: number }).id])).toEqual([
      ['bill.merged', idB, idC],
      ['bill.merged', idA, idC],
    ])
    expect(await operating.merge(idA, idC)).toBe(false)
    await ingesting.run(alone(bill(a!), bill(b!), bill(c!)), live)
    expect(await ingesting.emitted()).toEqual([])
  })

  it('can be split again, each with its own id, keys and records (I21)', async () => {
    const [idA, idB, idC] = [await billId('HB 1'), await billId('HB 2'), await billId('HB 3')]
    expect(new Set([idA, idB, idC]).size).toBe(1)
    await operating.split(second)
    const reported = await ingesting.emitted()
    expect(reported.map(({ type, body }) => [type, body.id])).toContainEqual(['bill.introduced', second])
    const merged = reported.filter(({ type }) => type === 'bill.merged')
    expect(merged.map(({ body }) => body)).toMatchObject([{ id: first, into: { id: second } }])
    await operating.split(first)
    expect(brief(await ingesting.emitted())).toEqual([
      ['bill.updated', second],
      ['bill.introduced', first],
      ['bill.status_changed', first],
    ])
    const ids = [await billId('HB 1'), await billId('HB 2'), await billId('HB 3')]
    expect(new Set(ids).size).toBe(3)
    await ingesting.run(alone(bill('HB 1'), bill('HB 2'), bill('HB 3')), live)
    expect(await ingesting.emitted()).toEqual([])
    await ingesting.run(alone(bill('HB 1', { title: 'Its own' }, later(9))), live)
    expect(brief(await ingesting.emitted())).toEqual([['bill.updated', first]])
  })

  it('move their roll calls to the merged bill, and a split moves them back', async () => {
    await ingesting.run(alone(bill('HB 11'), bill('HB 12'), vote('HB 11', 'roll 11')), live)
    const [loser, winner] = [await billId('HB 11'), await billId('HB 12')]
    await operating.merge(loser, winner)
    await ingesting.emitted()
    await ingesting.run(alone(vote('HB 11', 'roll 11', { result: 'fail' }, later(1))), live)
    const [corrected] = await ingesting.emitted()
    expect(corrected).toMatchObject({ type: 'vote.corrected', body: { bill: { id: winner } } })
    await operating.split(loser)
    const reported = await ingesting.emitted()
    expect(
      reported.filter(({ type }) => type === 'vote.recorded').map(({ body }) => body.bill),
    ).toMatchObject([{ id: loser }])
    await ingesting.run(alone(vote('HB 11', 'roll 11', { result: 'pass' }, later(2))), live)
    expect((await ingesting.emitted())[0]).toMatchObject({
      type: 'vote.corrected',
      body: { bill: { id: loser } },
    })
  })
})

describe('two records of one person (I21)', () => {
  it('are merged by an operator, and are separate again after a split', async () => {
    const [jack, john] = [legislator('Jack W. Williams'), legislator('Jack D. Williams')]
    await ingesting.run(alone(jack, john), live)
    const [loser, winner] = [await idOf('person', jack.key), await idOf('person', john.key)]
    await ingesting.emitted()
    await operating.merge(loser, winner)
    expect(brief(await ingesting.emitted())).toEqual([['person.merged', loser]])
    await ingesting.run(alone(jack), live)
    expect(await ingesting.emitted()).toEqual([])
    await operating.split(loser)
    expect(brief(await ingesting.emitted())).toEqual([['person.observed', loser]])
  })

  it('are never merged with a bill', async () => {
    const person = await idOf('person', legislator('Jack W. Williams').key)
    await expect(operating.merge(person, await billId('HB 1'))).rejects.toThrow('cannot become')
  })
})
