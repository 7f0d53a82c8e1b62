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
let struck: BuiltBill
let plain: BuiltBill
let lost: BuiltBill

const lines = [
  [{ text: 'Be it enacted:', mark: 'none' }],
  [{ text: '𝐀 Section.', mark: 'none' }],
  [
    { text: 'Section 1. ', mark: 'none' },
    { text: 'Air ', mark: 'struck' },
    { text: 'Water ✓.', mark: 'inserted' },
  ],
  [{ text: 'Earth.', mark: 'struck' }],
  [{ text: 'Section 2. Fire.', mark: 'none' }],
]
const whole = 'Be it enacted:\n𝐀 Section.\nSection 1. Water ✓.\nSection 2. Fire.\n'
const short = 'Section 1. Water ✓.\n'

const named = (text: string) => {
  const bytes = Buffer.from(text)
  return { sha256: sha256Of(bytes), bytes: bytes.length }
}
const marked = lines.map((runs) => `${JSON.stringify(runs)}\n`).join('')
const pointer = (text: string): TextPointer => ({
  ...named('<html/>'),
  media_type: 'text/html; charset=utf-8',
  url: 'https://leg.example/5.htm',
  extracted: { ...named(text), characters: [...text].length },
})

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const objectStore = await mkdtemp(join(tmpdir(), 'objects-'))
  const store = createObjectStore({ ...test.settings, object_store: objectStore })
  for (const text of [whole, marked, short]) await store.put(Buffer.from(text), 'text/plain')
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const billWith = (id: string, text: TextPointer) => {
    const bill = story.bill()
    const version = { id, note: id, date: null, classification: '', links: [], text }
    story.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions: [version] })
    return bill
  }
  struck = billWith('struck', { ...pointer(whole), marked: { ...named(marked), struck: 10, inserted: 8 } })
  plain = billWith('plain', pointer(short))
  lost = billWith('lost', { ...pointer(short), marked: { ...named('lost'), struck: 4, inserted: 0 } })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { settings: { object_store: objectStore, text_bytes_max: 31 } })
})

describe('GET /v1/bills/{id}/text?format=sections', () => {
  it('adds the sections of the whole text, with offsets in characters, if the text is truncated', async () => {
    const response = await api.get(`/v1/bills/${struck.id}/text?format=sections`)
    expect(response.statusCode, response.body).toBe(200)
    const answer = response.json()
    expect(answer).toMatchObject({ text_truncated: true, method_version: 3 })
    const wordsOf = ({ start, end }: { start: number; end: number }) => [...whole].slice(start, end).join('')
    expect(answer.sections.map(wordsOf)).toEqual([
      'Be it enacted:\n𝐀 Section.\n',
      'Section 1. Water ✓.\n',
      'Section 2. Fire.\n',
    ])
    expect(answer.sections[1]).toMatchObject({ kind: 'section', number: '1', path: [] })
    expect(answer.sections[1].paragraphs.map(wordsOf)).toEqual(['Section 1. Water ✓.', ''])
  })

  it('has struck and inserted words in the runs of paragraphs', async () => {
    const { sections } = (await api.get(`/v1/bills/${struck.id}/text?format=sections`)).json()
    const runs = sections[1].paragraphs.map((paragraph: { runs: unknown }) => paragraph.runs)
    expect(runs).toEqual([lines[2], lines[3]])
  })

  it('has no runs if nothing is struck', async () => {
    const { sections } = (await api.get(`/v1/bills/${plain.id}/text?format=sections`)).json()
    expect(sections).toMatchObject([{ kind: 'section', number: '1', start: 0, end: 20 }])
    expect(sections[0].paragraphs).toEqual([{ start: 0, end: 19 }])
  })

  it('returns 503 if the object store lost the struck words', async () => {
    const answer = await api.get(`/v1/bills/${lost.id}/text?format=sections`)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not_ready'])
  })
})

it('the text has no sections without format=sections, and another format is refused', async () => {
  expect((await api.get(`/v1/bills/${plain.id}/text?format=text`)).json()).not.toHaveProperty('sections')
  const wrong = await api.get(`/v1/bills/${plain.id}/text?format=pdf`)
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'invalid_parameter'])
})
