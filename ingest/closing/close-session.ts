import type { SessionCloser } from '../../schemas/vocabulary/vocabulary.ts'
import type { OperatorOptions } from '../emit/operator.ts'
import { sessionKey } from '../identity/identity-keys.ts'
import type { Mode } from '../run-context/backfill.ts'
import { type RunCounts, runIngest } from '../runs/run.ts'
import type { ObservationOf } from '../source-interface/observation.ts'
import type { Source } from '../source-interface/source.ts'
import { findSession } from './find-session.ts'

export type SessionEnding = {
  readonly division_id: string
  readonly session: string
  /** null: the session continues. */
  readonly closed_on: string | null
  readonly by: SessionCloser
  /** `live`: sends webhooks for its bills. */
  readonly mode: Exclude<Mode, 'auto'>
}

/**
 * Records that a session ended or continues, as a source would. An operator's record wins over those of sources; a
 * policy's record comes last. Its bills are updated before this returns or, after an interruption, by the next run of
 * any source. Throws `not_found` if no source has listed the session.
 */
export async function closeSession(options: OperatorOptions, ending: SessionEnding): Promise<RunCounts> {
  const { division_id, closed_on, by, mode } = ending
  const { identifier } = (await findSession(options.database, ending)).session
  const observed: ObservationOf<'session'> = {
    entity: 'session',
    key: sessionKey(division_id, identifier),
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: options.clock.now().toISOString(),
    schema_rank: 1,
    parts: { closed: closed_on === null ? { closed_on } : { closed_on, closed_by: by } },
    bill: null,
    aliases: [],
    removed: null,
    record: `session ${identifier}`,
  }
  const source: Source = {
    name: by,
    mapper_version: 1,
    async *read() {
      yield { kind: 'observed', group: [observed] }
    },
  }
  return runIngest({ ...options, source, paths: [observed.record], mode })
}
