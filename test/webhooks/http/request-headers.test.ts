import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import { createAddressGuard } from '../../../webhooks/http/address-guard.ts'
import { headersOf } from '../../../webhooks/http/request-headers.ts'
import { createSender } from '../../../webhooks/http/sender.ts'
import { storedResponseHeaders } from '../../../webhooks/http/stored-response.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const sending = { secrets: [Buffer.alloc(32)], key: 'dlv_1', body: Buffer.from('{}') }

describe('the headers of an attempt', () => {
  it('include those of the owner, which never replace ours, in any case of letters', () => {
    const ours = headersOf(sending, 1_767_225_600)
    const both = headersOf(
      { ...sending, headers: { 'X-Team': 'blue', 'Webhook-Signature': 'v1,forged', 'CONTENT-LENGTH': '0' } },
      1_767_225_600,
    )
    expect(both).toEqual({ ...ours, 'x-team': 'blue' })
  })

  it('fail the attempt but not the process if they cannot be sent', async () => {
    const receiver = await createReceiver()
    const sender = createSender({ guard: createAddressGuard({ allow_insecure: true }), clock: systemClock })
    cleanUp(sender.close)
    const made = await sender.send({ ...sending, url: receiver.url, headers: { 'x-a': 'b\r\nx-evil: 1' } })
    expect(made).toMatchObject({ outcome: 'retry', status: null, error: 'request_invalid' })
    expect(receiver.received).toHaveLength(0)
    expect((await sender.send({ ...sending, url: receiver.url })).outcome).toBe('delivered')
  })
})

describe('the headers of an answer', () => {
  it('are stored without cookies, up to 32 names and 4 KiB, in characters that any store accepts', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x-${index}`, 'v']))
    expect(storedResponseHeaders({ 'set-cookie': ['a=b'], server: 'a\u0001b' })).toEqual({
      server: 'a\ufffdb',
    })
    expect(Object.keys(storedResponseHeaders(many))).toHaveLength(32)
    expect(storedResponseHeaders({ a: 'x'.repeat(3_000), b: 'y'.repeat(3_000), c: 'z' })).toEqual({
      a: 'x'.repeat(3_000),
    })
  })

  it('are stored for unsuccessful answers', async () => {
    const receiver = await createReceiver({ kind: 'status', status: 503, headers: { 'x-why': 'resting' } })
    const sender = createSender({ guard: createAddressGuard({ allow_insecure: true }), clock: systemClock })
    cleanUp(sender.close)
    const made = await sender.send({ ...sending, url: receiver.url })
    expect(made.response_headers).toMatchObject({ 'x-why': 'resting' })
    receiver.answer({ kind: 'ok' })
    expect((await sender.send({ ...sending, url: receiver.url })).response_headers).toBeNull()
  })
})
