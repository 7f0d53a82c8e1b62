import type { Command } from 'commander'
import { type RecoverProgress, type RecoverReport, recoverIngest } from '../../ingest/recover/recover.ts'
import { createEventCodec } from '../../runtime/event-codec.ts'
import { createKafka } from '../../runtime/kafka.ts'
import { createLogSource } from '../../runtime/log-source.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import { databaseUrl } from '../../runtime/services.ts'
import { answers } from '../answer.ts'
import { openContext } from '../context.ts'
import { migrateAll } from '../migrate-all.ts'
import { showProgress } from '../progress.ts'

export function registerIngestRecover(ingest: Command): void {
  answers(
    ingest
      .command('recover')
      .description("bring ingest's state to where the log is, after its loss or the restore of a backup"),
    async () => {
      const { settings, log } = await openContext({ name: 'recover', needs: ['postgres', 'kafka'] })
      const database = createDatabase(settings, { application_name: 'legislog ingest recover' })
      const source = createLogSource({ settings, kafka: createKafka(settings, 'legislog-recover', log), log })
      const display = showProgress()
      try {
        await migrateAll(databaseUrl(settings))
        const report = await recoverIngest({
          ...{ database, source },
          codec: await createEventCodec(settings, database),
          onProgress: (now) => display.follow('recover', describeProgress(now)),
        })
        display.tell('recover', `${report.events} events, ${report.entities} entities`, true)
        return { text: describe(report), json: report, failed: report.unreadable.length > 0 }
      } finally {
        display.end()
        await source.close()
        await database.end()
      }
    },
  )
}

function describeProgress({ events_done, events, entities }: RecoverProgress): string {
  const share = events === 0 ? 100 : Math.floor((100 * events_done) / events)
  return `${share} %: ${events_done} of ${events} events, ${entities} entities`
}

function describe(report: RecoverReport): string {
  const { entities, added, advanced, ahead, merges, outbox_cleared, contested } = report
  return [
    `${entities} entities in the log: ${added} added, ${advanced} brought forward, ${ahead} further here than in the log`,
    `${merges} merges; ${outbox_cleared} rows of the outbox were in the log already, ${contested} entities had told something else`,
    ...report.disputed_keys.map(
      ({ entity_type, natural_key, entity_ids }) =>
        `${entity_type} key ${natural_key} was of several: ${entity_ids.join(', ')}; nobody is given it`,
    ),
    ...report.unreadable.map(({ ocd_id, place, error }) => `unreadable ${place} of ${ocd_id}: ${error}`),
    'run every source again, in the order in which they were run first: what they say is known, and tells nothing',
  ].join('\n')
}
