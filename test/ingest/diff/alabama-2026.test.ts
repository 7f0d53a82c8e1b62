import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listFiles, readFiles } from '../../../ingest/files/file-input.ts'
import { fillClasses } from '../../../ingest/legislature/action-classes/classify-action.ts'
import { foldStatus } from '../../../ingest/legislature/status/status.ts'
import { runIngest } from '../../../ingest/runs/run.ts'
import { openstatesScraper } from '../../../ingest/sources/openstates-scraper/index.ts'
import type { StoredBill } from '../../../ingest/state/stored-entities.ts'
import { createLog } from '../../../runtime/log.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { collect } from '../../support/harness/collect.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { realData } from '../../support/harness/real-data.ts'
import { createIngestWorld, type EmittedEvent } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const history = realData('openstates-history/al')

type Listed = {
  readonly date: string
  readonly organization_id: string
  readonly description: string
  readonly classification: readonly string[]
}
type Revision = {
  readonly identifier: string
  readonly title: string
  readonly subject: readonly string[]
  readonly scraped_at: string
  readonly actions: readonly Listed[]
  readonly sponsorships: readonly { readonly name: string }[]
  readonly versions: readonly unknown[]
}

const ALABAMA = 'ocd-division/country:us/state:al'

/** Outside of the nightly run every tenth bill is read, on all days. */
const isChosen = ({ identifier }: Revision): boolean => NIGHTLY || identifier.endsWith('3')

/**
 * Reads the source's lines by hand, because this test must not trust the mapper or the alignment. If the source gives no
 * class, the class of the text counts: if the source adds the same class later, nothing is corrected.
 */
const lineOf = ({ date, organization_id, description, classification }: Listed) => {
  const classes = fillClasses(classification, { division_id: ALABAMA, chamber: null, description })
  return [date, organization_id, description, ...classes].join('|')
}

/** The number of lines of `a` that are not in `b`; repeats count each time. */
function surplus(a: readonly string[], b: readonly string[]): number {
  const left = [...b]
  return a.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  }).length
}

