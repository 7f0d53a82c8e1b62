import { describe, expect, it } from 'vitest'
import { mintOcdId, regulationKey, rollCallKey } from '../../../ingest/identity/identity-keys.ts'
import { listDisputes } from '../../../ingest/state/identity-disputes.ts'
import { alone, bill, legislator, SESSION, vote } from '../../support/builders/observations.ts'
import { NO_COMMENTS, regulationOf, seenRegulation } from '../../support/builders/regulations.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)

const at = (observed_at: string) => ({ observed_at })
const roll = (number: number) => rollCallKey(bill('HB 1').key, SESSION, 'lower', '2026', number)!

async function entitiesOf(type: string): Promise<{ ocd_id: string; keys: string[]; sources: string[] }[]> {
  const { rows } = await database.query<{ ocd_id: string; keys: string[]; sources: string[] }>(
    `SELECT e.ocd_id, array(SELECT natural_key FROM ingest.identity i WHERE i.entity_id = e.id ORDER BY 1) AS keys,
       array(SELECT DISTINCT source FROM ingest.snapshot s WHERE s.entity_id = e.id ORDER BY 1) AS sources
     FROM ingest.entity e WHERE e.entity_type = $1 ORDER BY e.id`,
    [type],
  )
  return rows
}

describe('an entity that two sources know by different keys', () => {
  it('becomes one if both report a further key, and keeps all keys from then on (V5)', async () => {
    const one = vote('HB 1', 'a', {}, { also_keys: [roll(1)] })
    const other = vote('HB 1', 'b', {}, { also_keys: [roll(1)] })
    await ingesting.run(alone(one), { name: 'a' })
    await ingesting.run(alone(other), { name: 'b' })
    const [only, ...rest] = await entitiesOf('vote')
    expect(rest).toEqual([])
    expect(only).toMatchObject({ keys: [one.key, other.key, roll(1)].toSorted(), sources: ['a', 'b'] })
    await ingesting.run(alone(vote('HB 1', 'b', { result: 'fail' }, at('2026-02-03T00:00:00Z'))), {
      name: 'b',
    })
    expect(await entitiesOf('vote')).toHaveLength(1)
  })

  it('has the same id, whichever source is first', async () => {
    const before = await entitiesOf('vote')
    const one = vote('HB 2', 'a', {}, { also_keys: [roll(2)] })
    const other = vote('HB 2', 'b', {}, { also_keys: [roll(2)] })
    await ingesting.run(alone(one), { name: 'a', dry_run: true })
    await ingesting.run(alone(other, one), { name: 'b' })
    const { rows } = await database.query<{ ocd_id: string }>(
      `SELECT ocd_id FROM ingest.entity WHERE entity_type = 'vote' ORDER BY id`,
    )
    expect(rows).toHaveLength(before.length + 1)
    expect(rows.at(-1)?.ocd_id).toBe(mintOcdId('vote', roll(2)))
  })

  it('is minted once if several sources see it first at the same time', async () => {
    const before = (await entitiesOf('vote')).length
    const runs = Array.from({ length: 5 }, (_, index) =>
      ingesting.run(alone(vote('HB 3', `key ${index}`, {}, { also_keys: [roll(3)] })), {
        name: `source ${index}`,
      }),
    )
    await Promise.all(runs)
    const votes = await entitiesOf('vote')
    expect(votes).toHaveLength(before + 1)
    expect(votes.at(-1)?.keys).toHaveLength(6)
  })

  it('keeps the id of the first source, and an upstream id becomes an alias', async () => {
    const bioguide = 'bioguide|X000001'
    const ours = { ...legislator('Ana Ek'), key: 'other|1', ocd_id: null, also_keys: [bioguide] }
    const theirs = { ...legislator('Ana Ek'), also_keys: [bioguide] }
    await ingesting.run(alone(ours), { name: 'congress-legislators' })
    await ingesting.run(alone(theirs), { name: 'openstates-people' })
    expect(await entitiesOf('person')).toMatchObject([
      { sources: ['congress-legislators', 'openstates-people'] },
    ])
    const { rows } = await database.query('SELECT scheme, value FROM ingest.alias')
    expect(rows).toEqual([{ scheme: 'ocd', value: theirs.ocd_id }])
  })
})

