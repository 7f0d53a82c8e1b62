import { describe, expect, it } from 'vitest'
import { readEgressProxy } from '../../../webhooks/http/egress-proxy.ts'

const read = (webhookProxyUrl: string) => readEgressProxy({ webhook_proxy_url: webhookProxyUrl })
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('the proxy for webhooks', () => {
  it('is not used if the setting is empty', () => {
    expect(read('')).toBeUndefined()
  })

  it.each([
    ['http://proxy.internal:3128', false, 'proxy.internal', 3128, undefined],
    ['http://proxy.internal', false, 'proxy.internal', 80, undefined],
    ['https://proxy.internal/', true, 'proxy.internal', 443, undefined],
    ['http://[fd00::7]:3128', false, 'fd00::7', 3128, undefined],
    ['http://user:secret@10.0.0.7:3128', false, '10.0.0.7', 3128, basic('user:secret')],
    ['http://user:p%40ss%2Fw%25rd@10.0.0.7:3128', false, '10.0.0.7', 3128, basic('user:p@ss/w%rd')],
    ['http://token@10.0.0.7:3128', false, '10.0.0.7', 3128, basic('token:')],
  ])('is read from %s', (text, isTls, host, port, authorization) => {
    expect(read(text)).toEqual({ is_tls: isTls, host, port, authorization })
  })

  it.each([
    'proxy.internal:3128',
    'socks5://user:hunter2@proxy.internal:1080',
    'http://user:hunter2/@proxy.internal:3128',
    'http://user:12/hunter2@proxy.internal:3128',
    'http://user:hunter2%zz@proxy.internal:3128',
    'http://user:secret@proxy.internal:3128/?hunter2',
    'http://user:secret@proxy.internal:3128/#hunter2',
    'http://user:secret@proxy.internal:3128/hunter2',
  ])('is refused with the name of its setting, without its value: %s', (text) => {
    const refusal = expect.objectContaining({
      code: 'setting_invalid',
      message: expect.stringMatching(/^WEBHOOK_PROXY_URL must be (?!.*hunter2)/),
    })
    expect(() => read(text)).toThrow(refusal)
  })
})
