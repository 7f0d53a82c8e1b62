import { expect, it } from 'vitest'
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
