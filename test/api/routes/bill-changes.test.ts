import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { TextPointer } from '../../../schemas/event-bodies/bill.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { pointerTo, storeText } from '../../support/builders/stored-texts.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const introduced =
  'Section 1. A carrier pays a fine of $4,000 for each day on which it delays a cargo.\nSection 2. Wild horses may graze.\n'
const engrossed =
  'Section 1. A carrier pays a fine of $5,500 for each day on which it delays a cargo.\nSection 2. Wild horses may graze.\n'
const enrolled = `${engrossed}Section 3. This act takes effect in 2027.\n`

type Version = ReturnType<typeof version>
const version = (id: string, note: string, text: TextPointer | null) => ({
  id,
  note,
  date: null,
  classification: '',
  links: [],
  text,
})

let api: TestApi
let projected: ProjectedSchema
let bill: BuiltBill
let long: BuiltBill
let away: BuiltBill
let listed: Version[]
const story = new EventBuilder()

async function setVersions(of: BuiltBill, versions: Version[]): Promise<void> {
  story.emit('bill.versions_changed', { ...idsOf(of), bill: contextOf(of), versions })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
}

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const objectStore = await mkdtemp(join(tmpdir(), 'objects-'))
  const store = createObjectStore({ ...test.settings, object_store: objectStore })
  projected = await createProjectedSchema(test)
  bill = story.bill({ identifier: 'HB 0005' })
  listed = [
    version('v3', 'Enrolled', await storeText(store, enrolled)),
    version('v0', 'Prefiled draft', null),
    version('v1', 'Introduced', await storeText(store, introduced)),
    version('v2', 'Engrossed', await storeText(store, engrossed)),
  ]
  long = story.bill()
  away = story.bill()
  await setVersions(bill, listed)
  const prints = Array.from({ length: 8 }, (_, number) => number + 1)
  const texts = await Promise.all(
    prints.map((number) => storeText(store, `Section 1. The fee is $${number}.`)),
  )
  await setVersions(
    long,
    texts.map((text, number) => version(`p${number}`, `Substitute ${number + 1}`, text)),
  )
  await setVersions(away, [
    version('a1', 'Introduced', await storeText(store, introduced)),
    version('a2', 'Engrossed', pointerTo('This text is not stored.')),
  ])
  api = await createTestApi(test, { settings: { object_store: objectStore } })
})

const changesOf = async (of: BuiltBill, query = '') => {
  const answer = await api.get(`/v1/bills/${of.id}/changes${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...answer.json(), through: String(answer.headers['x-sync-through']) }
}
const idsIn = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

describe('GET /v1/bills/{id}/changes', () => {
  it('says in sentences what changed from version to version, oldest first', async () => {
    const { data } = await changesOf(bill)
    expect(data).toMatchObject([
      {
        id: 'v1..v2',
        from_version: { id: 'v1', note: 'Introduced' },
        to_version: { id: 'v2', note: 'Engrossed' },
        date: null,
        unchanged_wording: false,
        sentences: [
          {
            before: '$4,000',
            after: '$5,500',
            section: 'Section 1',
            confidence: 'exact',
            evidence: { from: { start: 36, end: 42 }, to: { start: 36, end: 42 } },
          },
        ],
        omitted: [],
        unexplained_words: 0,
        method_version: 3,
      },
      { id: 'v2..v3', sentences: [{ kind: 'section_added', section: 'Section 3', before: null }] },
    ])
    expect(data[0].summary).toBe('Section 1: the amount of the penalty changes from $4,000 to $5,500.')
  })

  it('has at most five steps on a page, even if the limit is greater', async () => {
    const first = await changesOf(long, '?limit=200')
    expect(idsIn(first)).toEqual(['p0..p1', 'p1..p2', 'p2..p3', 'p3..p4', 'p4..p5'])
    const rest = await changesOf(long, `?limit=200&cursor=${first.next_cursor}`)
    expect(idsIn(rest)).toEqual(['p5..p6', 'p6..p7'])
    expect(rest.next_cursor).toBeNull()
  })

  it('answers 503 while a text is missing in the object store, and 404 for an unknown bill', async () => {
    expect((await api.get(`/v1/bills/${away.id}/changes`)).statusCode).toBe(503)
    expect((await api.get('/v1/bills/999999/changes')).statusCode).toBe(404)
  })

  it('sends the step over a removed version to a reader of changes', async () => {
    const { through } = await changesOf(bill)
    expect((await changesOf(bill, `?updated_since=${through}`)).data).toEqual([])
    await setVersions(
      bill,
      listed.filter(({ id }) => id !== 'v2'),
    )
    expect(idsIn(await changesOf(bill, `?updated_since=${through}`))).toEqual(['v1..v3'])
  })
})
