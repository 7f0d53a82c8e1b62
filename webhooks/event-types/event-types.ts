/** The events that endpoints can subscribe to; `catalog.ts` describes them. */
export const webhookEventTypes = [
  'bill.introduced',
  'bill.action',
  'bill.status_changed',
  'vote.recorded',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]

export function isWebhookEventType(type: string): type is WebhookEventType {
  return webhookEventTypes.some((known) => known === type)
}
