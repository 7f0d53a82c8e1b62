import { describe, expect, it } from 'vitest'
import { congressLegislators } from '../../../../ingest/sources/congress-legislators/index.ts'
import { createFaultyServer, type Reply } from '../../../support/fakes/faulty-server.ts'
import { createFetchWorld } from '../../../support/ingest/fetch-world.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const files = {
  'legislators-current.yaml': `- id: {bioguide: L000999}
  name: {first: Ann, last: Lee}
  bio: {birthday: '1960-02-29', gender: F}
  terms: [{type: sen, start: '2025-01-03', end: '2031-01-03', state: WA, party: Democrat}]`,
  'legislators-historical.yaml': '[]',
  'legislators-district-offices.yaml': '- id: {bioguide: L000999}\n  offices: [{city: Tacoma, state: WA}]',
  'legislators-social-media.yaml': '[]',
  'executive.yaml': '[]',
  'committees-current.yaml': '- {type: senate, name: Senate Committee on Ferries, thomas_id: SSFE}',
  'committee-membership-current.yaml': 'SSFE: [{name: Ann Lee, bioguide: L000999}]',
}

/** Serves the set from a publisher of its own and returns a world that fetches it. */
async function publish(reply: Reply = {}) {
  const server = await createFaultyServer()
  const { database, settings } = await createTestDatabase()
  const world = await createFetchWorld(database, {
    ...settings,
    congress_legislators_url: `${server.url}/set`,
  })
  for (const [name, body] of Object.entries(files)) server.serve(`/set/${name}`, { body, ...reply })
  return { server, database, world }
}

describe('the feed of members of Congress', () => {
  it('fetches its files as one set and emits nothing for unchanged files', async () => {
    const { server, database, world } = await publish({ etag: true })

    const first = await world.run(congressLegislators)
    expect(first.by_type).toMatchObject({ 'person.observed': 1, 'committee.observed': 1 })
    world.clock.advance(1000)
    expect((await world.run(congressLegislators)).events).toBe(0)

    // A change of one file must not remove data of the others.
    world.clock.advance(1000)
    server.serve('/set/legislators-social-media.yaml', {
      body: '- id: {bioguide: L000999}\n  social: {twitter: annlee}',
    })
    const changed = await world.run(congressLegislators)
    expect(changed.by_type).toMatchObject({ 'person.observed': 1 })
    const { rows } = await database.query<{ offices: unknown[] }>(
      `SELECT content->'person'->'offices' AS offices FROM ingest.stored_entity WHERE content->>'person' IS NOT NULL`,
    )
    expect(rows[0]!.offices).toHaveLength(1)
  })

  it('emits a new term as a change of the person (S12)', async () => {
    const { server, database, world } = await publish()
    await world.run(congressLegislators)
    world.clock.advance(1000)
    const current = files['legislators-current.yaml']
    const next_term = "{type: sen, start: '2031-01-03', end: '2037-01-03', state: WA, party: Democrat}"
    server.serve('/set/legislators-current.yaml', { body: current.replace(/\]$/u, `, ${next_term}]`) })
    expect((await world.run(congressLegislators)).by_type).toMatchObject({ 'person.observed': 1 })
    const { rows } = await database.query<{ roles: { start_date: string }[] }>(
      `SELECT content->'person'->'roles' AS roles FROM ingest.stored_entity WHERE content->>'person' IS NOT NULL`,
    )
    expect(rows[0]!.roles.map(({ start_date }) => start_date)).toEqual(['2031-01-03', '2025-01-03'])
  })

  it('emits nothing if one of its files cannot be fetched', async () => {
    const { server, database, world } = await publish()
    server.fail({ kind: 'status', status: 500 }, /committee-membership/u, 20)
    await expect(world.run(congressLegislators)).rejects.toThrow(/committee-membership-current/u)
    const { rows } = await database.query('SELECT FROM ingest.stored_entity')
    expect(rows).toEqual([])
  })
})
