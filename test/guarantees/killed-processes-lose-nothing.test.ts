import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeLegislature, writeRevisions } from '../nightly/kill-rounds/legislature.ts'
import { type Outcome, type Place, runTrial } from '../nightly/kill-rounds/trial.ts'
import { createRandom } from '../support/builders/seeded-random.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createTestTopics } from '../support/log/topics.ts'
import { createTestDatabase } from '../support/stores/database.ts'
import { createTestRedis } from '../support/stores/redis.ts'
import { knowSchemas } from '../support/stores/schema-ids.ts'

/**
 * Only for the nightly run: it starts 64 processes. In every run, each process is killed alone: see the tests of crashes beside
 * this one. `npm run legislog -- bench kill-rounds` does the same with real bills, twenty rounds of each kind.
 */
const ROUNDS = { load: 3, live: 3 }
const BILLS = 300
const REVISED = 100
/** Seven services and ingest. */
const PROCESSES = 8
const SEED = 20_261_128

let outcome: Outcome

async function createPlace(): Promise<Place> {
  const { settings, database } = await createTestDatabase({
    redis_url: await createTestRedis(),
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
    ingest_batch_entities: 25,
  })
  await knowSchemas(database)
  return { settings: await createTestTopics(settings), database }
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-legislature-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  const first = join(folder, 'zz')
  await writeLegislature(first, BILLS, createRandom(SEED))
  const revised = await writeRevisions(first, folder, { bills: REVISED, revisions: ROUNDS.live })
  const places = { disturbed: await createPlace(), peaceful: await createPlace() }
  const runOf = (path: string) => ({ source: 'openstates-scraper', paths: [path] })
  outcome = await runTrial(
    places,
    { load: runOf(first), revisions: revised.map(runOf) },
    { rounds: ROUNDS, seed: SEED, print: process.env.LOG_LEVEL === 'info' ? console.error : () => {} },
  )
}, 300_000)

describe.runIf(NIGHTLY)('a service whose processes are all killed at random moments', () => {
  it('has lost each process in each round', () => {
    expect(outcome.load.kills).toBe(PROCESSES * ROUNDS.load)
    expect(outcome.live.kills).toBe(PROCESSES * ROUNDS.live)
  })

  it('has the rows of an independent fold of the log', () => {
    expect(outcome.events).toBeGreaterThan(1_000)
    expect(outcome.verify_differences).toEqual([])
  })

  it('has the rows of an undisturbed run, except for numbers and times', () => {
    expect(outcome.run_differences).toEqual([])
  })

  it('sends each webhook at least once and never under a second key', () => {
    expect(outcome.events_owed).toBeGreaterThanOrEqual(REVISED * ROUNDS.live)
    expect(outcome.events_received).toBe(outcome.events_owed)
    expect(outcome.second_keys).toBe(0)
    expect(outcome.delivery_differences).toEqual([])
  })
})
