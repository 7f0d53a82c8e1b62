import * as alerts from '../../alerts/log/positions.ts'
import { type RecoverProgress, type RecoverReport, recoverIngest } from '../../ingest/recover/recover.ts'
import { createPublisher } from '../../ingest/relay/publisher.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka, ensureTopics } from '../../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../../runtime/kafka/log-source/log-source.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import * as webhooks from '../../webhooks/log/positions.ts'
import { openContext } from '../context/context.ts'
import { migrateAll } from '../context/migrate-all.ts'
import type { Answer } from '../output/answer.ts'
import { showProgress } from '../output/progress.ts'

/** After an accepted loss, all readers with positions of their own begin where the log ends. */
const rewindReaders: typeof webhooks.rewindPositions = async (client, ends) => {
  await webhooks.rewindPositions(client, ends)
  await alerts.rewindPositions(client, ends)
}

export async function runRecover({ accept_loss }: { readonly accept_loss: boolean }): Promise<Answer> {
  const { settings, log } = await openContext({ name: 'recover', needs: ['postgres', 'kafka'] })
  const database = createDatabase(settings, { application_name: 'legislog ingest recover' })
  const kafka = createKafka(settings, 'legislog-recover', log)
  const source = createLogSource({ settings, kafka, log })
  const publisher = createPublisher(settings, kafka)
  const display = showProgress()
  try {
    await migrateAll(settings)
    await ensureTopics(kafka, settings)
    const codec = await createEventCodec(settings, database)
    const report = await recoverIngest({
      database,
      source,
      publisher,
      codec,
      operator: { settings, database, codec, log, clock: systemClock },
      ...(accept_loss ? { onAcceptedLoss: rewindReaders } : {}),
      onProgress: (now) => display.follow('recover', describeProgress(now)),
    })
    display.report('recover', `${report.events} events, ${report.entities} entities`, true)
    return { text: describe(report), json: report, failed: isPartial(report) }
  } finally {
    display.end()
    await Promise.all([source.close(), publisher.close()])
    await database.end()
  }
}

function describeProgress({ events_done, events, entities }: RecoverProgress): string {
  const share = events === 0 ? 100 : Math.floor((100 * events_done) / events)
  return `${share} %: ${events_done} of ${events} events, ${entities} entities`
}

const isPartial = ({ unreadable, incomplete }: RecoverReport): boolean =>
  unreadable.length > 0 || incomplete.length > 0

function describe(report: RecoverReport): string {
  const { put_back, sent_again, restated } = report
  const { entities, added, advanced, ahead, merges, outbox_cleared, contested } = report
  return [
    `${put_back} events were put back at the end of the log, ${sent_again} wait in the outbox and will be sent again`,
    ...(restated === 0
      ? []
      : [`new events restate ${restated} entities: the log lost events of them that are not stored`]),
    `${entities} entities in the log: ${added} added, ${advanced} brought forward, ${ahead} further here than in the log`,
    `${merges} merges; ${outbox_cleared} rows of the outbox were in the log already, ${contested} entities had reported something else`,
    ...report.disputed_keys.map(
      ({ entity_type, natural_key, entity_ids }) =>
        `${entity_type} key ${natural_key} belonged to several entities: ${entity_ids.join(', ')}; none of them gets it`,
    ),
    ...report.incomplete.map(
      ({ ocd_id, missing }) =>
        `${ocd_id}: the log lost events that are not stored: ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ' …' : ''}`,
    ),
    ...report.unreadable.map(({ ocd_id, place, error }) => `unreadable ${place} of ${ocd_id}: ${error}`),
    ...(added + advanced === 0
      ? []
      : [
          'run every source again, in the order of their first runs: data that is already known emits no events',
        ]),
  ].join('\n')
}
