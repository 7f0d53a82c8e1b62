import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { webhookEventTypes } from '../../../webhooks/event-types/event-types.ts'
import type { EventReceiver } from '../clients/event-receiver.ts'
import type { SyncCopy } from '../clients/sync-copy.ts'
import { type Judgment, judge } from '../soak/judge.ts'
import { accountForLog, type LogAccount } from './emitted-events.ts'
import { isPoison } from './poison.ts'

export type End = {
  readonly judgment: Judgment
  readonly log: LogAccount
  /** Parked keys and holes that no poison explains, and events that can be neither applied nor parked. */
  readonly parked: readonly string[]
  readonly poison_parked: number
  readonly webhooks: {
    readonly owed: number
    /** Events that every endpoint must get, but that the dispatcher never recorded. */
    readonly unwritten: readonly string[]
    readonly unreceived: readonly string[]
    readonly second_keys: number
    /** Received, although ingest emitted no such event. */
    readonly strange: readonly string[]
    readonly requests: number
  }
}

/** Compares everything once all faults are mended and no more events come. */
export async function judgeEnd(options: {
  readonly settings: Settings
  readonly database: Database
  readonly copies: readonly SyncCopy[]
  readonly receiver: EventReceiver
  readonly api_url: string
  readonly token: string
}): Promise<End> {
  const { settings, database, receiver } = options
  const judgment = await judge(options)
  const { account, events } = await accountForLog(database, settings)
  const { holes, unreadable, parked } = judgment.verification
  const { rows: written } = await database.query<{ id: number; ce_id: string }>(
    'SELECT id, ce_id FROM webhook.event WHERE account_id IS NULL',
  )
  const types = new Set<string>(webhookEventTypes)
  const ids = new Map(written.map(({ id, ce_id }) => [ce_id, id]))
  const owed = [...events].filter(
    ([, { type, is_backfill, is_change }]) => types.has(type) && !is_backfill && is_change,
  )
  const strange = written.filter(({ id, ce_id }) => !events.has(ce_id) && receiver.events.has(id))
  const wronglyParked = parked.filter(({ key }) => !isPoison(key))
  return {
    judgment,
    log: account,
    parked: [
      ...[...wronglyParked, ...holes.filter(({ ocd_id }) => !isPoison(ocd_id))].map((one) =>
        JSON.stringify(one),
      ),
      ...unreadable.map((one) => JSON.stringify(one)),
    ],
    poison_parked: parked.length - wronglyParked.length,
    webhooks: {
      owed: owed.length,
      unwritten: owed.map(([ce_id]) => ce_id).filter((ceId) => !ids.has(ceId)),
      unreceived: owed
        .map(([ce_id]) => ce_id)
        .filter((ceId) => ids.has(ceId) && !receiver.events.has(ids.get(ceId)!)),
      second_keys: [...receiver.events.values()].filter(({ keys }) => keys.size !== 1).length,
      strange: strange.map(({ ce_id }) => ce_id),
      requests: receiver.requests(),
    },
  }
}

export function countWrongs({ judgment, log, parked, webhooks }: End): number {
  const ofCopies = judgment.copies.reduce((sum, { differences }) => sum + differences.length, 0)
  const ofLog = log.missing.length + log.doubled.length + log.strange.length
  const ofWebhooks =
    webhooks.unwritten.length + webhooks.unreceived.length + webhooks.second_keys + webhooks.strange.length
  return judgment.verification.differing + parked.length + ofCopies + ofLog + ofWebhooks
}
