import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunCounts } from '../../ingest/runs/run.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { editSample, type SampleBill } from '../support/service/edited-sample.ts'
import { createServiceWithSample, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
const [first = ''] = readFileSync(join(sampleFolder, 'legislature', 'bill.ndjson'), 'utf8').split('\n')
const template = JSON.parse(first) as SampleBill

beforeAll(async () => {
  service = await createServiceWithSample()
  api = await service.openApi()
})

const MEGABYTE = 1024 * 1024
const billWith = (number: number, change: object): string =>
  JSON.stringify({ ...template, identifier: `HB ${number}`, _id: idOf(number), ...change })
const idOf = (number: number) => `${String(number).padStart(8, '0')}-fa11-11f0-8001-00005a5a0001`
/** Replaces a mark by a JSON escape, since a lone surrogate cannot be written as UTF-8. */
const spelled = (json: string, mark: string, spelling: string) => json.replace(mark, spelling)

type Row = readonly [
  input: string,
  number: number,
  content: string | Buffer,
  outcome: { readonly quarantined: string } | { readonly title: string; readonly session?: string },
]

const records: readonly Row[] = [
  ['truncated JSON', 901, billWith(901, {}).slice(0, 400), { quarantined: 'record_unreadable' }],
  ['an empty file', 902, '', { quarantined: 'record_unreadable' }],
  [
    'bytes that are not UTF-8',
    903,
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    { quarantined: 'record_unreadable' },
  ],
  ['JSON that is not an object', 904, '["HB 904"]', { quarantined: 'record_invalid' }],
  ['a wrong shape', 905, billWith(905, { actions: 'none' }), { quarantined: 'record_invalid' }],
  ['a missing field', 906, billWith(906, { identifier: undefined }), { quarantined: 'record_invalid' }],
  ['a field of a wrong kind', 907, billWith(907, { title: 12 }), { quarantined: 'record_invalid' }],
  [
    'an unknown jurisdiction',
    908,
    billWith(908, {
      jurisdiction: { id: 'ocd-jurisdiction/country:us/state:qq/government', name: 'Nowhere' },
    }),
    { quarantined: 'jurisdiction_unknown' },
  ],
  [
    'a title of 10 MB',
    909,
    billWith(909, { title: 'a'.repeat(10 * MEGABYTE) }),
    { quarantined: 'record_too_large' },
  ],
  [
    'an unknown session',
    910,
    billWith(910, { legislative_session: '2099', title: 'An Act of a session that nobody announced' }),
    { title: 'An Act of a session that nobody announced', session: '2099' },
  ],
  [
    'HTML entities',
    911,
    billWith(911, { title: 'Farmers &amp; Ranchers&#39; Act, &amp;amp; more' }),
    { title: "Farmers & Ranchers' Act, &amp; more" },
  ],
  [
    'invisible characters',
    912,
    billWith(912, { identifier: 'HB\u00a0\u200b912', title: 'Zero\u200bwidth and so\u00adft\u2060 hyphens' }),
    { title: 'Zerowidth and soft hyphens' },
  ],
  ['NUL bytes', 913, billWith(913, { title: 'An \u0000Act\u0000' }), { title: 'An Act' }],
  [
    'a lone surrogate',
    914,
    spelled(billWith(914, { title: 'An Act ~ more' }), '~ more', '\\ud83d more'),
    { title: 'An Act \ufffd more' },
  ],
  [
    'a key that is not data',
    915,
    spelled(billWith(915, { title: 'Proto' }), '"title"', '"__proto__":{"title":"gone"},"title"'),
    { title: 'Proto' },
  ],
  [
    'a title that is not normalized',
    916,
    billWith(916, { title: ' Pe\u0301rez \t\n Act ' }),
    { title: 'P\u00e9rez Act' },
  ],
]

async function ingest(number: number, content: string | Buffer): Promise<RunCounts> {
  const sample = await editSample()
  await sample.write(`bill_${idOf(number)}.json`, content)
  return service.ingest('openstates-scraper', sample.folder)
}

describe('a record that comes as', () => {
  it.each(records)('%s has the right outcome, code and counter', async (input, number, content, outcome) => {
    const counts = await ingest(number, content)
    await service.caughtUp()
    const found = (await api.get(`/v1/bills?jurisdiction=zz&q=HB%20${number}`)).json().data
    if ('quarantined' in outcome) {
      expect({ input, quarantined: counts.quarantined, events: counts.events, found }).toEqual({
        input,
        quarantined: 1,
        events: 0,
        found: [],
      })
      const { rows } = await service.database.query<{ reason: string; bytes: Buffer; times_seen: number }>(
        'SELECT reason, bytes, times_seen FROM ingest.quarantine WHERE run_id = $1',
        [counts.run_id],
      )
      expect({ input, reason: rows[0]!.reason, times: rows[0]!.times_seen }).toEqual({
        input,
        reason: outcome.quarantined,
        times: 1,
      })
      expect(rows[0]!.bytes.equals(Buffer.from(content))).toBe(true)
      // The same row is seen twice if it is read again.
      expect((await ingest(number, content)).quarantined).toBe(1)
      const again = await service.database.query(
        'SELECT times_seen FROM ingest.quarantine WHERE reason = $1 AND bytes = $2',
        [outcome.quarantined, Buffer.from(content)],
      )
      expect(again.rows).toEqual([{ times_seen: 2 }])
    } else {
      expect({ input, quarantined: counts.quarantined }).toEqual({ input, quarantined: 0 })
      expect({ input, found }).toMatchObject({ input, found: [{ identifier: `HB ${number}`, ...outcome }] })
      expect(await ingest(number, content)).toMatchObject({ events: 0, quarantined: 0 })
    }
  })

  it('any bytes does not affect the rest of its folder or the log', async () => {
    const bills = (await api.get('/v1/bills?jurisdiction=zz&limit=200')).json().data
    expect(bills.length).toBe(14 + 7)
    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
  })
})
