import { expect, it } from 'vitest'
import {
  advocacyOrganizationKey,
  advocacyPositionKey,
  lobbyingFilingKey,
} from '../../../ingest/identity/advocacy-keys.ts'
import { boundaryKey, mintOcdId, modelTextKey, scorecardKey } from '../../../ingest/identity/identity-keys.ts'
import { loggedKeys } from '../../../ingest/recover/logged-keys.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'

const emitted = (type: string, body: object) => loggedKeys({ type, body } as unknown as LogEvent)

it('a division is recovered by the key of its id, even if its code changed later', () => {
  const key = 'ocd-division/country:gb/pcon:aldershot'
  const division = { division_id: 'ocd-division/country:gb/constituency:e14001063', aliases: [key] }
  const body = { id: 7, ocd_id: mintOcdId('division', key), division }
  expect(emitted('division.observed', body)).toEqual([{ natural_key: key, base_key: key, is_proven: true }])
  const other = { ...body, ocd_id: 'ocd-division/00000000-0000-5000-8000-000000000000' }
  expect(emitted('division.observed', other)).toMatchObject([
    { natural_key: division.division_id, is_proven: false },
  ])
})

it('a boundary is recovered by its division and its map', () => {
  const boundary = { division_id: 'ocd-division/country:us/state:ne/sldu:7', release: 'census-sld-2024' }
  const key = boundaryKey(boundary.division_id, boundary.release)
  expect(emitted('boundary.loaded', { id: 8, ocd_id: mintOcdId('boundary', key), boundary })).toEqual([
    { natural_key: key, base_key: key, is_proven: true },
  ])
})

it('a model text is recovered by its publisher and its title', () => {
  const model_text = { publisher: 'Bee Society', title: 'Hive Act' }
  const key = modelTextKey('Bee Society', 'Hive Act')
  expect(emitted('model_text.observed', { id: 9, ocd_id: mintOcdId('model_text', key), model_text })).toEqual(
    [{ natural_key: key, base_key: key, is_proven: true }],
  )
})

it('a scorecard is recovered by its organization and its title, and one of an account by its id alone', () => {
  const scorecard = { organization: { name: 'Bee Society' }, title: '2026' }
  const key = scorecardKey('Bee Society', '2026')
  expect(emitted('scorecard.updated', { id: 9, ocd_id: mintOcdId('scorecard', key), scorecard })).toEqual([
    { natural_key: key, base_key: key, is_proven: true },
  ])
  expect(emitted('scorecard.published', { id: 9, ocd_id: 'ocd-scorecard/other', scorecard })).toEqual([])
})

it('an organization is recovered by the ids of its publishers, also those that it got by a merge', () => {
  const [own, other] = ['client/7', 'client/8'].map((id) => advocacyOrganizationKey('us-lda', id))
  const identifiers = ['client/7', 'client/8'].map((identifier) => ({ publisher: 'us-lda', identifier }))
  const body = {
    id: 9,
    ocd_id: mintOcdId('advocacy_organization', own!),
    advocacy_organization: { identifiers },
  }
  expect(emitted('advocacy_organization.observed', body)).toEqual([
    { natural_key: own, base_key: own, is_proven: true },
    { natural_key: other, base_key: other, is_proven: false },
  ])
})

it('a filing is recovered by its publisher and its uuid, and a position by who, about what, where and when', () => {
  const filing = { publisher: 'us-lda', filing_uuid: '5753B1A4-82C4-4A55-B8F9-4B1AB5EDF9E0' }
  const filingKey = lobbyingFilingKey('us-lda', '5753b1a4-82c4-4a55-b8f9-4b1ab5edf9e0')
  expect(
    emitted('lobbying.corrected', { id: 9, ocd_id: mintOcdId('lobbying_filing', filingKey), filing }),
  ).toEqual([{ natural_key: filingKey, base_key: filingKey, is_proven: true }])
  const position = {
    organization: { ocd_id: 'ocd-advocacy-organization/1', name: 'Bee Society' },
    bill: null,
    regulation: { scheme: 'docket_id', number: 'EPA-1' },
    source_url: null,
    kind: 'published',
    stated_on: '2026-01-02',
  }
  const positionKey = advocacyPositionKey(position)
  expect(positionKey).toBe('ocd-advocacy-organization/1|docket_id EPA-1|published|2026-01-02')
  expect(
    emitted('position.stated', { id: 9, ocd_id: mintOcdId('advocacy_position', positionKey), position }),
  ).toEqual([{ natural_key: positionKey, base_key: positionKey, is_proven: true }])
})
