import { describe, expect, it } from 'vitest'
import { billKey, sessionKey } from '../../../ingest/identity/identity-keys.ts'
import {
  action,
  alone,
  bill,
  core,
  DIVISION,
  SESSION,
  session,
  sponsor,
  vote,
} from '../../support/builders/observations.ts'
import { createIngestWorld, type EmittedEvent, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)
const idOf = entityIds(database)

const live = { mode: 'live' } as const
const on = (day: number) => ({ observed_at: `2026-04-${String(day).padStart(2, '0')}T00:00:00Z` })
const filed = action('2026-01-02', 'Docket filed.', ['filing'])
const referred = action('2026-01-12', 'Referred to Finance.', ['referral-committee'])
const heard = action('2026-02-12', 'Hearing held.')

const news = async () => (await ingesting.emitted()).filter(({ type }) => type !== 'name.matched')
const brief = (emitted: readonly EmittedEvent[]) => emitted.map(({ type, body }) => [type, body.id])

describe('a session that was stored under two names and then merged (I13)', () => {
  type Said = { day: number; actions: (typeof filed)[]; result?: string; title?: string }
  const named = (name: string, { day, actions, result = 'pass', title = name }: Said) => {
    const seen = bill('HB 21', { actions, sponsors: [sponsor(title)] }, on(day))
    const key = billKey(DIVISION, name, 'HB 21')
    const roll = vote('HB 21', 'r', { session: name, result }, on(day))
    const listed = session(name)
    return alone(
      { ...listed, ...on(day), parts: { session: { ...listed.parts.session!, name: `Session ${title}` } } },
      { ...seen, key, parts: { ...seen.parts, core: core('HB 21', { session: name, title }) } },
      { ...roll, key: roll.key.replace(SESSION, name), bill: { ...roll.bill!, key, session: name } },
    )
  }
  const idsOf = async (name: string) => ({
    session: await idOf('session', sessionKey(DIVISION, name)),
    bill: await idOf('bill', billKey(DIVISION, name, 'HB 21')),
  })
  const nobody = { session: 0, bill: 0 }
  let [old, other] = [nobody, nobody]

  it('has the name that its source uses now, with the content of that name', async () => {
    await ingesting.run(named('2018', { day: 1, actions: [filed] }), live)
    await ingesting.run(named('2018F', { day: 1, actions: [filed, referred] }), live)
    ;[old, other] = [await idsOf('2018'), await idsOf('2018F')]
    await news()
    expect(await operating.renameAndMerge(DIVISION, '2018', '2018F')).toBe(3)
    const emitted = await news()
    expect(brief(emitted)).toEqual(
      expect.arrayContaining([
        ['session.observed', old.session],
        ['session.removed', other.session],
        ['bill.updated', old.bill],
        ['bill.action', old.bill],
        ['bill.merged', other.bill],
      ]),
    )
    const updated = emitted.find(({ type }) => type === 'bill.updated')
    expect(updated?.body.core).toMatchObject({ session: '2018F', session_known: true })
  })

  it('follows its source under the new name, with its bills and roll calls', async () => {
    const said = { title: 'Anew', actions: [filed, referred, heard], result: 'fail' }
    await ingesting.run(named('2018F', { ...said, day: 2 }), live)
    const emitted = await news()
    expect(typesOf(emitted)).toEqual([
      'session.observed',
      'bill.updated',
      'bill.action',
      'bill.sponsors_changed',
      'vote.corrected',
    ])
    expect(emitted.map(({ body }) => body.id).slice(0, 4)).toEqual([
      old.session,
      old.bill,
      old.bill,
      old.bill,
    ])
    expect(emitted[0]?.body.session).toMatchObject({ identifier: '2018F', name: 'Session Anew' })
    expect(emitted[4]?.body).toMatchObject({ bill: { id: old.bill }, vote: { result: 'fail' } })
    await ingesting.run(named('2018F', { ...said, day: 3 }), live)
    expect(await news()).toEqual([])
  })

  it('keeps its content if old files are read again', async () => {
    await ingesting.run(named('2018', { day: 1, actions: [filed] }), { ...live, mapper_version: 2 })
    await ingesting.run(named('2018', { day: 1, actions: [referred] }), { ...live, mapper_version: 3 })
    expect(await news()).toEqual([])
  })

  it('can be split again, with all content on each side', async () => {
    await operating.split(other.bill)
    const emitted = await news()
    const introduced = emitted.filter(({ type }) => type === 'bill.introduced')
    expect(introduced.map(({ body }) => [body.id, (body.core as { title: string }).title])).toEqual([
      [other.bill, 'Anew'],
    ])
    const updated = emitted.find(({ type, body }) => type === 'bill.updated' && body.id === old.bill)
    expect(updated?.body.core).toMatchObject({ session: '2018', title: '2018' })
    await ingesting.run(named('2018', { day: 4, title: '2018', actions: [referred, heard] }), live)
    await ingesting.run(named('2018F', { day: 4, title: 'Anew', actions: [filed] }), live)
    const later = (await news()).filter(({ type }) => type.startsWith('bill.action'))
    expect(brief(later)).toEqual([
      ['bill.action', old.bill],
      ['bill.action_removed', other.bill],
      ['bill.action_removed', other.bill],
    ])
  })
})

describe('two bills of one source that an operator merges', () => {
  const billId = (identifier: string) => idOf('bill', bill(identifier).key)

  it("have the loser's content if the source now reports only the loser", async () => {
    await ingesting.run(alone(bill('HB 31', { actions: [filed] }, on(1))), live)
    await ingesting.run(alone(bill('HB 32', { actions: [filed, referred] }, on(3))), live)
    const [winner, loser] = [await billId('HB 31'), await billId('HB 32')]
    await operating.merge(loser, winner)
    await news()
    const actions = [filed, referred, heard]
    await ingesting.run(alone(bill('HB 32', { actions, title: 'Anew' }, on(4))), live)
    const emitted = await news()
    expect(brief(emitted)).toEqual([
      ['bill.updated', winner],
      ['bill.action', winner],
    ])
    expect(emitted[0]?.body.core).toMatchObject({ identifier: 'HB 32', title: 'Anew' })
    await operating.split(loser)
    expect((await news())[0]?.body).toMatchObject({ id: winner, core: { identifier: 'HB 31' } })
    await ingesting.run(alone(bill('HB 31', { actions: [filed, heard] }, on(5))), live)
    expect(brief(await news())).toEqual([['bill.action', winner]])
  })

  it("have the winner's content if the source reports both, in any order", async () => {
    const both = (day: number, title: string) => [
      bill('HB 41', { title: `${title} of the winner` }, on(day)),
      bill('HB 42', { title: `${title} of the loser` }, on(day)),
    ]
    await ingesting.run(alone(...both(1, 'First')), live)
    await operating.merge(await billId('HB 42'), await billId('HB 41'))
    await news()
    await ingesting.run(alone(...both(2, 'Second').toReversed()), live)
    await ingesting.run(alone(...both(3, 'Third')), live)
    const titles = (await news()).map(({ body }) => (body.core as { title: string }).title)
    expect(titles).toEqual(['Second of the winner', 'Third of the winner'])
  })
})
