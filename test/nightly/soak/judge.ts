import { setTimeout as delay } from 'node:timers/promises'
import { type Verification, verify } from '../../../projections/verify/verify.ts'
import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { EventReceiver } from '../clients/event-receiver.ts'
import { type Id, type SyncCopy, walk } from '../clients/sync-copy.ts'
import { whenCaughtUp } from '../processes/when-caught-up.ts'

/** The result, once no more events are emitted. Every list is empty if nothing was lost or doubled. */
export type Judgment = {
  readonly drained_s: number
  readonly verification: Verification
  readonly copies: readonly CopyJudgment[]
  readonly webhooks: WebhookJudgment
}

export type CopyJudgment = {
  readonly path: string
  readonly page: number
  readonly rows: number
  readonly tombstones: number
  readonly pages: number
  readonly failures: number
  readonly differences: readonly string[]
}

export type WebhookJudgment = {
  readonly owed: number
  readonly received: number
  readonly requests: number
  readonly second_keys: number
  readonly missing: readonly number[]
}

const PATIENCE_MS = 300_000

export async function judge(options: {
  readonly settings: Settings
  readonly database: Database
  readonly copies: readonly SyncCopy[]
  readonly receiver: EventReceiver
  readonly api_url: string
  readonly token: string
}): Promise<Judgment> {
  const { settings, database, copies, receiver, api_url, token } = options
  const startedAt = performance.now()
  await whenCaughtUp(database, { timeout_ms: PATIENCE_MS })
  const readSchema = (await liveReadSchema(database))!
  await whenAllIsVisible(database, readSchema)
  const drained_s = (performance.now() - startedAt) / 1000
  const judged: CopyJudgment[] = []
  for (const copy of copies) {
    await copy.poll()
    judged.push(await judgeCopy(copy, await walk(copy.collection.path, api_url, token), database, readSchema))
  }
  const verification = await verify({ settings, database, read_schema: readSchema })
  return { drained_s, verification, copies: judged, webhooks: await judgeWebhooks(database, receiver) }
}

async function whenAllIsVisible(database: Database, readSchema: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await database.query<{ is_past: boolean }>(
      `SELECT watermark > greatest((SELECT max(updated_at) FROM ${readSchema}.bills),
         (SELECT max(updated_at) FROM ${readSchema}.votes)) AS is_past
       FROM control.read_schema WHERE name = $1`,
      [readSchema],
    )
    if (rows[0]?.is_past === true) return
    if (performance.now() >= until) throw new Error('the watermark stands still below what is projected')
    await delay(100)
  }
}

/** Compares rows with those of a fresh walk, and tombstones with the table. */
async function judgeCopy(
  copy: SyncCopy,
  shown: ReadonlyMap<Id, string>,
  database: Database,
  readSchema: string,
): Promise<CopyJudgment> {
  const { rows, collection } = copy
  const { path, page, tombstones } = collection
  const gone = await database.query<{ id: Id; updated_at: string }>(
    `SELECT id, updated_at FROM ${readSchema}.${tombstones}`,
  )
  const wanted = new Map(shown)
  for (const { id, updated_at } of gone.rows) wanted.set(id, `deleted ${updated_at}`)
  const ids = new Set([...wanted.keys(), ...rows.keys()])
  const differences = [...ids]
    .filter((id) => wanted.get(id) !== rows.get(id))
    .map(
      (id) => `${path} ${id}: ${rows.get(id) ?? 'not'} in the copy, ${wanted.get(id) ?? 'not'} in the tables`,
    )
  return {
    path,
    page,
    rows: shown.size,
    tombstones: gone.rows.length,
    pages: copy.pages(),
    failures: copy.failures(),
    differences,
  }
}

async function judgeWebhooks(database: Database, receiver: EventReceiver): Promise<WebhookJudgment> {
  const { rows: owed } = await database.query<{ id: number }>('SELECT id FROM webhook.event')
  const missing = owed.map(({ id }) => id).filter((id) => !receiver.events.has(id))
  return {
    owed: owed.length,
    received: owed.length - missing.length,
    requests: receiver.requests(),
    second_keys: [...receiver.events.values()].filter(({ keys }) => keys.size !== 1).length,
    missing: missing.slice(0, 10),
  }
}
