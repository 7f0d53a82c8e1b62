import type { PoolClient } from 'pg'
import { NAMES_LOCK_CLASS } from '../../runtime/postgres/advisory-locks.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { scorecardName } from '../../schemas/values/scorecard-name.ts'
import type { PrintedName } from '../legislature/names/printed-name.ts'
import type { PartsOf } from '../source-interface/observation.ts'
import type { StoredBill } from './stored-entities.ts'

/** Remembers the names that a run has stored, so that later roll calls of a chamber cost nothing. */
export type PrintedNames = {
  /** Stores new names in the transaction that emits them. `confirm` the result after the commit. */
  add(client: PoolClient, names: Iterable<PrintedName>): Promise<readonly string[]>
  confirm(keys: readonly string[]): void
}

const REMEMBERED_NAMES = 200_000

export function createPrintedNames(): PrintedNames {
  const stored = new Set<string>()
  return {
    async add(client, names) {
      const fresh = new Map<string, PrintedName>()
      for (const name of names) {
        const key = keyOf(name)
        if (!stored.has(key) && !fresh.has(key)) fresh.set(key, name)
      }
      await insertNames(client, fresh)
      return [...fresh.keys()]
    },
    confirm(keys) {
      if (stored.size + keys.length > REMEMBERED_NAMES) stored.clear()
      for (const key of keys) stored.add(key)
    },
  }
}

async function insertNames(client: PoolClient, names: ReadonlyMap<string, PrintedName>): Promise<void> {
  if (names.size === 0) return
  const rows = [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name)
  for (const isVoter of [false, true]) {
    const some = rows.filter((name) => name.is_voter === isVoter)
    if (some.length === 0) continue
    await client.query(
      `INSERT INTO ingest.printed_name AS stored
         (jurisdiction, session, chamber, name, is_voter, first_seen_on, district, source_id)
       SELECT w.jurisdiction, w.session, w.chamber, w.name, $8, w.first_seen_on, w.district, w.source_id
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::text[], $7::text[])
         AS w (jurisdiction, session, chamber, name, first_seen_on, district, source_id)
       ON CONFLICT (jurisdiction, session, chamber, name)
       DO UPDATE SET is_voter = true, first_seen_on = excluded.first_seen_on, matched_at = NULL
       WHERE excluded.is_voter AND NOT stored.is_voter`,
      [
        some.map(({ jurisdiction }) => jurisdiction),
        some.map(({ session }) => session),
        some.map(({ chamber }) => chamber),
        some.map(({ name }) => name),
        some.map(({ seen_on }) => seen_on),
        some.map(({ district }) => district),
        some.map(({ source_id }) => source_id),
        isVoter,
      ],
    )
  }
}

function keyOf({ jurisdiction, session, chamber, name, is_voter }: PrintedName): string {
  return `${jurisdiction}|${session}|${chamber}|${name}|${is_voter}`
}

export function* namesOfBill({ core, sponsors }: StoredBill): Iterable<PrintedName> {
  const { jurisdiction, session } = core
  for (const sponsor of sponsors) {
    if (sponsor.entity_type !== 'person' || sponsor.name === '') continue
    const chamber = sponsor.chamber ?? core.chamber ?? ''
    const seenOn = sponsor.sponsored_on ?? core.introduced_on ?? core.prefiled_on ?? null
    const { name, district, source_id } = sponsor
    yield {
      jurisdiction,
      session,
      chamber,
      name,
      is_voter: false,
      seen_on: dayOf(seenOn),
      district,
      source_id,
    }
  }
}

export function* namesOfVote({ vote }: PartsOf['vote']): Iterable<PrintedName> {
  const { jurisdiction, session } = vote
  for (const { voter_name, district, source_id } of vote.votes) {
    if (voter_name === '') continue
    yield {
      jurisdiction,
      session,
      chamber: vote.chamber ?? '',
      name: voter_name,
      is_voter: true,
      seen_on: dayOf(vote.start_date),
      district,
      source_id,
    }
  }
}

/**
 * Members of a scorecard under what `scorecardName` gives. An organization does not say on which day a member was seated,
 * so any term counts.
 */
export function* namesOfScorecard({ scorecard }: PartsOf['scorecard']): Iterable<PrintedName> {
  const { jurisdiction, sessions, members } = scorecard
  for (const member of members) {
    yield {
      jurisdiction,
      session: sessions.at(-1) ?? '',
      chamber: member.chamber ?? '',
      name: scorecardName(member),
      is_voter: true,
      seen_on: null,
      district: member.district,
      source_id: member.source_id,
    }
  }
}

/**
 * Marks names to be matched again because people of these jurisdictions changed. A transaction that matches them
 * holds the lock exclusively (match-printed-names.ts). So it has seen the change, or its matches are reset here.
 */
export async function resetMatches(client: PoolClient, jurisdictions: readonly string[]): Promise<void> {
  for (const jurisdiction of jurisdictions.toSorted()) {
    await client.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [
      NAMES_LOCK_CLASS,
      jurisdiction,
    ])
    await client.query(
      'UPDATE ingest.printed_name SET matched_at = NULL WHERE jurisdiction = $1 AND matched_at IS NOT NULL',
      [jurisdiction],
    )
  }
}
