import { expect, it } from 'vitest'
import { docketKeys } from '../../../../ingest/sources/mapping/dockets.ts'

it('a docket number is a key of the bill that it became (I7)', () => {
  const jurisdiction = 'ocd-division/country:us/state:ma'
  const other_identifiers = [
    { identifier: 'SD 01614', scheme: 'docket' },
    { identifier: 'SD.1615', scheme: 'Docket No.' },
    { identifier: 'ocd-bill-ma-194th-s1404', scheme: '' },
  ]
  expect(docketKeys({ jurisdiction, session: '194th', other_identifiers })).toEqual([
    `${jurisdiction}|194th|SD1614`,
    `${jurisdiction}|194th|SD1615`,
  ])
})
