import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { acquireLease, releaseOrphanedLeases } from '../../../webhooks/delivery/lease.ts'
import { startPresence } from '../../../webhooks/delivery/presence.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { actionOf, createServedEndpoint } from '../../support/webhooks/webhook-service.ts'

const log = createLog('test', 'silent')

describe('the presence of a dispatcher', () => {
  it('frees its endpoints for others when it ends, without waiting for its leases to end', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint()
    const { database, clock } = service
    const presence = await startPresence({ database, log })
    await service.fanOut([actionOf(1)])
    await acquireLease(database, endpoint_id, { token: randomUUID(), holder: presence.holder() }, clock.now())
    await service.sweep()
    expect(receiver.received).toHaveLength(0)
    await presence.stop()
    await service.sweep()
    expect(receiver.received).toHaveLength(1)
  })

  it('keeps its leases while it lives, or if no live dispatcher is known', async () => {
    const { service, endpoint_id } = await createServedEndpoint()
    const { database, clock } = service
    const presence = await startPresence({ database, log })
    for (const holder of [presence.holder(), null]) {
      const token = randomUUID()
      await database.query('UPDATE webhook.endpoint SET lease_until = NULL')
      await acquireLease(database, endpoint_id, { token, holder }, clock.now())
      await releaseOrphanedLeases(database)
      const { rows } = await database.query('SELECT lease_token FROM webhook.endpoint')
      expect(rows).toEqual([{ lease_token: token }])
    }
    await presence.stop()
    // It is not released if no dispatcher is known at all.
    await releaseOrphanedLeases(database)
    const { rows } = await database.query(
      'SELECT lease_holder, lease_token IS NULL AS is_free FROM webhook.endpoint',
    )
    expect(rows).toEqual([{ lease_holder: null, is_free: false }])
  })

  it('is registered under another number when Postgres is back', async () => {
    const { service } = await createServedEndpoint()
    const { database } = service
    const presence = await startPresence({ database, log })
    const before = presence.holder()
    expect(before).not.toBeNull()
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1::bigint::oid
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [before],
    )
    await eventually(async () => presence.holder() !== null && presence.holder() !== before)
    await presence.stop()
    expect(presence.holder()).toBeNull()
  })
})
