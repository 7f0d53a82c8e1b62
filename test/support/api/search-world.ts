import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexTexts } from '../../../projections/search/index-texts.ts'
import { createObjectStore } from '../../../runtime/object-store/create-object-store.ts'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { Version } from '../../../schemas/event-bodies/bill.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../builders/event-builder.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { addressesIn } from '../harness/main-process.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'
import { createProjectedSchema, type ProjectedSchema } from './projected-events.ts'
import { createTestApi, type TestApi } from './test-api.ts'

export type SearchWorld = {
  readonly test: TestDatabase
  readonly api: TestApi
  readonly projected: ProjectedSchema
  readonly story: EventBuilder
  readonly objects: ObjectStore
  /** Settings with which a command finds the same database and store. */
  readonly env: Readonly<Record<string, string>>
  /** Versions of a bill, the text of each in the object store unless `isLost`; null for one without a text. */
  texts(bill: BuiltBill, texts: readonly (string | null)[], options?: { isLost?: boolean }): Promise<void>
  /** Emitted events are projected and visible. */
  project(): Promise<void>
  /** The words of all texts are indexed. */
  index(): ReturnType<typeof indexTexts>
}

/** The API on rows from events, with texts in a store of this test. */
export async function createSearchWorld(): Promise<SearchWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-objects-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const objects = createObjectStore({ ...test.settings, object_store: folder })
  const api = await createTestApi(test, { settings: { object_store: folder } })
  return {
    test,
    api,
    projected,
    story,
    objects,
    env: {
      ...addressesIn(test.settings),
      OBJECT_STORE: folder,
    },
    async texts(bill, texts, { isLost = false } = {}) {
      const versions = await Promise.all(
        texts.map(async (text, index): Promise<Version> => {
          const storedText = text === null ? null : await storeText(objects, text, isLost)
          const note = `Version ${index + 1}`
          return {
            id: `version-${bill.id}-${index}`,
            note,
            date: null,
            classification: '',
            links: [],
            text: storedText,
          }
        }),
      )
      story.emit('bill.versions_changed', { ...idsOf(bill), bill: contextOf(bill), versions })
    },
    async project() {
      await projected.apply(story.take())
      await projected.setWatermark(story.later)
    },
    index: () =>
      indexTexts({ database: test.database, objects, workers: 2, signal: new AbortController().signal }),
  }
}

async function storeText(objects: ObjectStore, text: string, isLost: boolean): Promise<Version['text']> {
  const bytes = Buffer.from(text)
  const sha256 = isLost ? 'f'.repeat(64) : (await objects.put(bytes, 'text/plain')).sha256
  const url = 'https://leg.example/text.txt'
  return {
    sha256,
    bytes: bytes.length,
    media_type: 'text/plain',
    url,
    extracted: { sha256, bytes: bytes.length, characters: text.length },
  }
}
