import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openContext } from '../../cli/context/context.ts'
import { type RunCounts, runIngest } from '../../ingest/runs/run.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { createScratch, type Scratch } from '../service/scratch-database.ts'

type Extra = {
  jurisdiction: string
  bills: number
  votes: number
  actions: number
  unclassified: number
  names: number
  unmatched: number
}

/**
 * Loads people and then a folder of Open States scraper output into a separate database. Writes counts by
 * jurisdiction to bench/openstates-counts.md, so that a change of mapping shows as a difference.
 */
export async function countOpenStates(people: string, folder: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench', needs: ['postgres', 'registry'] })
  const scratch = await createScratch(settings, 'openstates-counts')
  try {
    const codec = await createEventCodec(scratch.settings, scratch.database)
    const context = { ...scratch, codec, log, clock: systemClock, mode: 'auto', dry_run: false } as const
    const run = async (source: string, paths: readonly string[]) =>
      runIngest({ ...context, source: await loadSource(source), paths })
    await run('openstates-people', [people])
    const counts = await run('openstates-scraper', [folder])
    const text = describe(counts, await readExtras(scratch), await readQuarantine(scratch))
    await writeFile(join(projectFolder, 'bench', 'openstates-counts.md'), text)
    return text
  } finally {
    await scratch.drop()
  }
}

async function readExtras({ database }: Scratch): Promise<Map<string, Extra>> {
  const { rows } = await database.query<Extra>(`
    WITH emitted AS (
      SELECT e.entity_type, h.content,
             coalesce(h.content->'core'->>'jurisdiction', h.content->'vote'->>'jurisdiction') AS jurisdiction
        FROM ingest.stored_entity h JOIN ingest.entity e ON e.id = h.entity_id
       WHERE e.entity_type IN ('bill', 'vote')
    ), bills AS (
      SELECT jurisdiction, count(DISTINCT content->'core'->>'identifier' || (content->'core'->>'session')) AS distinct_bills,
             count(*) AS bills, sum(json_array_length(content->'actions')) AS actions,
             sum((SELECT count(*) FROM json_array_elements(content->'actions') a
                   WHERE json_array_length(a->'classification') = 0)) AS unclassified
        FROM emitted WHERE entity_type = 'bill' GROUP BY 1
    ), votes AS (
      SELECT jurisdiction, count(*) AS votes FROM emitted WHERE entity_type = 'vote' GROUP BY 1
    ), names AS (
      SELECT p.jurisdiction, count(*) AS names, count(*) FILTER (WHERE m.match IS NULL) AS unmatched
        FROM ingest.printed_name p
        LEFT JOIN LATERAL (
          SELECT h.content AS match FROM ingest.identity i JOIN ingest.stored_entity h ON h.entity_id = i.entity_id
           WHERE i.entity_type = 'name_match'
             AND i.natural_key = concat_ws('|', p.jurisdiction, p.session, p.chamber, p.name)
             AND h.content->'match'->>'person' IS NOT NULL
        ) m ON true
       GROUP BY 1
    )
    SELECT b.jurisdiction, b.bills::int, coalesce(v.votes, 0)::int AS votes, b.actions::int, b.unclassified::int,
           coalesce(n.names, 0)::int AS names, coalesce(n.unmatched, 0)::int AS unmatched
      FROM bills b LEFT JOIN votes v USING (jurisdiction) LEFT JOIN names n USING (jurisdiction)`)
  return new Map(rows.map((row) => [row.jurisdiction, row]))
}

async function readQuarantine({ database }: Scratch): Promise<string[]> {
  const { rows } = await database.query<{ reason: string; times: number; detail: string }>(
    `SELECT reason, count(*)::int AS times, min(detail) AS detail FROM ingest.quarantine
      WHERE source = 'openstates-scraper' GROUP BY 1 ORDER BY 1`,
  )
  return rows.map(({ reason, times, detail }) => `- ${reason}: ${times}, such as “${detail}”`)
}

const columns = ['records', 'bills', 'votes', 'events', 'copies', 'stale', 'quarantined'] as const

function describe(counts: RunCounts, extras: Map<string, Extra>, quarantined: readonly string[]): string {
  const places = Object.entries(counts.by_jurisdiction).sort(([a], [b]) => (a < b ? -1 : 1))
  const types = Object.keys(counts.by_type).sort()
  const head = [...columns, 'actions', 'unclassified', 'printed names', 'unmatched']
  const rows = places.map(([place, tally]) => {
    const extra = extras.get(place)
    const cells = [
      tally.records,
      extra?.bills,
      extra?.votes,
      tally.events,
      tally.unchanged,
      tally.stale,
      tally.quarantined,
    ]
    return [short(place), ...cells, extra?.actions, extra?.unclassified, extra?.names, extra?.unmatched]
  })
  const total = head.map((_, column) => rows.reduce((sum, row) => sum + Number(row[column + 1] ?? 0), 0))
  const byType = places.map(([place, tally]) => [
    short(place),
    ...types.map((type) => tally.by_type[type] ?? 0),
  ])
  return [
    '# What the real scraper output gave',
    '',
    'Written by `npm run legislog -- bench openstates-counts <people> <folder>`: legislators and committees first, then every file of',
    'a folder of Open States scraper output, into an empty database. Copies are records that say what another record of the',
    'folder says: they emit nothing. An unmatched name is one that no legislator of that chamber and time bears, or several do.',
    '',
    markdown(['', ...head], [...rows, ['all', ...total]]),
    '',
    '## Events by type',
    '',
    markdown(['', ...types], [...byType, ['all', ...types.map((type) => counts.by_type[type] ?? 0)]]),
    '',
    '## Quarantined',
    '',
    ...(quarantined.length === 0 ? ['Nothing.'] : quarantined),
    '',
  ].join('\n')
}

const short = (division: string): string => division.slice(division.lastIndexOf(':') + 1)

function markdown(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.map((cell) => cell ?? 0).join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  )
}