describe('an entity whose source reports a further key later', () => {
  it('gets the key without an event', async () => {
    await ingesting.run(alone(vote('HB 4', 'a')), { name: 'a' })
    await ingesting.emitted()
    await ingesting.run(alone(vote('HB 4', 'a', {}, { also_keys: [roll(4)] })), { name: 'a' })
    expect(await ingesting.emitted()).toEqual([])
    await ingesting.run(alone(vote('HB 4', 'b', { result: 'fail' }, { also_keys: [roll(4)] })), { name: 'b' })
    expect(typesOf(await ingesting.emitted())).toEqual([])
  })
})

describe('two keys of one observation that belong to two entities', () => {
  it('change neither entity; the first key wins, and the claim is saved with both ids', async () => {
    await ingesting.run(alone(vote('HB 5', 'a')), { name: 'a' })
    const other = { motion_classification: ['amendment'] }
    await ingesting.run(alone(vote('HB 5', 'b', other, { also_keys: [roll(5)] })), { name: 'b' })
    const before = await entitiesOf('vote')
    await ingesting.run(
      alone(vote('HB 5', 'a', { result: 'fail' }, { also_keys: [roll(5)], ...at('2026-05-01T00:00:00Z') })),
      {
        name: 'a',
      },
    )
    expect(await entitiesOf('vote')).toEqual(before)
    const [claimed_by, named] = before.slice(-2).map(({ ocd_id }) => ocd_id)
    expect(await listDisputes(database)).toMatchObject([
      { natural_key: roll(5), named, claimed_by, source: 'a' },
    ])
  })
})

describe('content that waits under a key of another entity', () => {
  it.each([
    [['count', 'journal', 'docket']],
    [['journal', 'count', 'docket']],
    [['docket', 'count', 'journal']],
    [['journal', 'docket', 'count']],
  ])('joins that entity in any order of arrival: %j', async (order) => {
    const number = `2026-0${order.map((name) => name.length).join('')}${order[0]!.length}${order[1]!.length}`
    const key = regulationKey(number, '2026-01-15')
    const regulation = regulationOf({ document_number: number })
    const by_id = `regulations-gov|${number}`
    const said = {
      journal: seenRegulation({ regulation, comment_period: NO_COMMENTS }, { key }),
      docket: seenRegulation({ regulation }, { key, also_keys: [by_id], record_key: 'X' }),
      count: seenRegulation(
        { comment_count: { count: 7, as_of: '2026-02-01T00:00:00Z' } },
        { key: by_id, record_key: 'X/count' },
      ),
    }
    for (const name of order as (keyof typeof said)[])
      await ingesting.run(alone(said[name]), {
        name: name === 'journal' ? 'federal-register' : 'regulations-gov',
        mode: 'live',
      })
    const { rows } = await database.query<{ count: number }>(
      `SELECT h.content #> '{comment_period,comment_count}' AS count FROM ingest.stored_entity h JOIN ingest.identity i USING (entity_id)
       WHERE i.natural_key = $1`,
      [key],
    )
    expect(rows).toEqual([{ count: 7 }])
    expect(await listDisputes(database)).not.toContainEqual(expect.objectContaining({ natural_key: by_id }))
  })
})

