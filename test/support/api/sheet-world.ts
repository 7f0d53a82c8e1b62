import type { LightMyRequestResponse } from 'fastify'
import { sitePages } from '../../../cli/wiring/site-pages.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../builders/event-builder.ts'
import { createManualClock, type ManualClock } from '../clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'
import { createProjectedSchema } from './projected-events.ts'
import { createTestApi, type TestApi } from './test-api.ts'

/** Each path answers with other members, and tests assert them. */
type ParsedAnswer = ReturnType<typeof JSON.parse>

/** An API with two sessions of Washington, to which tests add bills, and calls with the token of an account. */
export type SheetWorld = {
  readonly test: TestDatabase
  readonly api: TestApi
  readonly clock: ManualClock
  readonly story: EventBuilder
  /** Makes the rows of the events so far. */
  project(): Promise<void>
  merge(loser: BuiltBill, winner: BuiltBill): void
  remove(bill: BuiltBill): void
  call(
    method: string,
    url: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  post(url: string, payload: object): Promise<ParsedAnswer>
  read(url: string): Promise<ParsedAnswer>
  /** Makes the search and merges of every sheet due. */
  passMinutes(count: number): void
}

export async function createSheetWorld(
  options: { readonly settings?: Partial<Settings> } = {},
): Promise<SheetWorld> {
  const story = new EventBuilder()
  const clock = createManualClock('2026-06-01T12:00:00Z')
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  story.jurisdiction()
  story.session('2023-2024')
  story.session('2025-2026')
  const project = async () => {
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
  }
  await project()
  const api = await createTestApi(test, {
    clock,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    pages: sitePages,
  })
  const call: SheetWorld['call'] = async (method, url, payload, headers = {}) =>
    api.get(url.startsWith('/pages') || url.startsWith('/page-') ? url : `/v1${url}`, {
      method: method as 'GET',
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
  const accepted = (answer: LightMyRequestResponse) => {
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  return {
    test,
    api,
    clock,
    story,
    project,
    call,
    merge(loser, winner) {
      story.emit('bill.merged', { ...idsOf(loser), bill: contextOf(loser), into: idsOf(winner) })
    },
    remove(bill) {
      story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
    },
    post: async (url, payload) => accepted(await call('POST', url, payload)),
    read: async (url) => accepted(await call('GET', url)),
    passMinutes: (count) => clock.advance(count * 60_000),
  }
}
