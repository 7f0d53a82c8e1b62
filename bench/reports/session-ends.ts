import { diffBill } from '../../ingest/diff/diff-bill.ts'
import { sessionKey } from '../../ingest/identity/identity-keys.ts'
import { proposeEnd } from '../../ingest/legislature/sessions/session-end.ts'
import { isUndecided } from '../../ingest/legislature/status/ends-with-session.ts'
import type { ObservationOf } from '../../ingest/source-interface/observation.ts'
import { loadSource } from '../../ingest/sources/registry.ts'
import { isRemoved, type StoredBill } from '../../ingest/state/stored-entities.ts'
import type { Session } from '../../schemas/event-bodies/reference.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { BillStatus } from '../../schemas/vocabulary/vocabulary.ts'
import { markdown } from '../measure/tables.ts'

const HEADER = [
  'place',
  'session',
  'end date',
  'closed on',
  'bills',
  'alive',
  'carried_over',
  'dead',
  'still carried_over',
]
const MOVES: readonly string[] = ['introduced', 'in_committee', 'reported', 'passed_one_chamber']
/** A day after every end date, so that each session is due. */
const LATER = '9999-12-31'

/** Closes every session of a folder on its last day, in memory, and counts its bills by status before and after. */
export async function reportSessionEnds(source: string, folder: string): Promise<string> {
  const startedAt = new Date().toISOString()
  const sessions = new Map<string, Session>()
  const bills = new Map<string, Map<string, ObservationOf<'bill'>>>()
  for await (const item of (await loadSource(source)).read({
    paths: [folder],
    started_at: startedAt,
    passed_over() {},
  })) {
    if (item.kind !== 'observed') continue
    for (const seen of item.group) {
      if (seen.entity === 'session' && seen.parts.session) sessions.set(seen.key, seen.parts.session)
      if (seen.entity !== 'bill' || seen.parts.core === undefined) continue
      const { jurisdiction, session } = seen.parts.core
      const key = sessionKey(jurisdiction, session)
      bills.set(key, (bills.get(key) ?? new Map()).set(seen.key, seen))
    }
  }
  const today = startedAt.slice(0, 10)
  const rows = [...bills].map(([key, some]) => rowOf(key, sessions.get(key), [...some.values()], today))
  return markdown(HEADER, rows.toSorted(), 4)
}

function rowOf(
  key: string,
  listed: Session | undefined,
  seen: readonly ObservationOf<'bill'>[],
  today: string,
): string[] {
  const [jurisdiction = '', identifier = ''] = key.split('|')
  const open = seen.map(({ parts }) => foldBill(null, parts, null))
  const days = (of: readonly { readonly date: string | null }[]) =>
    of.map(({ date }) => date?.slice(0, 10) ?? '').filter((day) => day !== '' && day <= today)
  const last = (all: readonly string[]) => all.toSorted().at(-1) ?? null
  const moved = open.flatMap(({ progress }) => progress.filter(({ status }) => MOVES.includes(status)))
  const unlisted = { jurisdiction, identifier, name: identifier, classification: '', ...NO_DAYS }
  const facts = {
    session: listed ?? unlisted,
    bills: open.length,
    alive: 0,
    read_on: null,
    last_action_on: last(open.flatMap(({ actions }) => days(actions))),
    last_moved_on: last(days(moved)),
  }
  const closedOn = proposeEnd({ ...facts, session: { ...facts.session, active: false } }, LATER, 1)!.closes_on
  const before = open.map(statusOf)
  const after = open.map((stored) => statusOf(foldBill(stored, {}, closedOn)))
  const counts = [
    open.length,
    before.filter(isUndecided).length,
    before.filter((status) => status === 'carried_over').length,
    after.filter((status) => status === 'dead').length,
    after.filter((status) => status === 'carried_over').length,
  ]
  const place = findJurisdiction(jurisdiction)?.abbreviation ?? jurisdiction
  return [place, identifier, listed?.end_date ?? '', closedOn, ...counts.map(String)]
}

const NO_DAYS = { start_date: null, end_date: null, active: false } as const

/** Ids do not matter here. */
const ANY_ID = 'ocd-bill/00000000-0000-5000-8000-000000000000'

function foldBill(
  stored: StoredBill | null,
  parts: ObservationOf<'bill'>['parts'],
  closedOn: string | null,
): StoredBill {
  const { stored: now } = diffBill({ ocd_id: ANY_ID, stored, parts, session: { closed_on: closedOn } })
  if (now === null || isRemoved(now)) throw new Error('a reported bill is never removed')
  return now
}

const statusOf = ({ progress }: StoredBill): BillStatus => progress.at(-1)!.status as BillStatus
