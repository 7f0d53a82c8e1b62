import { describe, expect, it } from 'vitest'
import { addressesOf, clientSettings, userAgent } from '../../../ingest/fetch/feed-settings.ts'
import type { Feed, FeedKey } from '../../../ingest/source-interface/feed.ts'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { readSettings } from '../../../runtime/settings/settings.ts'

const sourceWith = (feed: Partial<Feed>): Source => ({
  name: 'congress-votes',
  mapper_version: 1,
  async *read() {},
  feed: {
    address: 'https://clerk.house.gov',
    address_setting: 'HOUSE_CLERK_URL',
    more_addresses: [{ address: 'https://www.senate.gov', address_setting: 'SENATE_LIS_URL' }],
    key: null,
    requests_per_minute: 60,
    interval_s: 3600,
    async *fetch() {},
    ...feed,
  },
})
const key = (more: Partial<FeedKey> = {}): FeedKey => ({
  setting: 'REGULATIONS_GOV_API_KEY',
  send: 'header',
  name: 'X-Api-Key',
  ...more,
})

describe('the addresses of a feed', () => {
  it('are those of its publisher unless a setting replaces them', () => {
    const of = (env: Record<string, string>) => addressesOf(sourceWith({}), readSettings(env)).addresses
    expect(of({}).main).toBe('https://clerk.house.gov')
    expect(of({}).of('SENATE_LIS_URL')).toBe('https://www.senate.gov')
    const moved = of({
      HOUSE_CLERK_URL: 'http://127.0.0.1:8000/mirror/',
      SENATE_LIS_URL: 'http://127.0.0.1:9000',
    })
    expect(moved.of()).toBe('http://127.0.0.1:8000/mirror')
    expect(moved.of('SENATE_LIS_URL')).toBe('http://127.0.0.1:9000')
    expect(() => moved.of('LEGISCAN_URL')).toThrow('congress-votes has no address LEGISCAN_URL')
  })

  it('all get the key, unless the key belongs to one of them', () => {
    const settings = readSettings({ REGULATIONS_GOV_API_KEY: 'a-key-of-ours' })
    const originsOf = (one: FeedKey) => addressesOf(sourceWith({ key: one }), settings).key?.origins
    expect(originsOf(key())).toEqual(['https://clerk.house.gov', 'https://www.senate.gov'])
    expect(originsOf(key({ address_setting: 'SENATE_LIS_URL' }))).toEqual(['https://www.senate.gov'])
  })

  it('are used without a key only if the key is optional', () => {
    const keyOf = (one: FeedKey) => addressesOf(sourceWith({ key: one }), readSettings({})).key
    expect(keyOf(key({ is_optional: true }))).toBeNull()
    expect(() => keyOf(key())).toThrow('congress-votes needs a key: REGULATIONS_GOV_API_KEY is not set')
  })
})

describe('requests to a publisher', () => {
  it('are limited to the rate of its feed unless INGEST_RATES sets another', () => {
    const rateOf = (env: Record<string, string>) => {
      const source = sourceWith({})
      return clientSettings(source, source.feed!, readSettings(env)).requests_per_minute
    }
    expect(rateOf({})).toBe(60)
    expect(rateOf({ INGEST_RATES: 'legiscan=10' })).toBe(60)
    expect(rateOf({ INGEST_RATES: 'legiscan=10, congress-votes=0.5' })).toBe(0.5)
    for (const wrong of ['congress-votes', 'congress-votes=0', 'congress-votes=-1', 'congress-votes=fast'])
      expect(() => rateOf({ INGEST_RATES: wrong })).toThrow('it must be like')
  })

  it('identify the program, its version, and the contact', () => {
    expect(userAgent('')).toMatch(/^legislog\/\d+\.\d+\.\d+$/)
    expect(userAgent(' us@example.org ')).toMatch(/^legislog\/\d+\.\d+\.\d+ \(\+us@example\.org\)$/)
    expect(userAgent('a\r\nX-Header: b (c)')).toMatch(/ \(\+aX-Header: b c\)$/)
  })
})
