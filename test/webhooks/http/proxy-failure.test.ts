import { describe, expect, it } from 'vitest'
import { timeoutError } from '../../../webhooks/http/outcome.ts'
import { blamedFor, ProxyError, type TunnelFailure } from '../../../webhooks/http/proxy-failure.ts'
import { createRecentTunnels } from '../../../webhooks/http/recent-tunnels.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'

const coded = (code: string) => Object.assign(new Error('http://user:hunter2@proxy'), { code })
const answered = (status: number): TunnelFailure => ({ at: 'answered', status })

describe('a tunnel that is not opened', () => {
  it.each<[string, TunnelFailure, 'nobody' | 'delivery', 'nobody' | 'delivery' | 'endpoint']>([
    ['the proxy is away', { at: 'reaching', error: coded('ECONNREFUSED') }, 'nobody', 'nobody'],
    ['the proxy does not answer', { at: 'reaching', error: timeoutError() }, 'nobody', 'nobody'],
    ['the proxy rejects our credentials', answered(407), 'nobody', 'nobody'],
    ['the proxy forbids the address', answered(403), 'delivery', 'delivery'],
    ['the proxy limits our rate', answered(429), 'delivery', 'delivery'],
    [
      'the proxy breaks the connection',
      { at: 'waiting', error: coded('ECONNRESET') },
      'delivery',
      'delivery',
    ],
    ['the proxy reaches nothing', answered(502), 'delivery', 'endpoint'],
    ['the proxy is out of order', answered(503), 'delivery', 'endpoint'],
    ['nothing arrives', { at: 'waiting', error: timeoutError() }, 'delivery', 'endpoint'],
  ])('is blamed on the right side if %s', (_why, failed, alone, whileOthersAreServed) => {
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
  ])('is reported in our own words', (failed, servesOthers, words) => {
    const error = new ProxyError(failed, servesOthers)
    expect(error).toMatchObject(words)
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('hunter2')
  })
})

describe('the recent tunnels of a proxy', () => {
  it('are those of the last ten seconds to other hosts', () => {
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
