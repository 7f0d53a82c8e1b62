import type { LogEvent } from '../../../schemas/log/event.ts'
import { calendarDay, moveRow, type OracleRow, type OracleTables, pick, pickAll } from './oracle-tables.ts'
import { wordsOfReferral } from './words/words.ts'

/** The row of an action, as an event describes it. */
export function setAction(
  tables: OracleTables,
  event: LogEvent<'bill.action' | 'bill.action_corrected'>,
  reasons: readonly string[],
): OracleRow {
  const { id: billId, action } = event.body
  const actions = tables.of('bill_actions')
  const row: OracleRow = actions.get(action.id) ?? { id: action.id, deleted: true }
  if (row.deleted) row.first_sequence = event.meta.sequence
  const isDated = action.placed_on === undefined
  const day = isDated ? calendarDay(action.date) : action.placed_on
  const isPassage = action.is_passage ?? action.classification.some((word) => word === 'passage')
  Object.assign(row, {
    bill_id: billId,
    date: action.date,
    day,
    is_dated: isDated,
    is_passage: isPassage,
    deleted: false,
  })
  row.referral_words = wordsOfReferral(action, event.body.bill.jurisdiction)
  row.item = {
    ...pick(action, 'id', 'date', 'chamber', 'organization', 'description', 'classification'),
    is_passage: isPassage,
    date_is_impossible: !isDated,
    related_entities: pickAll(action.related_entities, 'name', 'entity_type'),
  }
  moveRow(row, event, reasons)
  tables.add('bill_actions', row)
  return row
}

/** An added action is the latest one if it comes after the previous latest. */
export function showAdded(tables: OracleTables, bill: OracleRow, added: OracleRow): void {
  const last = { day: bill.latest_action_on, first_sequence: bill.latest_action_sequence }
  if (added.is_dated && last.first_sequence != null && comesAfter(added, last)) showLatest(bill, added)
  else setLatest(tables, bill)
}

/** The latest action has the last day; of several on that day, it is the one that the log named last. */
export function setLatest(tables: OracleTables, bill: OracleRow): void {
  let last: OracleRow | undefined
  // One pass without sorting: a bill may have as many actions as a log has events.
  for (const one of tables.eachPartOf('bill_actions', bill.id as number)) {
    if (!one.deleted && one.is_dated && (last === undefined || comesAfter(one, last))) last = one
  }
  showLatest(bill, last)
}

function showLatest(bill: OracleRow, last: OracleRow | undefined): void {
  bill.latest_action = last === undefined ? null : pick(last.item, 'date', 'description')
  bill.latest_action_on = last?.day ?? null
  bill.latest_action_sequence = last?.first_sequence ?? null
}

function comesAfter(one: OracleRow, other: OracleRow): boolean {
  const [day, otherDay] = [(one.day as string | null) ?? '', (other.day as string | null) ?? '']
  return day === otherDay ? (one.first_sequence as number) > (other.first_sequence as number) : day > otherDay
}
