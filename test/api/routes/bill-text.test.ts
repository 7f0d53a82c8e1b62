import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import { sha256Of } from '../../../runtime/object-store/object-name.ts'
import type { TextPointer } from '../../../schemas/event-bodies/bill.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let away: TestApi
let bill: BuiltBill
let pictures: BuiltBill
let bare: BuiltBill
let removed: BuiltBill
const [first, second, long] = ['Section 1. Water.', 'Section 1. Water ✓.', 'é'.repeat(40)].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer, Buffer]
const odd = Buffer.from('odd')
const document = Buffer.from('<html>Section 1. Water ✓.</html>')

const pointer = (bytes: Buffer, mediaType: string, plain?: Buffer): TextPointer => ({
  sha256: sha256Of(bytes),
  bytes: bytes.length,
  media_type: mediaType,
  url: 'https://leg.example/5.htm',
  ...(plain === undefined
    ? { no_text: 'no text' }
    : {
        extracted: { sha256: sha256Of(plain), bytes: plain.length, characters: plain.toString().length },
      }),
})
const version = (id: string, date: string | null, text: TextPointer | null) => ({
  id,
  note: id,
  date,
  classification: '',
  links: [],
  text,
})

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const objectStore = await mkdtemp(join(tmpdir(), 'objects-'))
  const store = createObjectStore({ ...test.settings, object_store: objectStore })
  for (const bytes of [first, second, long, document, Buffer.from('%PDF'), odd])
    await store.put(bytes, 'text/plain')
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const versions = (of: BuiltBill, list: ReturnType<typeof version>[]) =>
    story.emit('bill.versions_changed', { ...idsOf(of), bill: contextOf(of), versions: list })
  bill = story.bill({ identifier: 'HB 0005' })
  versions(bill, [
    version('engrossed', '2026-02-01', pointer(document, 'text/html; charset=utf-8', second)),
    version('introduced', '2026-01-01', pointer(first, 'text/plain', first)),
    version('enrolled', '2026-03-01', null),
    version('long', null, pointer(long, 'text/plain', long)),
  ])
  pictures = story.bill()
  versions(pictures, [
    version('lost', null, pointer(Buffer.from('lost'), 'text/plain')),
    version('odd', null, pointer(odd, 'application/x-odd; name="<"')),
    version('scan', null, pointer(Buffer.from('%PDF'), 'application/pdf')),
  ])
  bare = story.bill()
  story.texts(bare, 'version', ['Introduced'])
  removed = story.bill()
  versions(removed, [version('gone', null, pointer(Buffer.from('gone'), 'text/plain', Buffer.from('gone')))])
  story.emit('bill.removed', { ...idsOf(removed), bill: contextOf(removed), reason: 'withdrawn' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { settings: { object_store: objectStore, text_bytes_max: 31 } })
  away = await createTestApi(test, { settings: { object_store: '/dev/null/objects' } })
})

