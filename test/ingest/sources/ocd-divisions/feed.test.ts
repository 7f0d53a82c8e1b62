import { expect, it } from 'vitest'
import { ocdDivisions } from '../../../../ingest/sources/ocd-divisions/index.ts'
import { createFaultyServer } from '../../../support/fakes/faulty-server.ts'
import { createFetchWorld } from '../../../support/ingest/fetch-world.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const US = 'ocd-division/country:us'

it('the lists of three countries are fetched, and again only if they changed', async () => {
  const { database, settings } = await createTestDatabase()
  const server = await createFaultyServer()
  const world = await createFetchWorld(database, { ...settings, ocd_divisions_url: server.url })
  const listOf = (...rows: string[]) => ({ body: ['id,name', ...rows, ''].join('\n'), etag: true })
  server.serve(
    '/country-us.csv',
    listOf(`${US},United States`),
    listOf(`${US},United States`, `${US}/state:wa,Washington`),
  )
  server.serve('/country-ca.csv', listOf('ocd-division/country:ca,Canada'))
  server.serve('/country-uk.csv', listOf('ocd-division/country:uk,United Kingdom'))
  server.fail({ kind: 'status', status: 503 }, /country-ca/u)
  expect(await world.run(ocdDivisions)).toMatchObject({ events: 3, quarantined: 0 })
  expect(await world.run(ocdDivisions)).toMatchObject({
    events: 1,
    fetched: { documents: 1, unmodified: 2 },
  })
})
