import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { changeHeaders, openHeaders, type SealedHeader } from '../endpoint/custom-headers.ts'
import { ENDPOINT_ITEM, type EndpointItem } from '../endpoint/endpoint-row.ts'
import { type StatusVerb, setStatus } from '../endpoint/endpoint-status.ts'
import type { Owner } from '../endpoint/owner.ts'
import { requirePlan } from '../endpoint/plan.ts'
import { removeEndpoint } from '../endpoint/remove-endpoint.ts'
import type { AddressGuard } from '../http/address-guard.ts'
import type { Sender } from '../http/sender.ts'
import type { LogEnds } from '../log/log-ends.ts'
import { accountBinding, rotateSecrets, type SealedSecret, signingKeys } from '../secrets/endpoint-secrets.ts'
import { type ReadableSecrets, readableSecrets } from '../secrets/readable-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { makeSecret } from '../secrets/signature.ts'
import {
  checkSecret,
  type EndpointChange,
  type EndpointRequest,
  type KnownBills,
} from './endpoint-request.ts'
import { insertEndpoint } from './insert-endpoint.ts'
import { normalizeRequest } from './normalize-request.ts'
import { replaceSecret } from './replace-secret.ts'
import { sendTest, type TestResult } from './test-event.ts'
import { updateEndpoint } from './update-endpoint.ts'

/** Operations on endpoints, over HTTP and by command. An id of another account does not exist. */
export type Endpoints = {
  create(
    owner: Owner,
    request: EndpointRequest,
    known?: KnownBills,
  ): Promise<{ endpoint: EndpointItem; secret: string }>
  /** Returns all endpoints: there are never many. */
  list(owner: Owner): Promise<EndpointItem[]>
  get(owner: Owner, id: number): Promise<EndpointItem>
  update(owner: Owner, id: number, change: EndpointChange, known?: KnownBills): Promise<EndpointItem>
  remove(owner: Owner, id: number): Promise<void>
  /** The newest secret, and until when former ones also sign. */
  secret(owner: Owner, id: number): Promise<ReadableSecrets>
  /** The former secrets also sign for `overlap_seconds`; 0 ends them now. */
  rotateSecret(
    owner: Owner,
    id: number,
    overlap_seconds: number,
    secret?: string,
  ): Promise<{ endpoint: EndpointItem; secret: string }>
  /** Sends an example now, also to a disabled endpoint. It does not count. */
  test(owner: Owner, id: number, event: string | undefined): Promise<TestResult>
} & { readonly [V in StatusVerb]: (owner: Owner, id: number) => Promise<EndpointItem> }

type Sealed = { account_id: number; url: string; secrets: SealedSecret[]; headers: SealedHeader[] }

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
    return rows[0] ?? endpointNotFound(id)
  }

  async function sealedOf(owner: Owner, id: number): Promise<Sealed> {
    const { rows } = await database.query<Sealed>(
      'SELECT account_id, url, secrets, headers FROM webhook.endpoint WHERE id = $1 AND account_id = $2',
      [id, owner.id],
    )
    return rows[0] ?? endpointNotFound(id)
  }

  const byVerb = (verb: StatusVerb) => async (owner: Owner, id: number) => {
    if (verb === 'enable' || verb === 'resume') requirePlan(owner)
    await get(owner, id)
    await setStatus(database, id, verb, clock.now())
    return get(owner, id)
  }

  return {
    get,
    async create(owner, given, { tracked_bills = [] } = {}) {
      requirePlan(owner)
      const secret = given.secret === undefined ? makeSecret() : checkSecret(given.secret)
      const request = await normalizeRequest(guard, given)
      const now = clock.now()
      const id = await insertEndpoint(database, await logEnds(), {
        account_id: owner.id,
        url: request.url,
        description: request.description ?? '',
        events: request.events,
        filter: request.filter ?? {},
        secrets: rotateSecrets([], box.seal(secret, accountBinding(owner.id)), now, 0),
        headers: changeHeaders(box, owner.id, [], request.headers ?? {}),
        max_in_flight: request.max_in_flight ?? null,
        rate_limit_per_s: request.rate_limit_per_s ?? null,
        ordering: request.ordering ?? null,
        tracked_bills,
        now,
      })
      return { endpoint: await get(owner, id), secret }
    },
    async list(owner) {
      const { rows } = await database.query<EndpointItem>(
        `SELECT ${ENDPOINT_ITEM} FROM webhook.endpoint WHERE account_id = $1 ORDER BY id`,
        [owner.id],
      )
      return rows
    },
    async update(owner, id, given, { tracked_bills = [] } = {}) {
      const change = await normalizeRequest(guard, given)
      const which = { id, account_id: owner.id }
      if (!(await updateEndpoint(database, which, change, { box, tracked_bills, now: clock.now() })))
        endpointNotFound(id)
      return get(owner, id)
    },
    async remove(owner, id) {
      if (!(await removeEndpoint(database, { id, account_id: owner.id }))) endpointNotFound(id)
    },
    async secret(owner, id) {
      const { secrets } = await sealedOf(owner, id)
      return readableSecrets(box, owner.id, secrets, clock.now())
    },
    async rotateSecret(owner, id, overlap_seconds, chosen) {
      const secret = chosen === undefined ? makeSecret() : checkSecret(chosen)
      const which = { id, account_id: owner.id }
      const overlap_ms = overlap_seconds * 1000
      if (!(await replaceSecret(database, which, secret, { box, now: clock.now(), overlap_ms })))
        endpointNotFound(id)
      return { endpoint: await get(owner, id), secret }
    },
    enable: byVerb('enable'),
    disable: byVerb('disable'),
    pause: byVerb('pause'),
    resume: byVerb('resume'),
    async test(owner, id, event) {
      const { account_id, url, secrets, headers } = await sealedOf(owner, id)
      readableSecrets(box, account_id, secrets, clock.now())
      const keys = signingKeys(box, account_id, secrets, clock.now())
      const target = { url, secrets: keys, headers: openHeaders(box, account_id, headers) }
      return sendTest(sender, target, event)
    },
  }
}

function endpointNotFound(id: number): never {
  throw new LegislogError('endpoint_unknown', `webhook endpoint ${id} does not exist`)
}
