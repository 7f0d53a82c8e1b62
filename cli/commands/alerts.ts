import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { holdDigests, holdText, readHeldAt, resumeDigests } from '../../alerts/hold/hold.ts'
import { readBounceReport } from '../../alerts/mail/bounce-report.ts'
import { liftSuppression, suppressByMessage } from '../../alerts/mail/suppressions.ts'
import { createAlertService } from '../../alerts/service.ts'
import { readBacklog } from '../../alerts/upkeep/backlog.ts'
import { mailboxOf, recipientOf } from '../../api/mail/recipient.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { startServiceHealth } from '../../runtime/health/service-health.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { whyNotReading } from '../../runtime/log-consumer/consumer.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { watchFrozenSessions } from '../../runtime/postgres/frozen-sessions.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { instantOption } from '../arguments/instant-option.ts'
import { openContext } from '../context/context.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction } from '../output/answer.ts'
import { reportReady } from '../process/parent.ts'
import { untilStopped } from '../process/until-stopped.ts'
import { createAlertReads } from '../wiring/alert-reads.ts'

/** The service that writes and mails digests. Several may run: they share partitions, digests and mails. */
export function registerAlerts(program: Command): void {
  const alerts = program
    .command('alerts')
    .description('write digests of alert subscriptions and mail them, until stopped')
  setAction(alerts, serve)
  setAction(alerts.command('status').description('count what waits, and say if digests are held'), () =>
    withDatabase('alerts', async (database) => {
      const backlog = await readBacklog(database, systemClock.now())
      const { subscriptions, due, items, mails, deferred, parked, held_at } = backlog
      const counts = `${subscriptions} subscriptions, ${due} digests due, ${items} changes and ${mails} mails wait, ${deferred} events deferred, ${parked} parked`
      return { text: [counts, ...(held_at === null ? [] : [holdText(held_at)])].join('\n'), json: backlog }
    }),
  )
  setAction(
    alerts.command('hold').description('write and send no digest until `legislog alerts resume`'),
    () =>
      withDatabase('alerts', async (database) => {
        const isNew = await holdDigests(database, systemClock.now())
        const heldAt = await readHeldAt(database)
        return {
          text: heldAt === undefined ? 'nobody gets digests: nothing to hold' : holdText(heldAt),
          json: { is_new: isNew, held_at: heldAt ?? null },
        }
      }),
  )
  setAction<{ from: string }>(
    alerts
      .command('resume')
      .description('send digests again after a restore of older tables')
      .requiredOption(
        '--from <now|time>',
        'report what was recorded from then on; mails that were written before are dropped',
        (text) => (text === 'now' ? text : instantOption(text)),
      ),
    ({ options }) =>
      withDatabase('alerts', async (database) => {
        const from = options.from === 'now' ? systemClock.now() : new Date(options.from)
        const resumed = await resumeDigests(database, from)
        const { was_held, dropped_items, dropped_mails } = resumed
        const what = was_held ? 'digests are sent again' : 'digests were not held'
        return {
          text: `${what}; ${dropped_items} changes and ${dropped_mails} mails from before ${from.toISOString()} are dropped`,
          json: { ...resumed, from: from.toISOString() },
        }
      }),
  )
  setAction(
    alerts
      .command('bounce')
      .description('take a bounce (RFC 3464) or a complaint (RFC 5965) as a mail, and suppress its address')
      .argument('[file]', 'the mail; without it, standard input'),
    ({ args }) => withDatabase('alerts', (database) => takeBounce(database, args[0])),
  )
  registerAllow(alerts)
}

function registerAllow(alerts: Command): void {
  setAction(
    alerts
      .command('allow')
      .description('mail an address again that was suppressed after a bounce or a complaint')
      .argument('<address>'),
    ({ args }) =>
      withDatabase('alerts', async (database) => {
        const isLifted = await liftSuppression(database, recipientOf(mailboxOf(args[0] ?? '')))
        return {
          text: isLifted ? 'the address gets mails again' : 'the address was not suppressed',
          json: { was_suppressed: isLifted },
        }
      }),
  )
}

async function takeBounce(database: Parameters<typeof suppressByMessage>[0], file: string | undefined) {
  const report = readBounceReport(await readFile(file ?? '/dev/stdin', 'utf8'))
  if (report === undefined)
    throw new LegislogError('usage', 'the mail is neither a bounce nor a complaint about one of our mails')
  const { message_id, reason } = report
  if (reason === 'delayed')
    return {
      text: 'the mail is only delayed: nothing changes',
      json: { message_id, reason, suppressed: false },
    }
  const isKnown = await suppressByMessage(database, message_id, reason, systemClock.now())
  return {
    text: isKnown ? `suppressed after a ${reason}` : `no mail of ours has the Message-ID ${message_id}`,
    json: { message_id, reason, suppressed: isKnown },
  }
}

async function serve() {
  const { settings, log } = await openContext({ name: 'alerts', needs: ['postgres', 'kafka'] })
  const database = createDatabase(settings, { application_name: 'legislog alerts' })
  const metrics = createMetrics()
  const service = createAlertService({
    settings,
    database,
    metrics,
    log,
    kafka: createKafka(settings, 'legislog-alerts'),
    codec: await createEventCodec(settings, database),
    clock: systemClock,
    ...createAlertReads(database),
  })
  await service.start()
  const watch = watchFrozenSessions({ database, log })
  const health = await startServiceHealth({
    settings,
    service: 'alerts',
    checks: (own) => ({
      log: async () =>
        whyNotReading(service.health(), { silent_ms: settings.heartbeat_timeout_ms, now_ms: Date.now() }),
      hold: async () => {
        const heldAt = await readHeldAt(own)
        return heldAt === undefined ? undefined : holdText(heldAt)
      },
    }),
    facts: service.health,
    metrics,
    clock: systemClock,
    log,
  })
  log.info('digests are written and mailed')
  reportReady()
  await untilStopped({ is_service: true })
  await health.stop()
  await service.stop()
  await watch.stop()
  await database.end()
  return undefined
}
