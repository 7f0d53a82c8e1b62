import type { Registry } from 'prom-client'
import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { createRedis } from '../../../runtime/redis.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { createModelMetrics } from '../answers/model-metrics.ts'
import { createStoredAnswers } from '../answers/stored-answers.ts'
import { createTokenBudget } from '../answers/token-budget.ts'
import { createChat } from '../chat/chat-client.ts'
import { createModelGauges } from './model-gauges.ts'
import { createModelWorker } from './model-worker.ts'
import type { Priorities } from './plan-changed-bills.ts'
import { createModelWaker, listenForWork } from './wake-queue.ts'
import type { WorkParts } from './work-parts.ts'

/** A request and its repair take no longer than this many times `MODEL_TIMEOUT_MS`. */
const REQUESTS_OF_A_CLAIM = 3

/** Starts a worker as the settings say. undefined: MODEL_URL is empty, so there is no model. */
export function startModelWorker(
  parts: Pick<WorkParts, 'readText' | 'readSections' | 'recordDerivation'> & {
    readonly settings: Settings
    readonly database: Database
    readonly metrics: Registry
    readonly clock: Clock
    readonly log: Log
    readonly priorities?: Priorities
  },
): { readonly stop: () => Promise<void> } | undefined {
  const { settings, database, metrics, clock, log, priorities = async () => new Map() } = parts
  if (settings.model_url === '') return undefined
  if (settings.model_name === '')
    throw new LegislogError('setting_invalid', 'MODEL_NAME is ""; it must be a name if MODEL_URL is set')
  const budget = createTokenBudget(database, settings.model_tokens_per_day)
  createModelGauges({ registry: metrics, database, budget, clock })
  const chat = createChat({
    url: settings.model_url,
    key: settings.model_key,
    model: settings.model_name,
    clock,
    timeout_ms: settings.model_timeout_ms,
    max_response_bytes: settings.model_response_bytes,
  })
  const queue = { prefix: settings.topic_prefix, log }
  const redis = {
    producer: createRedis(settings, { for: 'producer' }),
    worker: createRedis(settings, { for: 'worker' }),
  }
  const waker = createModelWaker(redis.producer, queue)
  const worker = createModelWorker({
    database,
    chat,
    budget,
    clock,
    log,
    priorities,
    metrics: createModelMetrics(metrics),
    readText: parts.readText,
    readSections: parts.readSections,
    recordDerivation: parts.recordDerivation,
    stored: createStoredAnswers(database),
    claim_ms: REQUESTS_OF_A_CLAIM * settings.model_timeout_ms,
    model: settings.model_name,
    concurrency: settings.model_concurrency,
    window_characters: settings.model_window_characters,
    max_text_bytes: settings.model_text_bytes,
    onPlanned: waker.wake,
  })
  worker.start()
  const listening = listenForWork(redis.worker, worker.wake, queue)
  return {
    async stop() {
      await worker.stop()
      await Promise.all([listening.stop(), waker.stop(), chat.close()])
      for (const connection of Object.values(redis)) connection.disconnect()
    },
  }
}
