import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { verifyWebhook, WebhookError } from '../../../../clients/typescript/source/webhooks.ts'

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
const body = '{"id":1,"event":"bill.action","data":{"bill_id":7}}'
const now = new Date('2026-11-30T12:00:00Z')

function signed(age_s = 0, secret = secrets[0]!) {
  const timestamp = String(now.getTime() / 1_000 - age_s)
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = createHmac('sha256', key).update(`dlv_1.${timestamp}.${body}`).digest('base64')
  return { key: 'dlv_1', timestamp, signature: `v1,AAAA v1,${signature}` }
}

const ours = ({ key, timestamp, signature } = signed()) => ({
  'x-service-idempotency-key': key,
  'x-service-timestamp': timestamp,
  'x-service-signature': signature,
})

it('a delivery is verified under both names of its headers, in both kinds of headers', () => {
  const { key, timestamp, signature } = signed()
  const standard = { 'webhook-id': key, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  for (const headers of [ours(), standard, new Headers(ours()), new Headers(standard)]) {
    const event = { event: 'bill.action', data: { bill_id: 7 } }
    expect(verifyWebhook({ headers, body, secrets, now })).toMatchObject({ key: 'dlv_1', event })
    expect(verifyWebhook({ headers, body: Buffer.from(body), secrets, now }).key).toBe('dlv_1')
  }
})

it('either secret of a rotation is right', () => {
  const older = 'whsec_b2xkZXItc2VjcmV0LW9mLXRoZS1lbmRwb2ludA=='
  const both = [...secrets, older]
  expect(verifyWebhook({ headers: ours(signed(0, older)), body, secrets: both, now }).key).toBe('dlv_1')
})

it.each([
  ['another body', { body: `${body} ` }, 'the signature was not made with this secret'],
  ['an old timestamp', { headers: ours(signed(301)) }, 'more than 300 s away'],
  ['a timestamp of the future', { headers: ours(signed(-301)) }, 'more than 300 s away'],
  ['a timestamp without a number', { headers: { ...ours(), 'x-service-timestamp': 'soon' } }, '"soon"'],
  [
    'no signature',
    { headers: { ...ours(), 'x-service-signature': undefined } },
    'x-service-signature is missing',
  ],
  ['no key', { headers: {} }, 'x-service-idempotency-key is missing'],
  ['another secret', { secrets: ['whsec_AAAA'] }, 'the signature was not made with this secret'],
])('%s is refused', (_what, change, reason) => {
  const verify = () => verifyWebhook({ headers: ours(), body, secrets, now, ...change })
  expect(verify).toThrow(WebhookError)
  expect(verify).toThrow(reason)
})

it('a secret of another form is a fault of the program', () => {
  expect(() => verifyWebhook({ headers: ours(), body, secrets: ['abc'], now })).toThrow('begins with whsec_')
})
