import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changeHeaders, openHeaders } from '../../../webhooks/endpoint/custom-headers.ts'
import { createSecretBox } from '../../../webhooks/secrets/secret-box.ts'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { actionOf, createWebhookService } from '../../support/webhooks/webhook-service.ts'

const box = createSecretBox(randomBytes(32))

describe('the custom headers of an owner', () => {
  it('are sealed for their account and their name', () => {
    const headers = changeHeaders(box, 7, [], { 'X-Key': 'one', 'X-Other': 'two' })
    expect(JSON.stringify(headers)).not.toMatch(/one|two/)
    expect(openHeaders(box, 7, headers)).toEqual({ 'X-Key': 'one', 'X-Other': 'two' })
    expect(() => openHeaders(box, 8, headers)).toThrow(/X-Key can no longer be decrypted/)
    const swapped = headers.map(({ name }, index) => ({ name, sealed: headers[1 - index]!.sealed }))
    expect(() => openHeaders(box, 7, swapped)).toThrow()
  })

  it('stop deliveries if the key is lost, until the owner sets the headers again', async () => {
    const before = await createWebhookService()
    const receiver = await createReceiver()
    const { endpoint } = await before.endpoints.create(before.owner, {
      url: receiver.url,
      events: ['*'],
      headers: { 'X-Key': 'lost' },
    })
    const { database, settings } = before
    const after = await createWebhookService({ database: { database, settings }, clock: before.clock })
    await after.endpoints.rotateSecret(before.owner, endpoint.id, 0)
    await after.fanOut([actionOf(1)])
    await after.drain(endpoint.id)
    expect(receiver.received).toHaveLength(0)
    await expect(after.endpoints.test(before.owner, endpoint.id, undefined)).rejects.toMatchObject({
      code: 'webhook_conflict',
    })
    await after.endpoints.update(before.owner, endpoint.id, { headers: { 'x-key': 'found' } })
    after.clock.advance(60_000)
    await after.sweep()
    expect(receiver.received.map(({ headers }) => headers['x-key'])).toEqual(['found'])
  })
})
