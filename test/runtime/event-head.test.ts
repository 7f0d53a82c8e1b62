import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EventHeadReader } from '../../runtime/event-head.ts'
import { encodeBatch } from '../../runtime/record-batch.ts'
import { readHeaders } from '../../runtime/record-headers.ts'
import { fromHeaders, toHeaders } from '../../schemas/envelope.ts'
import { goldenLog } from '../legislature/golden-log.ts'

const reader = new EventHeadReader()

/** The headers of one record as they lie in a batch: from their count to its end. */
async function headerBytes(headers: Record<string, string>): Promise<Buffer> {
  const batch = await encodeBatch([{ key: '', value: Buffer.alloc(0), headers: [headers] }])
  const records = gunzipSync(batch.subarray(61))
  const name = Object.keys(headers)[0]!
  return records.subarray(records.indexOf(name) - 2)
}

const good = {
  ...toHeaders('bill.action', goldenLog()[0]!.event.meta),
  ce_recordedtime: '2026-02-01T00:00:00.000001Z',
}

describe('the headers of an event', () => {
  it('read from their bytes are what they are as an object', async () => {
    for (const { event } of goldenLog()) {
      const headers = { ...toHeaders(event.type, event.meta), ce_recordedtime: event.meta.recorded_at }
      const bytes = await headerBytes(headers)
      expect(reader.read(bytes, 0, bytes.length)).toEqual({ type: event.type, meta: event.meta })
      expect(fromHeaders(readHeaders(bytes, 0))).toEqual({ type: event.type, meta: event.meta })
    }
  })

  it('may hold text that is not ASCII', async () => {
    const bytes = await headerBytes({ ...good, ce_source: 'scraper/añasco' })
    expect(reader.read(bytes, 0, bytes.length)).toEqual(fromHeaders(readHeaders(bytes, 0)))
  })

  it.each<[string, Record<string, string>]>([
    ['a header that is none of ours', { ...good, traceparent: '00-1' }],
    ['an unknown type', { ...good, ce_type: 'bill.exploded', ce_dataschema: 'legislog:bill.exploded:v1' }],
    ['a type that its schema does not have', { ...good, ce_type: 'bill.updated' }],
    ['no sequence', { ...good, ce_sequence: '' }],
    ['no id', { ...good, ce_id: '' }],
    ['a schema of another form', { ...good, ce_dataschema: 'urn:x:v1' }],
  ])('with %s are left to the slower reader', async (_name, headers) => {
    const bytes = await headerBytes(headers)
    expect(reader.read(bytes, 0, bytes.length)).toBeUndefined()
  })
})
