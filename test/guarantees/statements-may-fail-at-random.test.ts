import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { differencesOf } from '../nightly/kill-rounds/compare-runs.ts'
import { eventually } from '../support/harness/eventually.ts'
import { addNotes, editSample } from '../support/service/edited-sample.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'

const SHARE = 0.05
const READ_SCHEMA = 'read_0001'

let disturbed: WholeService
let peaceful: WholeService

beforeAll(async () => {
  ;[disturbed, peaceful] = await Promise.all([
    createWholeService({ projector_batch_events: 20 }),
    createWholeService(),
  ])
  await disturb(disturbed.database)
}, 60_000)

/**
 * Postgres itself refuses every twentieth statement that writes, and sometimes a COMMIT, as it does when
 * transactions conflict. Sequences count the failures, because a rollback does not reset them.
 */
async function disturb(database: Database): Promise<void> {
  await database.query(`
    CREATE SCHEMA disturbance;
    CREATE SEQUENCE disturbance.failures;
    CREATE FUNCTION disturbance.fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF random() < TG_ARGV[0]::float THEN
        PERFORM nextval('disturbance.failures');
        RAISE EXCEPTION 'disturbed' USING ERRCODE =
          (ARRAY['serialization_failure', 'deadlock_detected', 'lock_not_available'])[1 + floor(random() * 3)::integer];
      END IF;
      RETURN NULL;
    END $$;
    DO $$
    DECLARE at record;
    BEGIN
      FOR at IN SELECT schemaname, tablename FROM pg_tables
        WHERE schemaname IN ('ingest', 'control', 'webhook', '${READ_SCHEMA}')
      LOOP
        EXECUTE format('CREATE TRIGGER fail AFTER INSERT OR UPDATE OR DELETE ON %I.%I
          FOR EACH STATEMENT EXECUTE FUNCTION disturbance.fail(${SHARE})', at.schemaname, at.tablename);
      END LOOP;
    END $$;
    CREATE CONSTRAINT TRIGGER fail_late AFTER UPDATE ON control.position
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION disturbance.fail(${SHARE / 5});
    CREATE CONSTRAINT TRIGGER fail_late AFTER UPDATE ON control.partition_clock
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION disturbance.fail(${SHARE / 5});
    CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT ON webhook.event
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION disturbance.fail(${SHARE / 5});`)
}

/** Repeats a run that fails, as a schedule does. */
const persistently = <T>(work: () => Promise<T>) => eventually(work, { timeout_ms: 60_000, interval_ms: 100 })

async function play(service: WholeService): Promise<{ owed: number; received: string[] }> {
  await persistently(() => service.startAll().then(() => true))
  await persistently(() => service.ingestSample())
  await service.caughtUp()
  const { receiver } = await persistently(() => service.createEndpoint(['*']))
  const sample = await editSample()
  const notes = await addNotes(sample, '1')
  await persistently(() => service.ingest('openstates-scraper', sample.folder))
  await service.caughtUp()
  await eventually(() => new Set(bodiesOf(receiver.received)).size >= notes, { timeout_ms: 30_000 })
  await service.delivered()
  return { owed: notes, received: bodiesOf(receiver.received) }
}

/** The emitted events, without the numbers that differ in each service. */
function bodiesOf(received: readonly { body: string }[]): string[] {
  return received.map(({ body }) => {
    const { event, data } = JSON.parse(body) as { event: string; data: Record<string, unknown> }
    return JSON.stringify({ event, ...data, bill_id: null, vote_id: null })
  })
}

describe('when one statement in twenty fails by a conflict, a deadlock or a lock timeout,', () => {
  it('the rows, the log and the webhooks are still correct', async () => {
    const [there, here] = [await play(disturbed), await play(peaceful)]
    const { rows } = await disturbed.database.query<{ failures: number }>(
      'SELECT last_value AS failures FROM disturbance.failures',
    )
    expect(rows[0]!.failures).toBeGreaterThan(10)

    expect(await differencesOf(disturbed.database, peaceful.database, READ_SCHEMA)).toEqual([])
    const { differing, holes, parked, events } = await disturbed.verify()
    expect({ differing, holes, parked }).toEqual({ differing: 0, holes: [], parked: [] })
    expect(events).toBeGreaterThan(150)
    expect(new Set(there.received)).toEqual(new Set(here.received))
    const { rows: twice } = await disturbed.database.query(
      'SELECT event_id FROM webhook.delivery GROUP BY event_id, endpoint_id HAVING count(*) > 1',
    )
    expect(twice).toEqual([])
  }, 150_000)
})
