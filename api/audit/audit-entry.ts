import type { Log } from '../../runtime/log.ts'
import type { Upkeep } from '../../runtime/postgres/hourly-upkeep.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { Caller } from '../accounts/tokens/caller.ts'
import type { Bindings } from '../read-schema/bindings.ts'

/** Further facts of an entry, such as the role that was given. Never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | readonly string[]>>

export type Actor = Caller | { readonly kind: 'operator'; readonly shown: string }

/** An operator of the service, at its command line or with a token of the scope `admin`. */
export const OPERATOR: Actor = { kind: 'operator', shown: 'an operator' }

export type AuditEntry = {
  readonly account_id: number
  readonly actor: Actor
  readonly action: string
  readonly path: string
  readonly detail?: AuditDetail | undefined
}

/** Adds an entry, in the transaction of what it is about if there is one. */
export async function addAuditEntry(database: Queryable, entry: AuditEntry): Promise<void> {
  const { account_id, actor, action, path, detail } = entry
  await database.query(
    `INSERT INTO account.audit_entry (account_id, actor, actor_id, actor_shown, action, path, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      account_id,
      actor.kind,
      'id' in actor ? actor.id : null,
      actor.shown,
      action,
      path,
      detail === undefined ? null : JSON.stringify(detail),
    ],
  )
}

/** Adds the entry of a change in its transaction: neither is there without the other. */
export type Note = (client: Queryable, about: Pick<AuditEntry, 'path' | 'detail'>) => Promise<void>

export const noteBy =
  (by: Pick<AuditEntry, 'account_id' | 'actor' | 'action'>): Note =>
  (client, about) =>
    addAuditEntry(client, { ...by, ...about })

/** Adds the entry of a change that was made already: its answer, which may have a secret, is not lost if this fails. */
export async function addAuditEntryOrLog(
  database: Queryable,
  entry: AuditEntry,
  log: Pick<Log, 'error'>,
): Promise<void> {
  await addAuditEntry(database, entry).catch((error: unknown) =>
    log.error(unwritten(entry, error), 'a change is not in the audit log'),
  )
}

/** An entry without mail addresses: the error may quote the row, and so it is named by its code alone. */
export function unwritten({ account_id, actor, action, path }: AuditEntry, error: unknown): object {
  const { code = 'unknown' } = error as { code?: string }
  return { code, account_id, actor: actor.kind, actor_id: 'id' in actor ? actor.id : null, action, path }
}

export type AuditRow = {
  readonly id: number
  readonly actor: Actor['kind']
  readonly actor_id: number | null
  readonly actor_shown: string
  readonly action: string
  readonly path: string
  readonly detail: AuditDetail | null
  readonly updated_at: string
}

/** The entries of an account. Their time of change is the time at which they were made. */
export const auditSource =
  (accountId: number, { action }: { readonly action: string | undefined }) =>
  (bind: Bindings['bind']): string =>
    `SELECT e.id, e.actor, e.actor_id, e.actor_shown, e.action, e.path, e.detail, e.at AS updated_at, 0 AS seq,
       false AS deleted, NULL AS item
     FROM account.audit_entry e
     WHERE e.account_id = ${bind(accountId)} ${action === undefined ? '' : `AND e.action = ${bind(action)}`}`

export async function removeOldEntries(database: Queryable, keepDays: number, now: Date): Promise<number> {
  const { rowCount } = await database.query(
    "DELETE FROM account.audit_entry WHERE at < $1::timestamptz - $2 * interval '1 day'",
    [now, keepDays],
  )
  return rowCount ?? 0
}

export const auditUpkeep = (database: Queryable, keepDays: number): Upkeep => ({
  failure: 'old entries of the audit log were not removed',
  async sweep(now) {
    await removeOldEntries(database, keepDays, now)
  },
})