describe('a roll call that is first emitted without a bill', () => {
  it('moves to its bill when a source reports the bill', async () => {
    const about_none = vote(null, 'a', {}, { also_keys: [roll(40)] })
    await ingesting.emitted()
    await ingesting.run(alone(about_none), { name: 'a' })
    const [recorded] = await ingesting.emitted()
    expect(recorded?.body.bill).toMatchObject({ id: null })
    await ingesting.run(alone(vote('HB 40', 'b', {}, { also_keys: [roll(40)] })), { name: 'b' })
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual(['vote.recorded', 'vote.removed'])
    expect(reported[0]?.body.bill).toMatchObject({ identifier: 'HB 40' })
    expect(reported[1]).toMatchObject({
      subject: recorded?.subject,
      body: { reason: expect.stringContaining('told as') },
    })
    await ingesting.run(alone({ ...about_none, observed_at: '2026-06-01T00:00:00Z' }), { name: 'a' })
    await ingesting.run(alone(bill('HB 40')), { name: 'a' })
    expect(typesOf(await ingesting.emitted())).toEqual(['bill.introduced', 'bill.status_changed'])
  })
})

describe('a listing with several entities under one key', () => {
  it('matches each of them by its further key, even if everything else changed', async () => {
    const [a, b] = [1, 2].map((number) =>
      vote('HB 6', 'same', { identifier: `${number}` }, { also_keys: [roll(60 + number)] }),
    )
    await ingesting.run([[a!, b!]], { name: 'a' })
    const before = await entitiesOf('vote')
    const changed = [b!, a!].map((one) => ({
      ...one,
      observed_at: '2026-04-01T00:00:00Z',
      parts: { vote: { ...one.parts.vote!, motion_text: `Corrected ${one.parts.vote!.identifier}` } },
    }))
    await ingesting.emitted()
    await ingesting.run([changed], { name: 'a' })
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual(['vote.corrected', 'vote.corrected'])
    expect(await entitiesOf('vote')).toEqual(before)
    const motions = reported.map(({ body }) => body.vote as { motion_text: string; identifier: string })
    for (const { motion_text, identifier } of motions) expect(motion_text).toBe(`Corrected ${identifier}`)
  })
})

describe('several records of one source about one entity', () => {
  const record = (
    record_key: string,
    value: Parameters<typeof vote>[2],
    observed_at = '2026-01-10T00:00:00Z',
  ) => vote('HB 7', record_key, value, { record_key, also_keys: [roll(7)], observed_at })

  it('become one roll call, and the first that reports a field supplies it (V5)', async () => {
    await ingesting.emitted()
    const counts = await ingesting.run(
      alone(
        record('84311', { identifier: '', sources: [{ url: 'https://example.gov/84311', note: '' }] }),
        record('84313', { identifier: '12', sources: [{ url: 'https://example.gov/84313', note: '' }] }),
      ),
      { name: 'sd' },
    )
    expect(counts).toMatchObject({ entities: 2, quarantined: 0 })
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual(['vote.recorded', 'vote.corrected'])
    expect(reported.at(-1)?.body.vote).toMatchObject({
      identifier: '12',
      sources: [{ url: 'https://example.gov/84311' }, { url: 'https://example.gov/84313' }],
    })
  })

  it('emit nothing if they are reported again, in any order', async () => {
    const again = alone(
      record('84313', { identifier: '12', sources: [{ url: 'https://example.gov/84313', note: '' }] }),
      record('84311', { identifier: '', sources: [{ url: 'https://example.gov/84311', note: '' }] }),
    )
    expect(await ingesting.run(again, { name: 'sd' })).toMatchObject({ unchanged: 2, events: 0 })
  })

  it('can be removed one by one, and the other record then supplies the fields', async () => {
    const removed = { ...record('84311', {}, '2026-03-01T00:00:00Z'), parts: {}, removed: 'a duplicate' }
    await ingesting.run(alone(removed), { name: 'sd' })
    const reported = await ingesting.emitted()
    expect(typesOf(reported)).toEqual(['vote.corrected'])
    expect(reported[0]?.body.vote).toMatchObject({ sources: [{ url: 'https://example.gov/84313' }] })
  })

  it('conflict only if one record is reported twice, differently, at one time', async () => {
    const twice = alone(
      record('1', { result: 'pass' }, '2026-06-01T00:00:00Z'),
      record('1', { result: 'fail' }, '2026-06-01T00:00:00Z'),
    )
    expect(await ingesting.run(twice, { name: 'other' })).toMatchObject({ quarantined: 2 })
  })
})
