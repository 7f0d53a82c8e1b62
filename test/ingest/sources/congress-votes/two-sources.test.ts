import { describe, expect, it } from 'vitest'
import type { SourceItem } from '../../../../ingest/source-interface/source.ts'
import { congressLegislators } from '../../../../ingest/sources/congress-legislators/index.ts'
import { congressVotes } from '../../../../ingest/sources/congress-votes/index.ts'
import { openstatesBulk } from '../../../../ingest/sources/openstates-bulk/index.ts'
import type { RollCall } from '../../../../schemas/event-bodies/vote.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createIngestWorld } from '../../../support/ingest/ingest-world.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const votes_folder = realData('congress-votes')
const bulk_folder = realData('govbot-formatted')

type Held = { readonly sources: string[]; readonly vote: RollCall }

type Items = { readonly votes: readonly SourceItem[]; readonly bulk: readonly SourceItem[] }

/** Reads the 120 roll calls of the bulk repository, our copies of its 20 from 2026, and some of our others. */
async function readBoth(): Promise<Items> {
  const bulk = await readSourceText(openstatesBulk, `${bulk_folder}/usa/vote_event.ndjson.gz`)
  const ours = await readSourceText(congressVotes, `${votes_folder}/119_2026.tar.gz`)
  const keys = new Set(bulk.observations.flatMap(({ also_keys }) => also_keys ?? []))
  const votes = ours.items.filter(
    (item, index) =>
      item.kind === 'observed' && (index % (NIGHTLY ? 3 : 30) === 0 || keys.has(item.group[0]!.key)),
  )
  return { votes, bulk: bulk.items }
}

/** The stored roll calls, with the sources that reported each. */
async function ingestInOrder(items: Items, order: readonly (keyof Items)[]): Promise<Held[]> {
  const { database, settings } = await createTestDatabase()
  const ingesting = await createIngestWorld(database, settings)
  for (const name of order)
    await ingesting.run(items[name], { name: name === 'votes' ? 'congress-votes' : 'openstates-bulk' })
  const { rows } = await database.query<Held>(
    `SELECT h.content->'vote' AS vote, ARRAY(
       SELECT DISTINCT s.source FROM ingest.snapshot s WHERE s.entity_id = e.id ORDER BY s.source
     ) AS sources
     FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id WHERE e.entity_type = 'vote'
     ORDER BY h.content->'vote'->>'chamber', h.content->'vote'->>'identifier', h.content->'vote'->>'start_date'`,
  )
  return rows
}

describe.skipIf(votes_folder === undefined || bulk_folder === undefined)('roll calls of two sources', () => {
  it('with the same number are joined in either order, and the publisher’s words win (V5)', async () => {
    const items = await readBoth()
    const first = await ingestInOrder(items, ['votes', 'bulk'])
    const last = await ingestInOrder(items, ['bulk', 'votes'])
    const both = first.filter(({ sources }) => sources.length === 2)
    const ours = NIGHTLY ? 187 : 38
    expect({ ours: items.votes.length, bulk: items.bulk.length }).toEqual({ ours, bulk: 120 })
    expect({ all: first.length, both: both.length }).toEqual({ all: ours + 120 - 1 - 20, both: 20 })
    for (const { vote } of both) expect(vote.requirement).toBeDefined()
    expect(last).toEqual(first)
  }, 120_000)
})

const members = realData('congress-legislators')

describe.skipIf(votes_folder === undefined || members === undefined)('voters of this Congress', () => {
  it('are matched with members by id in both chambers', async () => {
    const { database, settings } = await createTestDatabase()
    const ingesting = await createIngestWorld(database, settings)
    const people = await readSourceText(congressLegislators, members!)
    await ingesting.run(people.items, { name: 'congress-legislators' })
    const samples = ['h100', 's10'].map((name) => `${votes_folder}/samples/119/votes/2026/${name}/data.json`)
    await ingesting.run((await readSourceText(congressVotes, ...samples)).items, { name: 'congress-votes' })
    const { rows } = await database.query<{ chamber: string; voters: number; matched: number }>(
      `SELECT h.content->'match'->>'chamber' AS chamber, count(*)::integer AS voters,
         count(h.content->'match'->'person'->>'id')::integer AS matched
       FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id WHERE e.entity_type = 'name_match' GROUP BY 1 ORDER BY 1`,
    )
    // Five have left since, because the file of members is half a year newer. No other member is matched instead.
    expect(rows).toEqual([
      { chamber: 'lower', voters: 432, matched: 428 },
      { chamber: 'upper', voters: 100, matched: 99 },
    ])
  })
})
