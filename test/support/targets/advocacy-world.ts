import { fillMentions } from '../../../derive/mentions/fill/fill-mentions.ts'
import { fillSimilar } from '../../../derive/similar/service/fill-similar.ts'
import { fillActivity } from '../../../derive/targets/activity/fill-activity.ts'
import { createProjectedSchema, type ProjectedSchema } from '../api/projected-events.ts'
import { createTestApi, type TestApi } from '../api/test-api.ts'
import { EventBuilder } from '../builders/event-builder.ts'
import { createManualClock } from '../clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'

/** Each path answers with other members, and tests assert them. */
type ParsedAnswer = ReturnType<typeof JSON.parse>

/** An API with organizations and what they did, on 30 November 2026. */
export type AdvocacyWorld = {
  readonly test: TestDatabase
  readonly api: TestApi
  readonly projected: ProjectedSchema
  readonly story: EventBuilder
  /** Makes the rows of the events so far. */
  project(): Promise<void>
  /** Finds mentions, makes the lists of similar bills, and sums up what organizations did. */
  fill(): Promise<void>
  read(url: string): Promise<ParsedAnswer>
}

export async function createAdvocacyWorld(): Promise<AdvocacyWorld> {
  const story = new EventBuilder()
  const test = await createProjectedDatabase()
  const { database } = test
  const projected = await createProjectedSchema(test)
  const api = await createTestApi(test, { clock: createManualClock('2026-11-30T17:00:00Z') })
  const { signal } = new AbortController()
  return {
    test,
    api,
    projected,
    story,
    async project() {
      await projected.apply(story.take())
      await projected.setWatermark(story.later)
    },
    async fill() {
      await fillSimilar({ database, embedder: undefined, memory: { state: undefined }, signal })
      await fillMentions({ database, signal })
      await fillActivity({ database, signal })
    },
    async read(url) {
      const answer = await api.get(url)
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
      return { ...answer.json(), through: String(answer.headers['x-sync-through']) }
    },
  }
}
