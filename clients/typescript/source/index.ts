export type { components, paths } from './api-types.ts'
export type { ChangeBatch } from './changes.ts'
export { type ClientOptions, createClient, type LegislogClient } from './client.ts'
export type { AnswerOf, ChangingPath, CollectionPath, ItemOf, ListParameters, Tombstone } from './pages.ts'
export { ApiError, type Fault } from './problem.ts'
export type { RetryOptions } from './retries.ts'
export {
  type VerifiedDelivery,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks.ts'
