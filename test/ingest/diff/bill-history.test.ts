import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../ingest/decide/canonicalize.ts'
import type { Fact } from '../../../ingest/diff/change.ts'
import { diffBill } from '../../../ingest/diff/diff-bill.ts'
import { mintOcdId } from '../../../ingest/identity/identity-keys.ts'
import { openstatesScraper } from '../../../ingest/sources/openstates-scraper/index.ts'
import type { StoredBill } from '../../../ingest/state/stored-entities.ts'
import type { Action } from '../../../schemas/event-bodies/bill.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { realData } from '../../support/harness/real-data.ts'

const history = realData('openstates-history/al')

/** Outside of the nightly run, a copy with every tenth bill: to read all revisions takes most of the time. */
async function chosenHistory(): Promise<string> {
  if (NIGHTLY) return history!
  const folder = await mkdtemp(join(tmpdir(), 'legislog-history-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  await cp(history!, folder, { recursive: true })
  const file = join(folder, 'bill_revisions.ndjson.gz')
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .filter((line) => /^\{[^}]*?"identifier": "[^"]*3",/u.test(line))
  await chmod(file, 0o644)
  await writeFile(file, gzipSync(lines.join('\n')))
  return folder
}

/** A bill, as a reader of the log sees it. */
type Known = { actions: Map<string, Action>; status: string | null; everGiven: Map<string, string> }

describe.skipIf(history === undefined)('the events of every revision of every Alabama bill of 2026', () => {
  it('let a reader rebuild exactly what the source reported', async () => {
    const held = new Map<string, StoredBill>()
    const known = new Map<string, Known>()
    const counts: Record<string, number> = {}
    let revisions = 0

    for await (const item of openstatesScraper.read({
      paths: [await chosenHistory()],
      started_at: '2026-11-28T00:00:00Z',
    })) {
      if (item.kind !== 'observed') continue
      for (const observation of item.group) {
        if (observation.entity !== 'bill') continue
        revisions += 1
        const ocd_id = mintOcdId('bill', observation.key)
        const parts = canonicalize('bill', observation.parts)
        const change = diffBill({
          ocd_id,
          stored: held.get(ocd_id) ?? null,
          parts,
          session: { closed_on: null },
        })
        const now = change.stored as StoredBill
        for (const { type } of change.facts) counts[type] = (counts[type] ?? 0) + 1

        const reader = known.get(ocd_id) ?? { actions: new Map(), status: null, everGiven: new Map() }
        known.set(ocd_id, reader)
        for (const fact of change.facts) read(reader, fact)
        const wanted = new Map(now.actions.map((action) => [action.id, action]))
        expect(wanted.size).toBe(parts.actions?.length)
        expect(Object.fromEntries(reader.actions)).toEqual(Object.fromEntries(wanted))
        expect(reader.status).toBe(now.progress.at(-1)?.status)

        // Stored content that comes again unchanged gives no facts.
        const stored = JSON.parse(JSON.stringify(now)) as StoredBill
        expect(diffBill({ ocd_id, stored: stored, parts, session: { closed_on: null } }).facts).toEqual([])
        held.set(ocd_id, stored)
      }
    }
    // The rest of the 10,130 only add classes that the text had given already: the source drops them as copies.
    expect(revisions).toBe(NIGHTLY ? 9_201 : 953)
    expect(counts['bill.introduced']).toBe(NIGHTLY ? 1507 : 152)
    // Texts and days are corrected, not removed and added again, which would send webhooks.
    expect(counts['bill.action_removed']).toBeLessThan(120)
  }, 120_000)
})

function read(reader: Known, { type, part }: Fact): void {
  switch (type) {
    case 'bill.action':
      expect(reader.actions.has(part.action.id)).toBe(false)
      expect(reader.everGiven.get(part.action.id) ?? part.action.description).toBe(part.action.description)
      reader.everGiven.set(part.action.id, part.action.description)
      reader.actions.set(part.action.id, part.action)
      return
    case 'bill.action_corrected':
      expect(reader.actions.has(part.action.id)).toBe(true)
      reader.everGiven.set(part.action.id, part.action.description)
      reader.actions.set(part.action.id, part.action)
      return
    case 'bill.action_removed':
      expect(reader.actions.delete(part.action_id)).toBe(true)
      return
    case 'bill.status_changed':
      expect(part.from).toBe(reader.status)
      reader.status = part.to
      expect(part.progress.at(-1)?.status).toBe(part.to)
  }
}
