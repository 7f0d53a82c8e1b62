import { LegislogError } from '../../schemas/errors.ts'
import { sessionKey } from '../identity/identity-keys.ts'
import { OPERATOR, type OperatorOptions } from '../identity/operator.ts'
import type { ObservationOf, Source } from '../observation.ts'
import { type RunCounts, runIngest } from '../runs/run.ts'

export type SessionEnding = {
  readonly division_id: string
  readonly session: string
  /** null: it goes on. */
  readonly closed_on: string | null
}

/**
 * An operator says that a session ended, or that it did not: a record like a source's, which goes before theirs. Its
 * bills follow before this returns. Throws `not_found` where nobody has listed the session.
 */
export async function closeSession(options: OperatorOptions, ending: SessionEnding): Promise<RunCounts> {
  const key = sessionKey(ending.division_id, ending.session)
  const { rowCount } = await options.database.query(
    `SELECT FROM ingest.identity i JOIN ingest.held h USING (entity_id)
     WHERE i.entity_type = 'session' AND i.natural_key = $1`,
    [key],
  )
  if (rowCount === 0) throw new LegislogError('not_found', `no source has listed a session ${ending.session}`)
  const observed: ObservationOf<'session'> = {
    entity: 'session',
    key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: ending.division_id,
    observed_at: options.clock.now().toISOString(),
    schema_rank: 1,
    parts: { closed: { closed_on: ending.closed_on } },
    bill: null,
    aliases: [],
    removed: null,
    record: `session ${ending.session}`,
  }
  const source: Source = {
    name: OPERATOR,
    mapper_version: 1,
    async *read() {
      yield { kind: 'observed', group: [observed] }
    },
  }
  return runIngest({ ...options, source, paths: [observed.record], mode: 'live' })
}
