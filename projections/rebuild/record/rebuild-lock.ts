import { REBUILD_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import { type HeldLock, holdAdvisoryLock } from '../../../runtime/postgres/hold-advisory-lock.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'

/** Lets one process rebuild or swap at a time. Throws `rebuild_busy`. */
export async function takeRebuildLock(settings: Settings): Promise<HeldLock> {
  const held = await holdAdvisoryLock(settings, {
    lock: REBUILD_LOCK,
    application_name: 'legislog rebuild lock',
    whenLost: () =>
      new LegislogError(
        'rebuild_busy',
        'the connection that holds the rebuild lock is lost; run legislog rebuild again: it continues from the last completed step',
      ),
  })
  if (held !== undefined) return held
  throw new LegislogError('rebuild_busy', 'another rebuild, swap or rollback is running')
}