describe.skipIf(history === undefined)('the Alabama session of 2026, scraped on 90 days,', async () => {
  const { database, settings } = await createTestDatabase()
  const ingesting = await createIngestWorld(database, settings)
  const folder = await mkdtemp(join(tmpdir(), 'legislog-alabama-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const days = new Map<string, string[]>()
  const revisions = new Map<string, Revision[]>()
  const reported: EmittedEvent[] = []
  const runs: { readonly day: string; readonly announced: number }[] = []

  const scrape = async (paths: readonly string[]) => {
    const counts = await runIngest({
      source: openstatesScraper,
      paths,
      settings,
      database,
      codec: ingesting.codec,
      log: createLog('test', 'silent'),
      clock: createManualClock(),
    })
    expect(counts.quarantined).toBe(0)
    const events = await ingesting.emitted()
    reported.push(...events)
    return events
  }
  const dayPath = async (day: string) => {
    const path = join(folder, `${day}/bill_revisions.ndjson`)
    await mkdir(join(folder, day), { recursive: true })
    await writeFile(path, days.get(day)!.join('\n'))
    return path
  }

  beforeAll(async () => {
    for (const record of await collect(
      readFiles({ paths: [history!], started_at: '2026-11-28T00:00:00Z' }),
    )) {
      if (!record.name.includes('bill_revisions')) continue
      const line = record.bytes.toString('utf8')
      const revision = JSON.parse(line) as Revision
      if (!isChosen(revision)) continue
      const day = revision.scraped_at.slice(0, 10)
      days.set(day, [...(days.get(day) ?? []), line])
      revisions.set(revision.identifier, [...(revisions.get(revision.identifier) ?? []), revision])
    }
    const frame = (await listFiles([history!])).filter(({ name }) => !name.includes('bill_revisions'))
    await scrape(frame.map(({ path }) => path))
    for (const day of [...days.keys()].toSorted()) {
      const events = await scrape([await dayPath(day)])
      runs.push({ day, announced: events.length })
    }
  }, 300_000)

  const of = (type: string) => reported.filter((event) => event.type === type)
  const billOf = ({ body }: EmittedEvent) =>
    (body.bill as { identifier: string } | undefined)?.identifier ?? ''
  const countsOf = (events: readonly EmittedEvent[]) =>
    Object.fromEntries(
      [...Map.groupBy(events, ({ type }) => type)].map(([type, list]) => [type, list.length]),
    )
  const heldBills = async () => {
    const { rows } = await database.query<{ content: StoredBill }>(
      `SELECT h.content FROM ingest.stored_entity h JOIN ingest.entity e ON e.id = h.entity_id WHERE e.entity_type = 'bill'`,
    )
    return new Map(rows.map(({ content }) => [content.core.identifier, content]))
  }

  it('has 10,130 revisions of 1,507 bills on 90 days', () => {
    const counts = [revisions.size, [...revisions.values()].flat().length, days.size]
    expect(counts).toEqual(NIGHTLY ? [1507, 10_130, 90] : [152, 1053, 74])
    expect(of('bill.introduced')).toHaveLength(revisions.size)
  })

  it('ends with every bill equal to its last revision', async () => {
    const held = await heldBills()
    for (const [identifier, list] of revisions) {
      const last = list.at(-1)!
      const bill = held.get(identifier)!
      const level = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim()
      expect(level(bill.core.title), identifier).toBe(level(last.title))
      expect(bill.core.subjects).toEqual([...new Set(last.subject.map(level))].toSorted())
      expect(bill.actions.map(({ description }) => description).toSorted()).toEqual(
        last.actions.map(({ description }) => level(description)).toSorted(),
      )
      expect(bill.actions.map(({ date }) => date.slice(0, 10)).toSorted()).toEqual(
        last.actions.map(({ date }) => date.slice(0, 10)).toSorted(),
      )
      expect(bill.sponsors.map(({ name }) => name)).toEqual(last.sponsorships.map(({ name }) => level(name)))
      expect(bill.versions).toHaveLength(last.versions.length)
    }
  })

  it('has an event for each new, edited and removed action', () => {
    const events = Map.groupBy(reported, billOf)
    let appeared = 0
    let vanished = 0
    for (const [identifier, list] of revisions) {
      const lines = list.map(({ actions }) => actions.map(lineOf))
      const added = lines.reduce((sum, now, at) => sum + surplus(now, lines[at - 1] ?? []), 0)
      const gone = lines.reduce((sum, now, at) => sum + surplus(lines[at - 1] ?? [], now), 0)
      const counts = countsOf(events.get(identifier) ?? [])
      const action = counts['bill.action'] ?? 0
      const corrected = counts['bill.action_corrected'] ?? 0
      const removed = counts['bill.action_removed'] ?? 0
      expect([identifier, action + corrected, removed + corrected]).toEqual([identifier, added, gone])
      appeared += action
      vanished += removed + corrected
    }
    expect(of('bill.action')).toHaveLength(appeared)
    expect(vanished).toBeGreaterThanOrEqual(NIGHTLY ? 197 : 20)
  })

  it('includes 17 bills that end with fewer actions than they once had', async () => {
    const held = await heldBills()
    const shrunk = [...revisions].filter(
      ([, list]) => Math.max(...list.map(({ actions }) => actions.length)) > list.at(-1)!.actions.length,
    )
    expect(shrunk).toHaveLength(NIGHTLY ? 17 : 3)
    const removed = new Set(of('bill.action_removed').map(billOf))
    for (const [identifier, list] of shrunk) {
      expect(removed.has(identifier), identifier).toBe(true)
      expect(held.get(identifier)!.actions).toHaveLength(list.at(-1)!.actions.length)
    }
  })

  it('ends with the statuses that a fold of the last revisions gives', async () => {
    for (const { core, actions, progress } of (await heldBills()).values()) {
      const { jurisdiction, classification, chamber, title } = core
      const folded = foldStatus(actions, { jurisdiction, classification, chamber_of_origin: chamber, title })
      expect(progress.at(-1)?.status, core.identifier).toBe(folded.at(-1)?.status)
    }
    const last = new Map(of('bill.status_changed').map(({ key, body }) => [key, body.to]))
    const statuses = [...(await heldBills()).values()].map(({ progress }) => progress.at(-1)?.status)
    expect([...last.values()].toSorted()).toEqual(statuses.toSorted())
  })

  it('emits nothing for a scrape without a change', async () => {
    const last = [...days.keys()].toSorted().at(-1)!
    const later = days.get(last)!.map((line) => line.replaceAll(last, '2026-11-27'))
    days.set('again', later)
    expect(await scrape([await dayPath('again')])).toEqual([])
    if (NIGHTLY) expect(await scrape([history!])).toEqual([])
  }, 120_000)

  it('is emitted in the expected number of events of each type', () => {
    expect(runs.filter((run) => run.announced === 0)).toEqual([])
    if (!NIGHTLY) {
      expect(countsOf(reported)).toMatchInlineSnapshot(`
        {
          "bill.action": 1490,
          "bill.action_corrected": 33,
          "bill.action_removed": 19,
          "bill.documents_changed": 156,
          "bill.introduced": 152,
          "bill.related_changed": 22,
          "bill.sponsors_changed": 154,
          "bill.status_changed": 574,
          "bill.updated": 224,
          "bill.versions_changed": 314,
          "jurisdiction.observed": 1,
          "organization.observed": 3,
          "session.observed": 6,
        }
      `)
      return
    }
    expect(countsOf(reported)).toMatchInlineSnapshot(`
      {
        "bill.action": 14759,
        "bill.action_corrected": 270,
        "bill.action_removed": 96,
        "bill.documents_changed": 1447,
        "bill.introduced": 1507,
        "bill.related_changed": 180,
        "bill.sponsors_changed": 1521,
        "bill.status_changed": 5809,
        "bill.updated": 2169,
        "bill.versions_changed": 3078,
        "jurisdiction.observed": 1,
        "organization.observed": 3,
        "session.observed": 6,
      }
    `)
  })
})
