import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { askHealth } from '../../../cli/health/ask-health.ts'
import { loadSources } from '../../../ingest/sources/registry.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { createFaultyServer } from '../../support/fakes/faulty-server.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { legislog, legislogHere } from '../../support/harness/command-line.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { addressesIn, startMain } from '../../support/harness/main-process.ts'
import { everyNth } from '../../support/harness/nightly.ts'
import { scrapedSession } from '../../support/source-records/scraper-records.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { knowSchemas } from '../../support/stores/schema-ids.ts'

const { database, settings, url } = await createTestDatabase()
const server = await createFaultyServer()
const sources = await loadSources()
let scratch: string
let env: Record<string, string>

/** All addresses lead to the publisher of this test, which serves only people. */
function everyAddress(): Record<string, string> {
  const feeds = sources.flatMap(({ feed }) =>
    feed === undefined ? [] : [feed, ...(feed.more_addresses ?? [])],
  )
  return Object.fromEntries(
    feeds.map(({ address_setting }) => [address_setting, `${server.url}/${address_setting}`]),
  )
}

beforeAll(async () => {
  await knowSchemas(database)
  scratch = await mkdtemp(join(tmpdir(), 'legislog-ingest-'))
  cleanUp(() => rm(scratch, { recursive: true, force: true }))
  env = {
    ...addressesIn(settings),
    DATABASE_URL: url,
    TOPIC_PARTITIONS: String(settings.topic_partitions),
    OBJECT_STORE: join(scratch, 'archive'),
    INGEST_ATTEMPTS: '1',
    INGEST_BATCH_ENTITIES: '20',
    LOG_LEVEL: 'silent',
    HEARTBEAT_TIMEOUT_MS: '2000',
    ...everyAddress(),
  }
})

const run = (...args: string[]) => legislogHere(args, { env })

/** Writes a folder with the given number of bills of one session. */
async function writeBills(bills: number): Promise<string> {
  const folder = join(scratch, `wa-${bills}`, 'wa')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'bill.ndjson'), scrapedSession(bills))
  return folder
}

async function packedPeople(): Promise<Buffer> {
  const file = join(scratch, 'main.tar.gz')
  await promisify(execFile)('tar', ['-czf', file, '-C', join(projectFolder, 'sample'), 'people'])
  return readFile(file)
}

const runsOf = async (source: string) => {
  const { rows } = await database.query<{ id: string; status: string; started_at: string; ended_at: string }>(
    'SELECT id, status, started_at, ended_at FROM ingest.run WHERE source = $1 ORDER BY started_at',
    [source],
  )
  return rows
}

const PEOPLE = /^\/OPENSTATES_PEOPLE_URL\/.*main\.tar\.gz$/

describe('legislog ingest', () => {
  it.each(
    everyNth(3, [
      [[], 'name a source, or use --all or --watch'],
      [['--all', '--watch'], 'cannot be used together'],
      [['openstates-people', '--all'], '--all takes no source'],
      [['openstates-people', '--once'], '--once requires --all'],
      [['--watch', '--dry-run'], '--dry-run goes with one source, not with --watch'],
      [['openstates-people', '--since', '2026-02-30'], '--since "2026-02-30" is neither a day'],
      [['openstates-scraper', 'no-such-folder'], 'no such file or folder: no-such-folder'],
      [['openstates-scraper'], 'openstates-scraper has no address to fetch from'],
      [['openstates-scraper', 'sample', '--since', '2026-01-01'], 'files are read whole'],
    ]),
  )('refuses arguments that do not fit together: %j', async (args, message) => {
    const refused = await run('ingest', ...args)
    expect(refused.stderr).toContain(message)
    expect(refused.code).toBe(2)
  })

  it('names the setting of a missing source key', async () => {
    const keyed = sources.find(({ feed }) => feed?.key != null && feed.key.is_optional !== true)
    if (keyed === undefined) return
    const refused = await run('ingest', keyed.name)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(keyed.feed!.key!.setting)
  })

  it('prints its counts once on standard error, and its results on standard output', async () => {
    const folder = await writeBills(30)
    const { stderr, stdout, code } = await legislog(['ingest', 'openstates-scraper', folder], {
      env: { ...env, LOG_LEVEL: 'info' },
    })
    expect(code).toBe(0)
    expect(stderr).toBe('ingest: 30 entities, 60 events\n')
    expect(stdout).toContain('bill.introduced 30')
  })

  it('fails if no file could be read, and names the source whose format they match', async () => {
    const people = join(projectFolder, 'sample', 'people')
    const wrong = await run('ingest', 'openstates-scraper', people)
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toContain(
      `nothing in ${people} could be read as openstates-scraper; these files match openstates-people: legislog ingest openstates-people ${people}\n`,
    )
    const outcome = await run('ingest', 'openstates-scraper', people, '--json')
    expect(outcome.code).toBe(1)
    expect(outcome.json()).toMatchObject({ status: 'done', entities: 0, has_form_of: ['openstates-people'] })
  }, 60_000)

  it('fails for an empty folder or unknown files, but not if nothing is new', async () => {
    const empty = join(scratch, 'empty')
    await mkdir(empty)
    const none = await run('ingest', 'openstates-scraper', empty)
    expect([none.code, none.stdout]).toEqual([1, expect.stringContaining(`there is no file in ${empty}\n`)])
    const notes = join(scratch, 'notes')
    await mkdir(notes)
    await writeFile(join(notes, 'notes.docx'), 'notes')
    const unknown = await run('ingest', 'openstates-scraper', notes)
    expect(unknown.code).toBe(1)
    expect(unknown.stdout).toContain('these files match no other source either')
    const folder = await writeBills(30)
    expect(await run('ingest', 'openstates-scraper', folder)).toMatchObject({ code: 0 })
  }, 60_000)

  it('refuses a second run at the same time, and with --wait starts it after the first', async () => {
    const folder = await writeBills(600)
    const start = (...more: string[]) => legislog(['ingest', 'openstates-scraper', folder, ...more], { env })
    const both = await Promise.all([start(), start()])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    const refused = both.find(({ code }) => code === 1)
    expect(refused?.stderr).toMatch(
      /source_busy: openstates-scraper is already being run, run \S+, process \d+ on .*; with --wait a run waits/,
    )
    const again = await Promise.all([start('--wait'), start('--wait')])
    expect(again.map(({ code }) => code)).toEqual([0, 0])
    const runs = (await runsOf('openstates-scraper')).slice(-2)
    expect(runs[0]!.ended_at <= runs[1]!.started_at).toBe(true)
  }, 60_000)
})

