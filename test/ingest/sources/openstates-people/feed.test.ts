import { describe, expect, it } from 'vitest'
import { openstatesPeople } from '../../../../ingest/sources/openstates-people/index.ts'
import { createFaultyServer } from '../../../support/fakes/faulty-server.ts'
import { createFetchWorld } from '../../../support/ingest/fetch-world.ts'
import { tarArchive } from '../../../support/source-records/tar-archive.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const person = (name: string) => `id: ocd-person/90da5348-421e-435b-8458-67123462addf
name: ${name}
roles: [{type: lower, jurisdiction: 'ocd-jurisdiction/country:us/state:vt/government', district: Chittenden-17}]`

describe('the people repository', () => {
  it('is fetched whole, and again only after a change', async () => {
    const server = await createFaultyServer()
    const { database, settings } = await createTestDatabase()
    const world = await createFetchWorld(database, { ...settings, openstates_people_url: server.url })
    const serve = async (name: string) =>
      server.serve('/archive/refs/heads/main.tar.gz', {
        body: await tarArchive({ 'people-main/data/vt/legislature/Abbey-Duke.yml': person(name) }),
        headers: { 'content-type': 'application/x-gzip' },
        etag: true,
      })
    await serve('Abbey Duke')
    expect((await world.run(openstatesPeople)).by_type).toEqual({ 'person.observed': 1 })
    expect((await world.run(openstatesPeople)).records).toBe(0)

    world.clock.advance(24 * 60 * 60 * 1000)
    await serve('Abigail Duke')
    expect((await world.run(openstatesPeople)).by_type).toEqual({ 'person.observed': 1 })
  })
})
