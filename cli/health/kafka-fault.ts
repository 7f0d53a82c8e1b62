import { createKafkaCheck } from '../../runtime/health/store-checks.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLogGuard, LONGEST_LOOKS_MS } from '../../runtime/kafka/log-guard/log-guard.ts'
import { readRelayedOffsets } from '../../runtime/kafka/log-guard/relayed-offsets.ts'
import { createLog } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { within } from '../../runtime/within.ts'
import { LegislogError } from '../../schemas/errors.ts'

/**
 * Finds the fault of a Kafka that answers: topics are missing, or it is empty or older and lacks relayed
 * events. It queries Kafka directly, so no service has to notice first.
 */
export async function findKafkaFault(settings: Settings, database: Database): Promise<string | undefined> {
  const [fault, lost] = await Promise.all([whyNotUsable(settings), whyLost(settings, database)])
  // An empty Kafka lacks topics too: what to do about it is in the other one.
  if (lost?.is_certain === true) return lost.reason
  return fault ?? lost?.reason
}

async function whyNotUsable(settings: Settings): Promise<string | undefined> {
  const kafka = createKafkaCheck(settings, 'legislog-status')
  try {
    return await kafka.check()
  } finally {
    await kafka.close()
  }
}

type Lost = { readonly reason: string; readonly is_certain: boolean }

async function whyLost(settings: Settings, database: Database): Promise<Lost | undefined> {
  const { health_timeout_ms } = settings
  const log = createLog('kafka', 'silent')
  const kafka = createKafka(settings, 'legislog-status', log, { patience_ms: health_timeout_ms })
  const guard = createLogGuard({ settings, kafka, log })
  const patience_ms = health_timeout_ms + LONGEST_LOOKS_MS
  const onLate = () => {
    throw new Error(`no answer within ${patience_ms} ms`)
  }
  try {
    const checking = readRelayedOffsets(database).then((offsets) => guard.checkEvents(offsets))
    await within(patience_ms, checking, onLate)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof LegislogError && error.code === 'log_behind') {
      return { reason: message, is_certain: true }
    }
    return {
      reason: `the check that it has all relayed events failed: ${message}`,
      is_certain: false,
    }
  } finally {
    // If the broker is frozen, this ends only when it answers.
    guard.close().catch(() => {})
  }
}