/** Starts a run that continues until it gets a signal. */
const start = (...args: string[]) => startMain(['ingest', ...args], settings, env)
const hang = new Promise<never>(() => {})

describe('legislog ingest with a silent publisher', () => {
  it('ends at SIGTERM, and records that it was stopped', async () => {
    server.serve(PEOPLE, () => hang)
    const before = server.count(PEOPLE)
    const fetching = start('openstates-people')
    await eventually(() => server.count(PEOPLE) > before, { timeout_ms: 30_000 })
    fetching.child.kill('SIGTERM')
    expect(await fetching.ended).toEqual([1, null])
    expect((await runsOf('openstates-people')).at(-1)).toMatchObject({ status: 'stopped' })
  }, 60_000)
})

describe('legislog ingest --watch', () => {
  const health = async () => (await askHealth(settings)).services.find(({ service }) => service === 'ingest')
  const isReported = (expected: object) =>
    eventually(
      async () => {
        expect(await health()).toMatchObject(expected)
        return true
      },
      { interval_ms: 250 },
    )

  it('resumes after it was killed during a fetch, and ends at SIGTERM', async () => {
    const people = await packedPeople()
    let asked = 0
    server.serve(PEOPLE, () => {
      asked += 1
      return asked === 1 ? hang : { body: people, headers: { 'content-type': 'application/gzip' } }
    })
    const first = start('--watch')
    await eventually(() => asked === 1, { timeout_ms: 30_000 })
    await isReported({ state: 'ready' })
    first.child.kill('SIGKILL')
    await first.ended
    await isReported({
      state: 'not_ready',
      reason: expect.stringMatching(/^ingest is silent since .*: process \d+ on \S+ is dead or frozen$/),
    })
    const report = await run('sources', '--json')
    const { attention } = report.json() as { attention: string[] }
    expect(attention.join('\n')).toMatch(/openstates-people: run \S+ was killed/)

    const second = start('--watch')
    await eventually(async () => (await runsOf('openstates-people')).at(-1)?.status === 'done', {
      timeout_ms: 30_000,
    })
    await isReported({ state: 'ready' })
    const statuses = (await runsOf('openstates-people')).map(({ status }) => status)
    expect(statuses).toEqual(['stopped', 'lost', 'done'])
    second.child.kill('SIGTERM')
    expect(await second.ended).toEqual([0, null])
    const { rows } = await database.query('SELECT FROM ingest.source_lease')
    expect(rows).toEqual([])
    expect(await health()).toMatchObject({ state: 'absent' })
  }, 90_000)
})

describe('legislog sources', () => {
  it('shows each source, each place and the problems that need attention', async () => {
    const { stdout, json } = await run('sources')
    expect(stdout).toMatch(/openstates-scraper +by hand +\S+Z +done/)
    expect(stdout).toContain('ocd-division/country:us/state:wa')
    expect(() => json()).toThrow()
    const whole = (await run('sources', '--json')).json() as {
      sources: { source: string; entities: number; interval_s: number | null; watermark: string | null }[]
    }
    expect(whole.sources.map(({ source }) => source)).toEqual(sources.map(({ name }) => name))
    const people = whole.sources.find(({ source }) => source === 'openstates-people')
    expect(people).toMatchObject({ interval_s: 86_400, entities: expect.any(Number) })
    expect(people?.watermark).toMatch(/Z$/)
  })

  it('shows one place with its sources and its series of bill numbers', async () => {
    const { stdout } = await run('sources', '--jurisdiction', 'wa')
    expect(stdout).toMatch(/2025-2026 +HB +600 +1000 +1599 +0/)
    expect((await run('sources', '--jurisdiction', 'atlantis')).code).toBe(2)
  })
})
