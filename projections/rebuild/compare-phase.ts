import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { findMisfits } from '../read-schemas/read-schema-fit.ts'
import { readTables } from '../tables/read-tables.ts'
import { verify } from '../verify/verify.ts'
import { type BlockedComparison, compareBlockedEvents } from './compare/blocked-events.ts'
import { compareAtEqualOffsets, type EqualOffsets } from './compare/compare-at-equal-offsets.ts'
import { type FullVerification, type JudgedRow, swapRefusal } from './compare/swap-decision.ts'
import { readLogStanding } from './open-rebuild.ts'
import type { ComparisonReport, RebuildContext } from './rebuild-context.ts'
import type { SwapPlan } from './record/rebuild-record.ts'

export type Compared = { readonly report: ComparisonReport; readonly plan: SwapPlan }

const MAX_SHOWN = 100

/** Compares the rebuilt read schema with the live one, or with the log if no live one is comparable. */
export async function comparePhase(context: RebuildContext): Promise<Compared> {
  const { database, source } = context
  const live = await liveReadSchema(database)
  const standing = live === undefined ? undefined : await readLogStanding(database, source, live)
  if (live !== undefined && standing?.is_complete === true) return compareWithLive(context, live)
  return compareWithLog(context, live ?? null, standing?.is_of_other_log === true)
}

async function compareWithLog(
  context: RebuildContext,
  live: string | null,
  isOfOtherLog: boolean,
): Promise<Compared> {
  const why = isOfOtherLog ? 'belongs to another log' : 'is not complete'
  context.report(`${live === null ? 'there is no live read schema' : `${live} ${why}`}: asking the log`)
  const isSameCode = live !== null && (await codeOf(context, live)) === context.record.code
  const verified = await verifyWhole(context)
  const { database, record, accept_differences } = context
  // Keys that are parked in a read schema of another log mean nothing here.
  const blocked =
    live === null || isOfOtherLog
      ? undefined
      : await compareBlockedEvents(database, live, database, record.read_schema)
  const refusal = swapRefusal({
    rebuilt: record.read_schema,
    is_same_code: isSameCode,
    differences: [],
    is_complete: true,
    accept_differences,
    whole: verified,
    only_rebuilt: blocked?.only_rebuilt ?? [],
  })
  return {
    report: {
      with: null,
      is_same_code: isSameCode,
      rows: verified.rows,
      differing: 0,
      is_complete: true,
      differences: [],
      held_back: namesOf(blocked),
      uncompared_columns: [],
      is_whole_verified: verified.isRight,
      refusal: refusal ?? null,
    },
    plan: {
      live,
      is_same_code: isSameCode,
      changed_ids: [],
      compared_at: await watermarkOf(context, live),
      opens_feed: live !== null && (!isSameCode || isOfOtherLog),
    },
  }
}

async function compareWithLive(context: RebuildContext, live: string): Promise<Compared> {
  const { record, database, accept_differences } = context
  const isSameCode = (await codeOf(context, live)) === record.code
  const found = await compareAtEqualOffsets({
    ...context,
    live,
    rebuilt: record.read_schema,
    judgesLive: (await findMisfits(database, live)).length === 0,
    onStep: context.report,
  })
  const { comparison, blocked } = found
  const needsAll = !comparison.is_complete || comparison.uncompared.length > 0 || found.judged.some(isOpen)
  const verified = needsAll ? await verifyWhole(context) : undefined
  const judged = verified?.isRight === true ? found.judged.map(settled) : found.judged
  const { is_complete, uncompared, tables } = comparison
  const refusal = swapRefusal({
    is_same_code: isSameCode,
    differences: judged,
    is_complete,
    accept_differences,
    rebuilt: record.read_schema,
    whole: verified,
    only_rebuilt: blocked.only_rebuilt,
  })
  return {
    report: {
      with: live,
      is_same_code: isSameCode,
      is_complete,
      uncompared_columns: uncompared,
      rows: tables.reduce((sum, { rows }) => sum + rows[1], 0),
      differing: judged.length,
      differences: judged.slice(0, MAX_SHOWN),
      held_back: namesOf(blocked),
      is_whole_verified: verified?.isRight ?? null,
      refusal: refusal ?? null,
    },
    plan: {
      live,
      is_same_code: isSameCode,
      compared_at: found.watermark,
      changed_ids: changedIds(found),
      opens_feed: !is_complete || judged.some(isGone) || uncompared.some(isShown),
    },
  }
}

const namesOf = (blocked: BlockedComparison | undefined): string[] =>
  blocked === undefined ? [] : [...blocked.only_live, ...blocked.only_rebuilt, ...blocked.given_up]

/** If a row has no event of its own entity, an event of another entity may still mention it. */
const isOpen = ({ supported }: JudgedRow): boolean => supported === 'unknown'

/**
 * If all rebuilt rows are what the log says, then each rebuilt row is right, and so is each row that is missing
 * there.
 */
const settled = (one: JudgedRow): JudgedRow => (isOpen(one) ? { ...one, supported: 'rebuilt' } : one)

function changedIds({ judged, shown_ids }: EqualOffsets): number[] {
  return [...new Set([...judged.map(({ owner_id }) => owner_id), ...shown_ids])].sort((a, b) => a - b)
}

/** A row that readers have and that the rebuilt read schema does not know: no event can announce its removal. */
const isGone = ({ table, kind }: JudgedRow): boolean =>
  kind === 'missing' && readTables.some(({ name, columns }) => name === table && 'updated_at' in columns)

/** Ready JSON that only one side has: readers see it, and no comparison can say which rows it changed. */
function isShown(column: string): boolean {
  const [table, name] = column.split('.')
  const kind = readTables.find((one) => one.name === table)?.columns[name!]?.kind
  return kind === undefined || kind === 'json' || kind === 'item' || kind === 'part_item'
}

async function verifyWhole(context: RebuildContext): Promise<FullVerification & { readonly rows: number }> {
  const { settings, database, record, signal } = context
  const found = await verify({
    settings,
    database,
    read_schema: record.read_schema,
    signal,
    onProgress: ({ events_done, events, eta_s }) =>
      context.report(`${events_done} of ${events} events compared with the log, ${Math.round(eta_s)} s left`),
  })
  const named = found.differences.slice(0, 5).map(({ table, key, kind }) => `${table} ${key} is ${kind}`)
  const unread = found.unreadable.length === 0 ? '' : `, ${found.unreadable.length} events cannot be applied`
  return {
    isRight: found.differing === 0 && found.unreadable.length === 0,
    rows: found.rows,
    what: `${found.differing} rebuilt rows are not what the log says: ${named.join('; ')}${unread}`,
  }
}

async function codeOf({ database }: RebuildContext, name: string): Promise<string | null> {
  const { rows } = await database.query<{ code: string | null }>(
    'SELECT code FROM control.read_schema WHERE name = $1',
    [name],
  )
  return rows[0]?.code ?? null
}

async function watermarkOf({ database }: RebuildContext, name: string | null): Promise<string> {
  const { rows } = await database.query<{ watermark: string }>(
    'SELECT watermark FROM control.read_schema WHERE name = $1',
    [name],
  )
  return rows[0]?.watermark ?? '-infinity'
}
