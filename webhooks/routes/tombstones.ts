import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '../../runtime/durations.ts'
import { TOMBSTONE_DAYS } from '../../schemas/http/tombstone-days.ts'

const BEGINNING = '1970-01-01T00:00:00.000000Z'

/**
 * Throws 410 if tombstones since that time may already be deleted. A client that asks from the beginning of time has
 * nothing to delete yet.
 */
export function requireTombstonesSince(app: FastifyInstance, since: string | undefined, now: Date): void {
  if (since === undefined || since <= BEGINNING) return
  if (Date.parse(since) >= now.getTime() - TOMBSTONE_DAYS * DAY_MS) return
  throw app.problem(
    410,
    'resync_required',
    `Tombstones are kept for ${TOMBSTONE_DAYS} days: load everything again, without updated_since, into an empty copy.`,
  )
}
