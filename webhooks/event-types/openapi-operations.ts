import type { TSchema } from 'typebox'
import { bodySchema } from './body-schema.ts'
import { webhookCatalog } from './catalog.ts'
import { webhookEventTypes } from './event-types.ts'
import { operationalEvents, operationalEventTypes } from './operational-events.ts'

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

const KEY = 'dlv_0f6f6b1e35a55f2e8a626a3f6c9f1d0b'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const parameters = [
  header(
    'X-Service-Idempotency-Key',
    'The key of the delivery, the same on every attempt. Remember it.',
    KEY,
  ),
  header('X-Service-Timestamp', 'Unix seconds of this attempt', '1767225600'),
  header(
    'X-Service-Signature',
    '`v1,` and the base64 of HMAC-SHA256 over `key.timestamp.body`, with the bytes that the secret after `whsec_` decodes to; several, separated by spaces, while a secret is rotated',
    SIGNATURE,
  ),
  header('webhook-id', 'Equal to X-Service-Idempotency-Key', KEY),
  header('webhook-timestamp', 'Equal to X-Service-Timestamp', '1767225600'),
  header('webhook-signature', 'Equal to X-Service-Signature', SIGNATURE),
  header('X-Service-Test', '`true` on an example that you requested; absent on real events', 'true', false),
]

const responses = {
  '2XX': { description: 'Delivered. Answer within 15 seconds, and do the work later.' },
  '3XX': { description: 'We do not follow redirects. We try again, as if there had been no answer.' },
  410: { description: 'The delivery is final, and the endpoint is disabled.' },
  429: { description: 'We try again, but not before Retry-After.' },
  '4XX': { description: 'The delivery is final: we never try again.' },
  '5XX': { description: 'We try again, with growing pauses, for three days.' },
}

/** The requests that receivers get, as the `webhooks` of the OpenAPI document: one operation per event type. */
export function webhookOperations(): Record<string, object> {
  const fromLog = webhookEventTypes.map((event) => {
    const whose =
      'It is sent to every endpoint whose `events` contain it or `*` and whose `filter` matches it.'
    return [
      event,
      {
        post: operationOf(event, webhookCatalog[event], bodySchema(event, webhookCatalog[event].data), whose),
      },
    ]
  })
  const ofEndpoints = operationalEventTypes.map((event) => {
    const whose =
      'It is sent to the other endpoints of the account whose `events` name it; `*` does not include it.'
    return [
      event,
      {
        post: operationOf(
          event,
          operationalEvents[event],
          bodySchema(event, operationalEvents[event].data),
          whose,
        ),
      },
    ]
  })
  return Object.fromEntries([...fromLog, ...ofEndpoints])
}

function operationOf(
  event: string,
  { description, example }: { readonly description: string; readonly example: object },
  body: TSchema,
  whose: string,
): object {
  const { $schema: _, ...schema } = JSON.parse(JSON.stringify(body)) as { $schema: string }
  return {
    operationId: `on${event.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: description,
    description: `${description} ${whose}`,
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: { id: 90_211, event, data: example } } },
    },
    responses,
  }
}
