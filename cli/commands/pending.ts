import type { Command } from 'commander'
import {
  listNotFetched,
  listUnknownEntities,
  type Pending,
  type PendingFilter,
} from '../../ingest/reports/pending.ts'
import { findSource } from '../../ingest/sources/registry.ts'
import { listUnread } from '../../projections/search/search-report.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { divisionOf } from '../arguments/division-argument.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction, table } from '../output/answer.ts'

type Options = { source?: string; jurisdiction?: string; limit: string }

export function registerPending(program: Command): void {
  setAction<Options>(
    program
      .command('pending')
      .option('--source <source>', 'only data of this source')
      .option('--jurisdiction <place>', 'postal code, name or division id')
      .option('--limit <n>', 'largest number of rows of each kind', '100')
      .description(
        'list what waits and why: texts whose bill is unknown, texts that could not be fetched or read',
      ),
    ({ options: { source, jurisdiction, limit } }) =>
      withDatabase('pending', async (database) => {
        const pending = await listPending(database, {
          ...(source !== undefined && { source: findSource(source).name }),
          ...(jurisdiction !== undefined && { jurisdiction: divisionOf(jurisdiction) }),
          limit: limitOf(limit),
        })
        return { text: describe(pending), json: { pending } }
      }),
  )
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1) return limit
  throw new LegislogError(
    'usage',
    `--limit is ${JSON.stringify(text)}; it must be a whole number, at least 1`,
  )
}

/** Addresses and hashes of texts do not name a place, so a filter by place leaves them out. */
async function listPending(database: Database, filter: PendingFilter): Promise<Pending[]> {
  const unknown = await listUnknownEntities(database, filter)
  if (filter.jurisdiction !== undefined || (filter.source ?? 'bill-text') !== 'bill-text') return unknown
  const unread = (await listUnread(database, filter.limit)).map(
    ({ sha256, reason, tries, first_failed_at, retry_at }): Pending => ({
      why: 'not_read',
      source: 'bill-text',
      jurisdiction: null,
      what: `text ${sha256}`,
      detail: `${reason} (tried ${tries} times)`,
      since: first_failed_at,
      next_at: retry_at,
    }),
  )
  return [...unknown, ...(await listNotFetched(database, filter.limit)), ...unread]
}

const MEANINGS: Readonly<Record<Pending['why'], string>> = {
  entity_unknown: 'emitted as soon as a source reports the entity: load its place and session',
  not_fetched: 'requested again automatically by: legislog ingest bill-text',
  not_read: 'stored, but not searchable; retried automatically, or now with: legislog search fill',
}

function describe(pending: readonly Pending[]): string {
  if (pending.length === 0) return 'nothing is pending'
  const kinds = [...Map.groupBy(pending, ({ why }) => why)]
  return kinds
    .flatMap(([why, some]) => [
      `${why}, ${some.length}: ${MEANINGS[why]}`,
      table(
        some.map(({ source, what, detail, since, next_at }) => [
          ...['', source ?? '', what, detail, `since ${since.slice(0, 10)}`],
          next_at === null ? '' : `next ${next_at.slice(0, 16)}Z`,
        ]),
      ),
    ])
    .join('\n')
}
