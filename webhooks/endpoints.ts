import type { Clock } from '../runtime/clock.ts'
import { type Database, inTransaction } from '../runtime/postgres.ts'
import { LegislogError } from '../schemas/errors.ts'
import type { TierName } from '../schemas/http/token.ts'
import { type AddressGuard, hostOf } from './address-guard.ts'
import { checkEvents, type EndpointRequest, normaliseFilter } from './endpoint-request.ts'
import { ENDPOINT_ITEM, type EndpointItem } from './endpoint-row.ts'
import { ownerOf, rotate, type SealedSecret, signingKeys } from './endpoint-secrets.ts'
import { insertEndpoint } from './insert-endpoint.ts'
import type { LogEnds } from './log-ends.ts'
import { includesWebhooks } from './plan.ts'
import type { SecretBox } from './secret-box.ts'
import type { Sender } from './send.ts'
import { makeSecret } from './signature.ts'
import { sendTest, type TestResult } from './test-event.ts'
import { disable } from './write-results.ts'

export type Owner = { readonly id: number; readonly tier: TierName }

/** What can be done with endpoints, over HTTP and by command. An id of another account is unknown. */
export type Endpoints = {
  /** The secret is told here and by `rotateSecret`, and never again. */
  create(owner: Owner, request: EndpointRequest): Promise<{ endpoint: EndpointItem; secret: string }>
  list(owner: Owner, page: { after_id: number; limit: number }): Promise<EndpointItem[]>
  get(owner: Owner, id: number): Promise<EndpointItem>
  remove(owner: Owner, id: number): Promise<void>
  /** The former secrets sign beside the new one for `overlap_seconds`; 0 ends them now. */
  rotateSecret(
    owner: Owner,
    id: number,
    overlap_seconds: number,
  ): Promise<{ endpoint: EndpointItem; secret: string }>
  enable(owner: Owner, id: number): Promise<EndpointItem>
  disable(owner: Owner, id: number): Promise<EndpointItem>
  /** Sends an example now, also to a disabled endpoint, and counts for nothing. */
  test(owner: Owner, id: number, event: string | undefined): Promise<TestResult>
}

type Secrets = { account_id: number; url: string; secrets: SealedSecret[] }

export function createEndpoints(options: {
  database: Database
  guard: AddressGuard
  sender: Sender
  secrets: SecretBox
  clock: Clock
  logEnds: LogEnds
}): Endpoints {
  const { database, guard, sender, secrets: box, clock, logEnds } = options

  async function get(owner: Owner, id: number): Promise<EndpointItem> {
    const { rows } = await database.query<EndpointItem>(
      `SELECT ${ENDPOINT_ITEM} FROM webhook.endpoint WHERE id = $1 AND account_id = $2`,
      [id, owner.id],
    )
    return rows[0] ?? unknown(id)
  }

  return {
    get,
    async create(owner, request) {
      requirePlan(owner)
      const events = checkEvents(request.events)
      const filter = normaliseFilter(request.filter ?? {})
      const url = guard.checkUrl(request.url)
      await guard.checkName(hostOf(url))
      const secret = makeSecret()
      const now = clock.now()
      const id = await insertEndpoint(database, await logEnds(), {
        account_id: owner.id,
        url: url.href,
        description: request.description ?? '',
        events,
        filter,
        secrets: rotate([], box.seal(secret, ownerOf(owner.id)), now, 0),
        max_in_flight: request.max_in_flight ?? null,
        now,
      })
      return { endpoint: await get(owner, id), secret }
    },
    async list(owner, { after_id, limit }) {
      const { rows } = await database.query<EndpointItem>(
        `SELECT ${ENDPOINT_ITEM} FROM webhook.endpoint WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
        [owner.id, after_id, limit],
      )
      return rows
    },
    async remove(owner, id) {
      await get(owner, id)
      await inTransaction(database, async (client) => {
        await client.query(
          `DELETE FROM webhook.attempt USING webhook.delivery
           WHERE attempt.delivery_key = delivery.key AND delivery.endpoint_id = $1`,
          [id],
        )
        await client.query('DELETE FROM webhook.endpoint WHERE id = $1 AND account_id = $2', [id, owner.id])
      })
    },
    async rotateSecret(owner, id, overlap_seconds) {
      const secret = makeSecret()
      const now = clock.now()
      await inTransaction(database, async (client) => {
        const { rows } = await client.query<Secrets>(
          'SELECT account_id, url, secrets FROM webhook.endpoint WHERE id = $1 AND account_id = $2 FOR UPDATE',
          [id, owner.id],
        )
        const row = rows[0] ?? unknown(id)
        const sealed = box.seal(secret, ownerOf(owner.id))
        await client.query('UPDATE webhook.endpoint SET secrets = $2, updated_at = $3 WHERE id = $1', [
          id,
          JSON.stringify(rotate(row.secrets, sealed, now, overlap_seconds * 1000)),
          now,
        ])
      })
      return { endpoint: await get(owner, id), secret }
    },
    async enable(owner, id) {
      requirePlan(owner)
      await get(owner, id)
      await database.query(
        `UPDATE webhook.endpoint SET status = 'enabled', status_reason = NULL, failures_in_row = 0,
           first_failure_at = NULL, last_failure_at = NULL, updated_at = $2
         WHERE id = $1 AND status = 'disabled'`,
        [id, clock.now()],
      )
      return get(owner, id)
    },
    async disable(owner, id) {
      await get(owner, id)
      await inTransaction(database, (client) => disable(client, id, clock.now()))
      return get(owner, id)
    },
    async test(owner, id, event) {
      const { rows } = await database.query<Secrets>(
        'SELECT account_id, url, secrets FROM webhook.endpoint WHERE id = $1 AND account_id = $2',
        [id, owner.id],
      )
      const { account_id, url, secrets } = rows[0] ?? unknown(id)
      return sendTest(sender, { url, secrets: signingKeys(box, account_id, secrets, clock.now()) }, event)
    },
  }
}

function requirePlan(owner: Owner): void {
  if (!includesWebhooks(owner.tier))
    throw new LegislogError(
      'plan_required',
      `webhooks need the Business tier or above; this account has ${owner.tier}`,
    )
}

function unknown(id: number): never {
  throw new LegislogError('endpoint_unknown', `there is no webhook endpoint ${id}`)
}
