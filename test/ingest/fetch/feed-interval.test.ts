import { describe, expect, it } from 'vitest'
import { findMissingSetting, intervalOf, readIntervals } from '../../../ingest/fetch/feed-interval.ts'
import type { Feed } from '../../../ingest/source-interface/feed.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

const feed: Feed = {
  address: 'https://api.legiscan.com',
  address_setting: 'LEGISCAN_URL',
  key: { setting: 'LEGISCAN_API_KEY', send: 'query', name: 'key' },
  requests_per_minute: 60,
  interval_s: 3_600,
  async *fetch() {},
}

describe('the setting INGEST_INTERVALS', () => {
  it('overrides the interval at which a feed is polled', () => {
    const settings = readSettings({ INGEST_INTERVALS: 'legiscan=15m, federal-register = 2d' })
    expect(intervalOf(settings, { name: 'legiscan', feed })).toBe(900)
    expect(intervalOf(settings, { name: 'govinfo-billstatus', feed })).toBe(3_600)
    expect(intervalOf(settings, { name: 'openstates-scraper' })).toBeNull()
    expect(readIntervals(settings).get('federal-register')).toBe(172_800)
  })

  it.each(['legiscan', 'legiscan=1', 'legiscan=0m', 'legiscan=1w', '=1h'])(
    'is refused if it is %s',
    (text) => {
      expect(() => readIntervals(readSettings({ INGEST_INTERVALS: text }))).toThrow('INGEST_INTERVALS has')
    },
  )
})

it('a source is not configured without its key, unless the key is optional', () => {
  expect(findMissingSetting(readSettings({}), feed)).toBe('LEGISCAN_API_KEY')
  expect(findMissingSetting(readSettings({ LEGISCAN_API_KEY: 'x' }), feed)).toBeNull()
  expect(
    findMissingSetting(readSettings({}), { ...feed, key: { ...feed.key!, is_optional: true } }),
  ).toBeNull()
})
