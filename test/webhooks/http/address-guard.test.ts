import { describe, expect, it } from 'vitest'
import { createAddressGuard, type Resolver } from '../../../webhooks/http/address-guard.ts'

const strict = createAddressGuard({ allow_insecure: false })
const trial = createAddressGuard({ allow_insecure: true })

function answering(...addresses: string[]): Resolver {
  return (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
}

function lookUp(resolver: Resolver, all = true): Promise<unknown> {
  const guard = createAddressGuard({ allow_insecure: false, resolver })
  return new Promise((done, fail) =>
    guard.lookup('hooks.example.com', { all }, (error, address) => (error ? fail(error) : done(address))),
  )
}

describe('the address of an endpoint', () => {
  it.each([
    'https://example.com/hook?x=1',
    'https://hooks.example.com:8443/a',
    'https://hooks.example.com:9000/',
    'https://example.com./hook',
    'https://xn--n3h.com/',
    'https://straße.example/',
    'https://my_hooks.example.com/',
    `https://${'a'.repeat(63)}.com/`,
  ])('can be %s', (url) => {
    expect(strict.checkUrl(url).protocol).toBe('https:')
  })

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://user:word@example.com/',
    'https://user@example.com/',
    'https://example.com/#part',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:6000/',
    'example.com/hook',
    'https://localhost../',
    'https://api.localhost../',
    'https://localhost%2e%2e/',
    'https://localhost。。/',
    'https://example.com../',
    'https://.example.com/',
    'https://a..example.com/',
    'https://-a.example.com/',
    'https://a-.example.com/',
    'https://*.example.com/',
    'https://a(b.example.com/',
    'https://xn--.com/',
    'https://xn--a.com/',
    'https://example.123/',
    `https://${'a'.repeat(64)}.com/`,
    `https://${`${'a'.repeat(62)}.`.repeat(4)}com/`,
    '',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('cannot be %s', (url) => {
    expect(() => strict.checkUrl(url)).toThrow(expect.objectContaining({ code: 'endpoint_invalid' }))
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://0/',
    'https://8.8.8.8/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[2606:4700::1111]/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCAL%48OST./',
    'https://localhost。/',
    'https://localhost%2e/',
    'https://api.localhost/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://intranet/',
  ])('cannot be the private host %s', (url) => {
    expect(() => strict.checkUrl(url)).toThrow(expect.objectContaining({ code: 'blocked_address' }))
  })

  it('can be http on loopback, and nothing else private, if the setting for local trials is on', () => {
    expect(trial.checkUrl('http://127.0.0.1:9099/hook').port).toBe('9099')
    expect(trial.checkUrl('http://localhost:9099/hook').hostname).toBe('localhost')
    expect(trial.checkUrl('http://[::1]:9099/').hostname).toBe('[::1]')
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://intranet/', 'http://0.0.0.0/'])
      expect(() => trial.checkUrl(url)).toThrow(expect.objectContaining({ code: 'blocked_address' }))
  })
})

describe('the addresses of a name', () => {
  it('are passed on as they were checked', async () => {
    expect(await lookUp(answering('8.8.8.8', '2606:4700::1111'))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(await lookUp(answering('8.8.8.8'), false)).toBe('8.8.8.8')
  })

  it('are refused together if one of them is not public', async () => {
    for (const addresses of [['8.8.8.8', '10.0.0.1'], ['8.8.8.8', 'fd00::1'], ['127.0.0.1'], []])
      await expect(lookUp(answering(...addresses))).rejects.toMatchObject({ code: 'blocked_address' })
  })

  it('are not shown to the caller', async () => {
    await expect(lookUp(answering('10.9.8.7'))).rejects.toThrow(/^(?!.*10\.9\.8\.7)/)
  })

  it('are checked when an endpoint is created, but a name that does not resolve yet is accepted', async () => {
    const inside = createAddressGuard({ allow_insecure: false, resolver: answering('192.168.0.9') })
    await expect(inside.checkName('example.com')).rejects.toMatchObject({ code: 'blocked_address' })
    const missing: Resolver = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    const later = createAddressGuard({ allow_insecure: false, resolver: missing })
    await expect(later.checkName('example.com')).resolves.toBeUndefined()
  })
})