describe('GET /v1/bills/{id}/text', () => {
  it('returns the latest version with a text, and shows if a later version has none yet', async () => {
    const answer = await api.get(`/v1/bills/${bill.id}/text`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      bill_id: bill.id,
      version: { id: 'engrossed', date: '2026-02-01', kind: 'version' },
      is_current: false,
      media_type: 'text/html; charset=utf-8',
      url: 'https://leg.example/5.htm',
      text: second.toString(),
      text_truncated: false,
      characters: second.toString().length,
      object: { href: `/v1/objects/${sha256Of(document)}`, bytes: document.length },
      text_object: { href: `/v1/objects/${sha256Of(second)}`, bytes: second.length },
    })
    const again = await api.get(`/v1/bills/${bill.id}/text`, {
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('returns the version in the version parameter', async () => {
    const { text, version: shown } = (await api.get(`/v1/bills/${bill.id}/text?version=introduced`)).json()
    expect([text, shown.id]).toEqual([first.toString(), 'introduced'])
    const unknown = await api.get(`/v1/bills/${bill.id}/text?version=scan`)
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
    const later = await api.get(`/v1/bills/${bill.id}/text?version=enrolled`)
    expect([later.statusCode, later.json().code]).toEqual([404, 'text_not_available'])
  })

  it('truncates a long text after a whole character, and links to the whole text', async () => {
    const answer = (await api.get(`/v1/bills/${bill.id}/text?version=long`)).json()
    expect(answer).toMatchObject({ text: 'é'.repeat(15), text_truncated: true, characters: 40 })
    expect((await api.get(answer.text_object.href)).body).toBe(long.toString())
  })

  it('returns 404 if there is no text, with a link to the document if it is stored', async () => {
    const nothing = await api.get(`/v1/bills/${bare.id}/text`)
    expect([nothing.statusCode, nothing.json().code]).toEqual([404, 'text_not_available'])
    const scan = await api.get(`/v1/bills/${pictures.id}/text`)
    expect(scan.statusCode).toBe(404)
    expect(scan.json()).toMatchObject({
      code: 'text_not_available',
      reason: 'no text',
      object: { media_type: 'application/pdf', bytes: 4 },
    })
    expect((await api.get(scan.json().object.href)).body).toBe('%PDF')
    expect((await api.get('/v1/bills/999/text')).json().code).toBe('not_found')
    expect((await api.get(`/v1/bills/${removed.id}/text`)).json()).toMatchObject({ deleted: true })
  })
})

it('texts and objects return 503 if the object store does not answer or lost the bytes', async () => {
  for (const url of [`/v1/bills/${bill.id}/text`, `/v1/objects/${sha256Of(document)}`]) {
    const answer = await away.get(url)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_ready'])
  }
  const lost = await api.get(`/v1/objects/${sha256Of(Buffer.from('lost'))}`)
  expect([lost.statusCode, lost.json().code]).toEqual([503, 'not_ready'])
})

describe('GET /v1/objects/{sha256}', () => {
  const url = `/v1/objects/${sha256Of(document)}`

  it('returns the bytes as an attachment that may be cached forever', async () => {
    const answer = await api.get(url)
    expect(answer.rawPayload).toEqual(document)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(document.length),
      'content-disposition': `attachment; filename="HB-0005-${sha256Of(document).slice(0, 8)}.html"`,
      'cache-control': 'private, max-age=31536000, immutable, no-transform',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: `"${sha256Of(document)}"`,
    })
    const same = await api.get(url, { headers: { 'if-none-match': answer.headers.etag as string } })
    expect([same.statusCode, same.body]).toEqual([304, ''])
  })

  it('replaces a media type of the publisher that is not a document type', async () => {
    const answer = await api.get(`/v1/objects/${sha256Of(odd)}`)
    expect(answer.body).toBe('odd')
    expect(answer.headers['content-type']).toBe('application/octet-stream')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.bin"$/)
  })

  it('answers HEAD without the bytes', async () => {
    const answer = await api.get(url, { method: 'HEAD' })
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
      200,
      '',
      String(document.length),
    ])
  })

  it('returns a range, or the whole object if If-Range names another one', async () => {
    const part = await api.get(url, { headers: { range: 'bytes=6-12' } })
    expect([
      part.statusCode,
      part.body,
      part.headers['content-range'],
      part.headers['content-length'],
    ]).toEqual([206, 'Section', `bytes 6-12/${document.length}`, '7'])
    const etag = `"${sha256Of(document)}"`
    expect((await api.get(url, { headers: { range: 'bytes=-7', 'if-range': etag } })).body).toBe('</html>')
    const other = await api.get(url, { headers: { range: 'bytes=-7', 'if-range': '"other"' } })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, document.length])
    const beyond = await api.get(url, { headers: { range: 'bytes=999-' } })
    expect([beyond.statusCode, beyond.json().code, beyond.headers['content-range']]).toEqual([
      416,
      'range_not_satisfiable',
      `bytes */${document.length}`,
    ])
  })

  it.each([sha256Of(Buffer.from('gone')), '0'.repeat(64), '../../etc/passwd', 'abc'])(
    'returns 404 for %s, which no existing bill refers to',
    async (name) => {
      const answer = await api.get(`/v1/objects/${encodeURIComponent(name)}`)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    },
  )
})
