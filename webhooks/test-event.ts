import { v7 } from 'uuid'
import { LegislogError } from '../schemas/errors.ts'
import { catalogue, isWebhookEventType } from './catalogue.ts'
import { bodyOf } from './payload.ts'
import type { Sender, Sending } from './send.ts'

export type TestResult = {
  readonly delivered: boolean
  readonly event: string
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly duration_ms: number
}

/** Sends the catalogue's example with id 0 and the header X-Service-Test, and tells what came of it. */
export async function sendTest(
  sender: Sender,
  target: Pick<Sending, 'url' | 'secrets' | 'headers'>,
  event = 'bill.action',
): Promise<TestResult> {
  if (!isWebhookEventType(event))
    throw new LegislogError('endpoint_invalid', `there is no webhook event ${JSON.stringify(event)}`)
  const made = await sender.send({
    ...target,
    key: `dlv_test${v7().replaceAll('-', '')}`,
    body: bodyOf(0, event, catalogue[event].example),
    is_test: true,
  })
  const { outcome, status, error, response, duration_ms } = made
  return { delivered: outcome === 'delivered', event, status, error, response, duration_ms }
}
