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
let bill: BuiltBill
let away: BuiltBill

const introduced = 'Section 1. The fine is $4,000 for each day of delay.\nSection 2. Wild horses may graze.\n'
const engrossed = 'Section 1. The fine is $5,500 for each day of delay.\nSection 2. Wild horses may graze.\n'
const enrolled = `${engrossed}Section 3. This act takes effect & ends in <2027>.\n`

const pointer = (text: string): TextPointer => {
  const bytes = Buffer.from(text)
  const named = { sha256: sha256Of(bytes), bytes: bytes.length }
  return {
    ...named,
    media_type: 'text/plain',
    url: 'https://leg.example/5.txt',
    extracted: { ...named, characters: text.length },
  }
}
const version = (id: string, note: string, text: TextPointer | null) => ({
  id,
  note,
  date: null,
  classification: '',
  links: [],
  text,
})

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const objectStore = await mkdtemp(join(tmpdir(), 'objects-'))
  const store = createObjectStore({ ...test.settings, object_store: objectStore })
  for (const text of [introduced, engrossed, enrolled]) await store.put(Buffer.from(text), 'text/plain')
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const versions = (of: BuiltBill, list: ReturnType<typeof version>[]) =>
    story.emit('bill.versions_changed', { ...idsOf(of), bill: contextOf(of), versions: list })
  bill = story.bill({ identifier: 'HB 0005' })
  versions(bill, [
    version('v3', 'Enrolled', pointer(enrolled)),
    version('v0', 'Prefiled draft', null),
    version('v1', 'Introduced', pointer(introduced)),
    version('v2', 'Engrossed', pointer(engrossed)),
  ])
  away = story.bill()
  versions(away, [
    version('a1', 'Introduced', pointer(introduced)),
    version('a2', 'Engrossed', pointer('This text is not stored.')),
  ])
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { settings: { object_store: objectStore } })
})

const diffOf = (query: string) => api.get(`/v1/bills/${bill.id}/versions/${query}`)

describe('GET /v1/bills/{id}/versions/{version_id}/diff', () => {
  it('compares a version with the version before it, and has an ETag', async () => {
    const answer = await diffOf('v2/diff')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      bill_id: bill.id,
      from: { id: 'v1', note: 'Introduced' },
      to: { id: 'v2', note: 'Engrossed' },
      identical: false,
      complete_replacement: false,
      truncated: false,
      ops_omitted: false,
      stats: { sections_changed: 1, sections_added: 0, words_added: 1, words_removed: 1 },
      sections: [
        {
          kind: 'changed',
          from_number: '1',
          to_number: '1',
          ops: [
            { op: 'keep', mark: 'none', text: 'Section 1. The fine is ' },
            { op: 'delete', mark: 'none', text: '$4,000' },
            { op: 'insert', mark: 'none', text: '$5,500' },
            { op: 'keep', mark: 'none', text: ' for each day of delay.\n' },
          ],
        },
        { kind: 'unchanged', ops: [] },
      ],
      method_version: 3,
    })
    const again = await api.get(`/v1/bills/${bill.id}/versions/v2/diff`, {
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('compares with the version in `from`, also with a later one', async () => {
    const { from, to, stats } = (await diffOf('v1/diff?from=v3')).json()
    expect([from.id, to.id, stats.sections_removed]).toEqual(['v3', 'v1', 1])
    expect((await diffOf('v1/diff?from=v1')).json()).toMatchObject({
      identical: true,
      stats: { kept_share: 1 },
    })
  })

  it('shows the changes as HTML with text labels', async () => {
    const answer = await diffOf('v3/diff?format=html')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('(new)')
    expect(answer.body).toContain('[added: ')
    expect(answer.body).not.toContain('<2027>')
  })

  it('shows the changes as a patch of the plain texts', async () => {
    const answer = await diffOf('v2/diff?format=unified')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body.split('\n').slice(-6)).toEqual([
      '+++ Engrossed',
      '@@ -1,2 +1,2 @@',
      '-Section 1. The fine is $4,000 for each day of delay.',
      '+Section 1. The fine is $5,500 for each day of delay.',
      ' Section 2. Wild horses may graze.',
      '',
    ])
  })

  it('answers 404 if a version or its text does not exist, and 400 to an unknown format', async () => {
    const codes = async (path: string) => {
      const answer = await diffOf(path)
      return [answer.statusCode, answer.json().code]
    }
    expect(await codes('v9/diff')).toEqual([404, 'not_found'])
    expect(await codes('v2/diff?from=v9')).toEqual([404, 'not_found'])
    expect(await codes('v0/diff')).toEqual([404, 'text_not_available'])
    expect(await codes('v2/diff?from=v0')).toEqual([404, 'text_not_available'])
    expect(await codes('v1/diff')).toEqual([404, 'text_not_available'])
    expect((await diffOf('v2/diff?format=pdf')).statusCode).toBe(400)
  })

  it('answers 503 while a text is missing in the object store', async () => {
    expect((await api.get(`/v1/bills/${away.id}/versions/a2/diff`)).statusCode).toBe(503)
  })
})

describe('GET /v1/bills/{id}/versions', () => {
  const diffs = async (query: string) =>
    Object.fromEntries(
      (await api.get(`/v1/bills/${bill.id}/versions${query}`))
        .json()
        .data.map((item: { id: string; diff: { from: string; url: string } | null }) => [item.id, item.diff]),
    )

  it('links each version to its diff, the same on every page', async () => {
    const all = await diffs('')
    expect(all).toMatchObject({
      v0: null,
      v1: null,
      v2: { from: 'v1', url: `/v1/bills/${bill.id}/versions/v2/diff?from=v1` },
      v3: { from: 'v2' },
    })
    expect((await api.get(all.v2.url)).statusCode).toBe(200)
    expect(await diffs('?limit=1')).toEqual({ v3: (await diffs('')).v3 })
  })
})
