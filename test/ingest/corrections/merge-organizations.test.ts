import { expect, it } from 'vitest'
import { keepApart, proposeOrganizations } from '../../../ingest/corrections/organization-proposals.ts'
import { advocacyOrganizationKey } from '../../../ingest/identity/advocacy-keys.ts'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import { lda } from '../../../ingest/sources/lda/index.ts'
import { createIngestWorld, type EmittedEvent } from '../../support/ingest/ingest-world.ts'
import { createTestOperator } from '../../support/ingest/operator.ts'
import { ldaFiling } from '../../support/source-records/lda-filings.ts'
import { readSourceFiles } from '../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { entityIds } from '../../support/stores/entity-ids.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)
const operating = createTestOperator(database, settings, ingesting.codec)
const live = { mode: 'live' } as const
const idOf = entityIds(database)
const organization = (identifier: string) =>
  idOf('advocacy_organization', advocacyOrganizationKey('us-lda', identifier))
const brief = (emitted: readonly EmittedEvent[]) => emitted.map(({ type, body }) => [type, body.id])

const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const filing = (number: number, registrant: number, client: string) =>
  ldaFiling({
    filing_uuid: uuid(number),
    registrant: { id: registrant, name: `FIRM ${registrant}` },
    client: { client_id: 12, name: client, client_self_select: false },
  })
const groupsOf = async (...filings: readonly object[]): Promise<(readonly Observation[])[]> =>
  (await readSourceFiles(lda, { 'page.json': filings })).observations.map((one) => [one])

it('organizations with one name are proposed, and only an operator merges them', async () => {
  const groups = await groupsOf(filing(1, 11, 'The Hive Company'), filing(2, 22, 'HIVE CO.'))
  await ingesting.run(groups, live)
  const emitted = await ingesting.emitted()
  expect(new Set(emitted.map(({ type }) => type))).toEqual(
    new Set(['advocacy_organization.observed', 'lobbying.filed']),
  )
  expect(new Set(emitted.map(({ topic }) => topic))).toEqual(new Set(['legislog.advocacy.v1']))
  const ids = [await organization('client/11-12'), await organization('client/22-12')]
  const [one, other] = ids.toSorted((a, b) => a - b) as [number, number]
  expect(one).not.toBe(other)
  const proposals = await proposeOrganizations(database)
  expect(proposals).toMatchObject([{ name_key: 'HIVE', organizations: [{ id: one }, { id: other }] }])

  await operating.merge(other, one)
  const merged = await ingesting.emitted()
  expect(brief(merged)).toEqual([
    ['advocacy_organization.observed', one],
    ['advocacy_organization.merged', other],
  ])
  expect(merged[0]!.body.advocacy_organization).toMatchObject({
    identifiers: [{ identifier: 'client/11-12' }, { identifier: 'client/22-12' }],
    other_names: ['HIVE CO.', 'The Hive Company'],
  })
  expect(await proposeOrganizations(database)).toEqual([])
})

it('the next report under a merged id changes nothing, and a split brings it back', async () => {
  await ingesting.run(await groupsOf(filing(2, 22, 'HIVE CO.')), live)
  expect(await ingesting.emitted()).toEqual([])
  const { rows } = await database.query<{ loser_id: number }>('SELECT loser_id FROM ingest.merged')
  await operating.split(rows[0]!.loser_id)
  expect(new Set((await ingesting.emitted()).map(({ type }) => type))).toEqual(
    new Set(['advocacy_organization.observed']),
  )
  // What an operator has split is not proposed again.
  expect(await proposeOrganizations(database)).toEqual([])
})

it('two organizations that an operator keeps apart are not proposed again', async () => {
  await ingesting.run(await groupsOf(filing(3, 33, 'Orchard Inc'), filing(4, 44, 'Orchard')), live)
  const [one, other] = [await organization('client/33-12'), await organization('client/44-12')]
  expect(await proposeOrganizations(database)).toHaveLength(1)
  await keepApart(database, one, other)
  expect(await proposeOrganizations(database)).toEqual([])
})

it('organizations that are kept apart from a third one are still proposed to each other', async () => {
  const clients = [filing(6, 66, 'Linden'), filing(7, 77, 'Linden LLC'), filing(8, 88, 'The Linden Co.')]
  await ingesting.run(await groupsOf(...clients), live)
  const ids = await Promise.all(['66', '77', '88'].map((id) => organization(`client/${id}-12`)))
  const [first, second, third] = ids.toSorted((a, b) => a - b) as [number, number, number]
  await keepApart(database, first, second)
  expect(await proposeOrganizations(database)).toMatchObject([
    {
      name_key: 'LINDEN',
      organizations: [
        { id: first, kept_apart_from: [second] },
        { id: second, kept_apart_from: [first] },
        { id: third, kept_apart_from: [] },
      ],
    },
  ])
  await keepApart(database, third, first)
  expect(await proposeOrganizations(database)).toMatchObject([
    { organizations: [{ id: second }, { id: third }] },
  ])
  await keepApart(database, second, third)
  expect(await proposeOrganizations(database)).toEqual([])
})

it('a corrected filing is corrected, and its money stays exact', async () => {
  await ingesting.emitted()
  const corrected = { ...filing(4, 44, 'Orchard'), income: '50000.10' }
  await ingesting.run(await groupsOf(corrected), live)
  expect((await ingesting.emitted()).map(({ type, body }) => [type, body.filing])).toMatchObject([
    ['lobbying.corrected', { amount: '50000.10' }],
  ])
})

it('no event is written while a read schema has no positions in the topic', async () => {
  await database.query("INSERT INTO control.read_schema (name, is_live) VALUES ('read_0099', true)")
  await ingesting.emitted()
  await expect(ingesting.run(await groupsOf(filing(5, 55, 'Meadow')), live)).rejects.toThrow(
    'read_0099 has no positions in legislog.advocacy.v1: run legislog migrate',
  )
  expect(await ingesting.emitted()).toEqual([])
})
