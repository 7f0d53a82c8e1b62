import { describe, expect, it } from 'vitest'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { scrapedAction, scrapedBill, scrapedId } from '../../../support/source-records/scraper-records.ts'

const WA = 'ocd-division/country:us/state:wa'
const read = (files: Readonly<Record<string, unknown>>) => readSourceFiles(openstatesScraper, files)

describe('a scraped file with unusual content', () => {
  const good = scrapedBill({ identifier: 'SB 1' })
  it.each([
    ['truncated JSON', JSON.stringify(scrapedBill()).slice(0, 300), 'record_unreadable', 'JSON'],
    ['a list', '[1]', 'record_invalid', 'the record is [1], not an object'],
    [
      'no number',
      JSON.stringify(scrapedBill({ identifier: '' })),
      'record_invalid',
      'identifier is "", not a text',
    ],
    [
      'an invalid number',
      JSON.stringify(scrapedBill({ identifier: '\u200b.' })),
      'record_invalid',
      'not a bill number',
    ],
    [
      'a title that is a number',
      JSON.stringify(scrapedBill({ title: 7 })),
      'record_invalid',
      'title is 7, not a text',
    ],
    [
      'actions that are not a list',
      JSON.stringify(scrapedBill({ actions: {} })),
      'record_invalid',
      'actions is {}, not a list',
    ],
    [
      'an invalid date',
      JSON.stringify(
        scrapedBill({ actions: [scrapedAction('2026-01-12', 'a'), scrapedAction('tomorrow', 'b')] }),
      ),
      'record_invalid',
      'actions[1].date is "tomorrow", not a date',
    ],
    [
      'an unknown place',
      JSON.stringify(scrapedBill({ jurisdiction: { division_id: 'ocd-division/country:xx' } })),
      'jurisdiction_unknown',
      'ocd-division/country:xx',
    ],
    [
      'a title of 10 MB',
      JSON.stringify(scrapedBill({ title: 'x'.repeat(10 * 1024 * 1024) })),
      'record_too_large',
      'title has 10485760 bytes',
    ],
    [
      'bytes that are not text',
      Buffer.concat([Buffer.from('{"title": "'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      'record_unreadable',
      'not UTF-8',
    ],
  ] as const)(
    'is rejected with its bytes, and the next file is read: %s',
    async (_, bytes, reason, detail) => {
      const run = await read({ 'wa/bill_1.json': bytes, 'wa/bill_2.json': good })
      expect(run.rejections).toMatchObject([
        { reason, record: expect.stringMatching(/wa\/bill_1\.json$/), jurisdiction: WA },
      ])
      expect(run.rejections[0]?.detail).toContain(detail)
      expect(run.rejections[0]?.bytes.equals(Buffer.from(bytes))).toBe(true)
      expect(run.of('bill')).toHaveLength(1)
    },
  )

  it('is accepted with NUL and lone surrogates, which the mapper does not change', async () => {
    const run = await read({
      'wa/bill_1.json':
        '{"jurisdiction":{"id":"wa"},"legislative_session":"1","identifier":"HB 1","title":"a\\u0000b\\ud800","scraped_at":"2026-01-01T00:00:00Z"}',
    })
    expect(run.rejections).toEqual([])
    expect(run.of('bill')[0]?.parts.core?.title).toBe('a\u0000b\ud800')
  })

  it('is read with a byte order mark and another order of fields', async () => {
    const { _id, scraped_at, ...rest } = scrapedBill()
    const turned = JSON.stringify(
      { _id, scraped_at, ...Object.fromEntries(Object.entries(rest).toReversed()) },
      null,
      2,
    )
    const run = await read({
      'wa/bill_1.json': `\ufeff${turned}`,
      'wa/bill.ndjson': [scrapedBill({ _id: scrapedId() })],
    })
    expect(run.of('bill')).toHaveLength(1)
    expect(run.copies).toEqual({ bill: 1 })
  })

  it('loses only its unreadable record, even if another record waits for that record', async () => {
    const run = await read({ 'wa/bill.ndjson': [scrapedBill(), JSON.stringify(scrapedBill({ title: 7 }))] })
    expect(run.of('bill')).toHaveLength(1)
    expect(run.rejections).toHaveLength(1)
  })
})
