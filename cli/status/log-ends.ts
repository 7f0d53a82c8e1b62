import { type Ends, readLogEnds } from '../../projections/watermark/log-ends.ts'
import { createKafka, type Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { kafkaBrokers } from '../../runtime/settings/addresses.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { within } from '../../runtime/within.ts'
import { LegislogError } from '../../schemas/errors.ts'

export type LogEnds = {
  /** Throws `service_failed` if Kafka has not answered within three seconds. */
  read(): Promise<Ends>
  close(): Promise<void>
}

/** Kafka, alive or frozen, gets no longer than this to answer. */
const PATIENCE_MS = 3_000

/**
 * Reads the end of the log from Kafka, on one connection, because the ends that relays and projectors noted
 * may be old.
 */
export function openLogEnds(settings: Settings): LogEnds {
  const kafka = createKafka(settings, 'legislog-status', createLog('kafka', 'silent'), {
    patience_ms: PATIENCE_MS,
  })
  let admin: ReturnType<Kafka['admin']> | undefined

  async function ask(): Promise<Ends> {
    admin ??= kafka.admin()
    await admin.connect()
    return readLogEnds(admin, settings)
  }

  async function close(): Promise<void> {
    const used = admin
    admin = undefined
    await used?.disconnect()
  }

  return {
    async read() {
      try {
        return await within(PATIENCE_MS, ask(), () => {
          throw new Error(`no answer in ${PATIENCE_MS / 1000} s`)
        })
      } catch (cause) {
        // With a broker that is frozen this ends only when it answers.
        void close().catch(() => {})
        const reason = cause instanceof Error ? cause.message : String(cause)
        const brokers = kafkaBrokers(settings).join(', ')
        throw new LegislogError('service_failed', `Kafka at ${brokers} does not answer: ${reason}`, { cause })
      }
    },
    close,
  }
}
