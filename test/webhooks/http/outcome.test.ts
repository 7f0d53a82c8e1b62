import { describe, expect, it } from 'vitest'
import { failureOf, outcomeOf } from '../../../webhooks/http/outcome.ts'

describe('the outcome of an answer', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'retry'],
    [302, 'retry'],
    [304, 'retry'],
    [307, 'retry'],
    [400, 'failed'],
    [401, 'failed'],
    [404, 'failed'],
    [408, 'failed'],
    [409, 'failed'],
    [410, 'gone'],
    [425, 'failed'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('with status %i is %s', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome)
  })
})

describe('the reported failure', () => {
  const coded = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code })

  it.each([
    [coded('ECONNREFUSED'), 'connection_refused', undefined],
    [coded('ECONNRESET'), 'connection_lost', undefined],
    [coded('UND_ERR_SOCKET', coded('ECONNRESET')), 'connection_lost', undefined],
    [coded('UND_ERR_HEADERS_OVERFLOW'), 'headers_too_large', undefined],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'timeout', undefined],
    [coded('ENOTFOUND'), 'name_not_resolved', undefined],
    [coded('CERT_HAS_EXPIRED'), 'tls_error', 'CERT_HAS_EXPIRED'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls_error', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls_error', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [Object.assign(new Error('x'), { name: 'HTTPParserError' }), 'answer_unreadable', undefined],
    [coded('UND_ERR_INVALID_ARG'), 'request_invalid', undefined],
    [coded('HPE_INVALID_CONSTANT'), 'answer_unreadable', undefined],
    [coded('HPE_HEADER_OVERFLOW'), 'headers_too_large', undefined],
    [coded('blocked_address'), 'blocked_address', undefined],
    [new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'connection_refused', undefined],
    ['a word', 'network_error', undefined],
  ])('uses our own words, never the text of the error', (error, failure, detail) => {
    expect(failureOf(error)).toEqual({ failure, detail })
  })
})
