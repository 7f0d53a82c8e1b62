import type { PoolClient } from 'pg'
import { nameMatchKey } from '../identity/identity-keys.ts'
import type { PrintedName } from '../legislature/names/printed-name.ts'
import { createPrintedNames, namesOfBill, namesOfScorecard, namesOfVote } from '../state/printed-names.ts'
import { isRemoved, type StoredBill, type StoredOf } from '../state/stored-entities.ts'
import type { LoggedEntity } from './logged-entities.ts'

/** Data that belongs to entities: keys of all of them; deadlines and printed names of changed ones. */
export async function saveLogged(
  client: PoolClient,
  logged: readonly LoggedEntity[],
  changed: readonly LoggedEntity[],
): Promise<void> {
  await saveProvenKeys(client, logged)
  await saveDeadlines(
    client,
    changed.filter(({ entity_type }) => entity_type === 'regulation'),
  )
  await saveNames(client, changed.flatMap(namesOf))
}

async function saveProvenKeys(client: PoolClient, logged: readonly LoggedEntity[]): Promise<void> {
  const keys = logged.flatMap(({ id, entity_type, keys: all }) =>
    all.filter(({ is_proven }) => is_proven).map((key) => ({ ...key, id, entity_type })),
  )
  await client.query(
    `INSERT INTO ingest.identity (entity_type, natural_key, base_key, entity_id)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
     ON CONFLICT (entity_type, natural_key) DO NOTHING`,
    [
      keys.map(({ entity_type }) => entity_type),
      keys.map(({ natural_key }) => natural_key),
      keys.map(({ base_key }) => base_key),
      keys.map(({ id }) => id),
    ],
  )
}

async function saveDeadlines(client: PoolClient, regulations: readonly LoggedEntity[]): Promise<void> {
  await client.query('DELETE FROM ingest.comment_deadline WHERE entity_id = ANY ($1::bigint[])', [
    regulations.map(({ id }) => id),
  ])
  const dated = regulations.flatMap(({ id, deadline }) => (deadline === null ? [] : [{ id, ...deadline }]))
  await client.query(
    `INSERT INTO ingest.comment_deadline (entity_id, closes_on, closed_at)
     SELECT * FROM unnest($1::bigint[], $2::date[], $3::timestamptz[])`,
    [
      dated.map(({ id }) => id),
      dated.map(({ closes_on }) => closes_on),
      dated.map(({ closed_at }) => closed_at),
    ],
  )
}

function namesOf({ entity_type, content }: LoggedEntity): PrintedName[] {
  if (content === null || isRemoved(content)) return []
  if (entity_type === 'bill') return [...namesOfBill(content as StoredBill)]
  if (entity_type === 'scorecard') return [...namesOfScorecard(content as StoredOf['scorecard'])]
  return entity_type === 'vote' ? [...namesOfVote(content as StoredOf['vote'])] : []
}

/** Names with a logged match are matched; the others wait for their jurisdiction's people. */
async function saveNames(client: PoolClient, names: readonly PrintedName[]): Promise<void> {
  if (names.length === 0) return
  const distinct = [...new Map(names.map((name) => [keyOf(name), name])).values()]
  const params = [
    distinct.map(({ jurisdiction }) => jurisdiction),
    distinct.map(({ session }) => session),
    distinct.map(({ chamber }) => chamber),
    distinct.map(({ name }) => name),
  ]
  const { rows: known } = await client.query<{ key: string }>(
    `SELECT concat_ws('|', jurisdiction, session, chamber, name) AS key FROM ingest.printed_name
     JOIN unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w (jurisdiction, session, chamber, name)
     USING (jurisdiction, session, chamber, name)`,
    params,
  )
  await createPrintedNames().add(client, names)
  const before = new Set(known.map(({ key }) => key))
  const fresh = distinct.filter((name) => !before.has(keyOf(name)))
  await client.query(
    `UPDATE ingest.printed_name p SET matched_at = now(), is_matched = h.content #>> '{match,person,id}' IS NOT NULL
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS w (jurisdiction, session, chamber, name, match_key)
     JOIN ingest.identity i ON i.entity_type = 'name_match' AND i.natural_key = w.match_key
     JOIN ingest.stored_entity h ON h.entity_id = i.entity_id
     WHERE p.jurisdiction = w.jurisdiction AND p.session = w.session AND p.chamber = w.chamber AND p.name = w.name`,
    [
      fresh.map(({ jurisdiction }) => jurisdiction),
      fresh.map(({ session }) => session),
      fresh.map(({ chamber }) => chamber),
      fresh.map(({ name }) => name),
      fresh.map(({ jurisdiction, session, chamber, name }) =>
        nameMatchKey(jurisdiction, session, chamber, name),
      ),
    ],
  )
}

const keyOf = ({ jurisdiction, session, chamber, name }: PrintedName): string =>
  `${jurisdiction}|${session}|${chamber}|${name}`
