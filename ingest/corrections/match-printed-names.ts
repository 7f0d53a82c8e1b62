import type { PoolClient } from 'pg'
import { NAMES_LOCK_CLASS } from '../../runtime/postgres/advisory-locks.ts'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { retryTransient } from '../../runtime/postgres/retry-transaction.ts'
import type { NameMatch } from '../../schemas/event-bodies/reference.ts'
import { toInstant } from '../dates/instant.ts'
import { encodeEmission } from '../emit/emission.ts'
import { nameMatchKey } from '../identity/identity-keys.ts'
import { matchName } from '../legislature/names/match-name.ts'
import { nameLegislator } from '../legislature/names/named-legislator.ts'
import type { PrintedName } from '../legislature/names/printed-name.ts'
import { insertOutbox, type OutboxRow } from '../outbox/outbox.ts'
import type { RunContext } from '../run-context/run-context.ts'
import { countEvent } from '../run-context/tally.ts'
import {
  advanceSequences,
  type Identity,
  identityKey,
  lockEntities,
  mintIdentities,
} from '../state/identities.ts'
import { loadPeople } from '../state/people.ts'
import { isSame, loadStored, saveStored } from '../state/stored-entities.ts'

const NAMES_AT_ONCE = 2_000

/**
 * Matches new printed names, and those of jurisdictions whose people changed, and emits each changed match.
 * If a jurisdiction has no stored people, its names wait for them.
 */
export async function matchPrintedNames(run: RunContext): Promise<void> {
  const { rows } = await run.database.query<{ jurisdiction: string }>(
    'SELECT DISTINCT jurisdiction FROM ingest.printed_name WHERE matched_at IS NULL ORDER BY jurisdiction',
  )
  for (const { jurisdiction } of rows) {
    let matched: number
    do {
      matched = await retryTransient(run.log, () =>
        inTransaction(run.database, (client) => matchSome(client, run, jurisdiction)),
      )
    } while (matched === NAMES_AT_ONCE)
  }
}

async function matchSome(client: PoolClient, run: RunContext, jurisdiction: string): Promise<number> {
  await run.lease.fence(client)
  await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [NAMES_LOCK_CLASS, jurisdiction])
  const people = (await loadPeople(client, jurisdiction)).map(nameLegislator)
  if (people.length === 0) return 0
  const { rows: names } = await client.query<PrintedName>(
    `SELECT jurisdiction, session, chamber, name, is_voter, first_seen_on AS seen_on, district, source_id
     FROM ingest.printed_name WHERE jurisdiction = $1 AND matched_at IS NULL
     ORDER BY session, chamber, name LIMIT $2`,
    [jurisdiction, NAMES_AT_ONCE],
  )
  const matches = names.map((name) => {
    const { legislator, candidates } = matchName(name, people)
    const person = legislator && { id: legislator.entity_id, ocd_id: legislator.ocd_id }
    const { session, chamber } = name
    return { jurisdiction, session, chamber: chamber || null, printed_name: name.name, person, candidates }
  })
  await emitMatches(client, run, matches)
  await client.query(
    `UPDATE ingest.printed_name p SET matched_at = now(), is_matched = w.is_matched
     FROM unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) AS w (session, chamber, name, is_matched)
     WHERE p.jurisdiction = $1 AND p.session = w.session AND p.chamber = w.chamber AND p.name = w.name`,
    [
      jurisdiction,
      names.map(({ session }) => session),
      names.map(({ chamber }) => chamber),
      names.map(({ name }) => name),
      matches.map(({ person }) => person !== null),
    ],
  )
  return names.length
}

async function emitMatches(
  client: PoolClient,
  run: RunContext,
  matches: readonly NameMatch[],
): Promise<void> {
  const keys = matches.map(({ jurisdiction, session, chamber, printed_name }) =>
    nameMatchKey(jurisdiction, session, chamber, printed_name),
  )
  const { identities } = await mintIdentities(
    client,
    keys.map((key) => ({
      entity: 'name_match',
      natural_key: key,
      base_key: key,
      ocd_id: null,
      kafka_key: null,
    })),
  )
  const byKey = new Map(keys.map((key, index) => [key, matches[index]!]))
  const named = [...byKey].map(([key, match]) => ({
    identity: identities.get(identityKey('name_match', key))!,
    match,
  }))
  const entityIds = named.map(({ identity }) => identity.entity_id)
  const sequences = await lockEntities(client, entityIds)
  const stored = await loadStored(client, entityIds)
  const changed = named.filter(({ identity, match }) => !isSame(stored.get(identity.entity_id), { match }))

  const outbox: OutboxRow[] = []
  for (const { identity, match } of changed) {
    outbox.push(await encodeMatch(run, identity, sequences.get(identity.entity_id) ?? 0, match))
    countEvent(run.tallies, match.jurisdiction, 'name.matched')
  }
  await saveStored(
    client,
    changed.map(({ identity, match }) => ({ entity_id: identity.entity_id, content: { match } })),
  )
  await advanceSequences(
    client,
    changed.map(({ identity: { entity_id } }) => ({
      entity_id,
      sequence: (sequences.get(entity_id) ?? 0) + 1,
    })),
  )
  await insertOutbox(client, outbox)
}

function encodeMatch(
  run: RunContext,
  identity: Identity,
  sequence: number,
  match: NameMatch,
): Promise<OutboxRow> {
  const emission = {
    ...identity,
    sequence,
    facts: [{ type: 'name.matched', part: { match } } as const],
    bill: null,
    source: 'names',
    observed_at: toInstant(run.clock.now().toISOString()),
    run_id: run.run_id,
    backfill: run.backfill.appliesTo(match.jurisdiction, { is_new: false, is_remapped: false }),
  }
  return encodeEmission(emission, run.codec, run.settings)
}
