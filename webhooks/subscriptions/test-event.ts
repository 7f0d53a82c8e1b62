import { v7 } from 'uuid'
import { LegislogError } from '../../schemas/errors.ts'
import { webhookCatalog } from '../event-types/catalog.ts'
import { isWebhookEventType } from '../event-types/event-types.ts'
import { isOperationalEventType, operationalEvents } from '../event-types/operational-events.ts'
import type { Sender, SendRequest } from '../http/sender.ts'

export type TestResult = {
  readonly delivered: boolean
  readonly event: string
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly duration_ms: number
}

/** Sends the example of the catalog with id 0 and the header X-Service-Test, and returns the result. */
export async function sendTest(
  sender: Sender,
  target: Pick<SendRequest, 'url' | 'secrets' | 'headers'>,
  event = 'bill.action',
): Promise<TestResult> {
  const data = exampleOf(event)
  if (data === undefined)
    throw new LegislogError('endpoint_invalid', `${JSON.stringify(event)} is not a webhook event`)
  const made = await sender.send({
    ...target,
    key: `dlv_test${v7().replaceAll('-', '')}`,
    body: Buffer.from(JSON.stringify({ id: 0, event, data })),
    is_test: true,
  })
  const { outcome, status, error, response, duration_ms } = made
  return { delivered: outcome === 'delivered', event, status, error, response, duration_ms }
}

function exampleOf(event: string): object | undefined {
  if (isWebhookEventType(event)) return webhookCatalog[event].example
  return isOperationalEventType(event) ? operationalEvents[event].example : undefined
}
