import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { decodeSecret, isSignedBy, makeSecret, sign } from '../../../webhooks/secrets/signature.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('the signature of a webhook', () => {
  it('equals the published vector of Standard Webhooks', () => {
    const body = Buffer.from('{"test": 2432232314}')
    expect(sign([decodeSecret(secret)], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, body)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  it('covers the bytes of UTF-8, not the characters', () => {
    const body = Buffer.from(
      '{"id":7,"event":"bill.action","data":{"bill_id":42,"identifier":"HB 5","description":"Señate: read 2× — passed"}}',
    )
    expect(body.length).toBe(117)
    expect(sign([decodeSecret(secret)], 'dlv_01K0000000000000000000000A', 1767225600, body)).toBe(
      'v1,b46hlAjZuI1H3LIyrZFE5uR/RGr8brQ9p/O13zKXFmM=',
    )
  })

  it('is accepted by the standardwebhooks package', () => {
    const fresh = makeSecret()
    const body = '{"id":1}'
    const seconds = Math.floor(Date.now() / 1000)
    const headers = {
      'webhook-id': 'dlv_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': sign([decodeSecret(fresh)], 'dlv_1', seconds, Buffer.from(body)),
    }
    expect(new Webhook(fresh).verify(body, headers)).toEqual({ id: 1 })
    expect(() => new Webhook(secret).verify(body, headers)).toThrow()
  })

  it('is valid for the old and the new secret during a rotation', () => {
    const [before, after] = [makeSecret(), makeSecret()]
    const body = '{"id":1}'
    const seconds = Math.floor(Date.now() / 1000)
    const signature = sign([after, before].map(decodeSecret), 'dlv_1', seconds, Buffer.from(body))
    expect(signature.split(' ')).toHaveLength(2)
    const headers = {
      'webhook-id': 'dlv_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature,
    }
    for (const held of [before, after]) {
      expect(new Webhook(held).verify(body, headers)).toEqual({ id: 1 })
      const signed = { key: 'dlv_1', timestamp: String(seconds), signature }
      expect(isSignedBy(held, signed, Buffer.from(body), new Date())).toBe(true)
    }
  })

  it('is refused for another body, another time, or a clock more than five minutes off', () => {
    const body = Buffer.from('{"id":1}')
    const seconds = 1_767_225_600
    const now = new Date(seconds * 1000)
    const signature = sign([decodeSecret(secret)], 'dlv_1', seconds, body)
    const headers = { key: 'dlv_1', timestamp: String(seconds), signature }
    expect(isSignedBy(secret, headers, body, now)).toBe(true)
    expect(isSignedBy(secret, headers, Buffer.from('{"id":2}'), now)).toBe(false)
    expect(isSignedBy(secret, { ...headers, timestamp: String(seconds + 1) }, body, now)).toBe(false)
    expect(isSignedBy(secret, headers, body, new Date(now.getTime() + 301_000))).toBe(false)
    expect(isSignedBy(secret, headers, body, new Date(now.getTime() - 301_000))).toBe(false)
  })

  it('requires a secret that is base64 of 24 to 64 bytes after whsec_', () => {
    expect(decodeSecret(makeSecret())).toHaveLength(32)
    expect(() => decodeSecret('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toThrow('24 to 64')
    expect(() => decodeSecret('whsec_c2hvcnQ=')).toThrow('24 to 64')
    expect(() => decodeSecret('whsec_not base64 at all, just words')).toThrow('base64')
  })
})
