import { describe, expect, it } from 'vitest'
import { timeoutError } from '../../../webhooks/http/outcome.ts'
import { blamedFor, ProxyError, type TunnelFailure } from '../../../webhooks/http/proxy-failure.ts'
import { createRecentTunnels } from '../../../webhooks/http/recent-tunnels.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'

const coded = (code: string) => Object.assign(new Error('http://user:hunter2@proxy'), { code })
const answered = (status: number): TunnelFailure => ({ at: 'answered', status })

describe('a tunnel that is not opened', () => {
  it.each<[string, TunnelFailure, 'nobody' | 'delivery', 'nobody' | 'delivery' | 'endpoint']>([
    ['since the proxy is away', { at: 'reaching', error: coded('ECONNREFUSED') }, 'nobody', 'nobody'],
    ['since the proxy does not answer', { at: 'reaching', error: timeoutError() }, 'nobody', 'nobody'],
    ['since the proxy does not know us', answered(407), 'nobody', 'nobody'],
    ['since the proxy forbids it', answered(403), 'delivery', 'delivery'],
    ['since the proxy has enough of us', answered(429), 'delivery', 'delivery'],
    ['since the proxy breaks off', { at: 'waiting', error: coded('ECONNRESET') }, 'delivery', 'delivery'],
    ['since the proxy reaches nothing', answered(502), 'delivery', 'endpoint'],
    ['since the proxy is out of order', answered(503), 'delivery', 'endpoint'],
    ['since nothing comes', { at: 'waiting', error: timeoutError() }, 'delivery', 'endpoint'],
  ])('%s', (_why, failed, alone, whileOthersAreServed) => {
    expect(blamedFor(failed, false)).toBe(alone)
    expect(blamedFor(failed, true)).toBe(whileOthersAreServed)
  })

  it.each<[TunnelFailure, boolean, object]>([
    [answered(407), true, { failure: 'proxy_error', detail: 'status 407' }],
    [answered(502), false, { failure: 'proxy_error', detail: 'status 502' }],
    [answered(502), true, { failure: 'endpoint_unreachable', detail: 'status 502' }],
    [{ at: 'waiting', error: timeoutError() }, true, { failure: 'endpoint_unreachable', detail: 'timeout' }],
    [
      { at: 'reaching', error: coded('CERT_HAS_EXPIRED') },
      false,
      { failure: 'proxy_error', detail: 'tls_error: CERT_HAS_EXPIRED' },
    ],
  ])('is told in words of our own', (failed, servesOthers, words) => {
    const error = new ProxyError(failed, servesOthers)
    expect(error).toMatchObject(words)
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('hunter2')
  })
})

describe('the recent tunnels of a proxy', () => {
  it('cover the last ten seconds, and only other hosts', () => {
    const clock = createManualClock()
    const served = createRecentTunnels(clock)
    expect(served.servesOthersThan('a')).toBe(false)
    served.note('a')
    expect(served.servesOthersThan('a')).toBe(false)
    expect(served.servesOthersThan('b')).toBe(true)
    served.note('b')
    served.note('b')
    expect(served.servesOthersThan('a')).toBe(true)
    expect(served.servesOthersThan('b')).toBe(true)
    clock.advance(6_000)
    served.note('b')
    clock.advance(5_000)
    expect(served.servesOthersThan('a')).toBe(true)
    expect(served.servesOthersThan('b')).toBe(false)
  })
})
