import { describe, expect, it } from 'vitest'
import type { ProblemError } from '../../../api/http/problem.ts'
import { refusedInput } from '../../../api/input/refused-input.ts'
import { createValidation } from '../../../api/input/validation.ts'
import { BillQuery } from '../../../schemas/http/bills/bill-parameters.ts'
import { SearchQuery } from '../../../schemas/http/service/search.ts'
import { RotationRequest, TokenRequest } from '../../../schemas/http/service/token.ts'
import { ResendBody } from '../../../webhooks/route-schemas/delivery-schemas.ts'
import { EndpointBody, EndpointPatch } from '../../../webhooks/route-schemas/endpoint-schemas.ts'
import { FollowBody } from '../../../webhooks/route-schemas/follow-schemas.ts'

const compile = createValidation()
type Part = 'body' | 'querystring' | 'params'

function refusalOf(schema: object, httpPart: Part, value: unknown): ProblemError | undefined {
  const validate = compile({ schema, method: 'POST', url: '/', httpPart })
  return validate(value) === true ? undefined : refusedInput(validate.errors ?? [], httpPart)
}
const endpoint = (change: object) => ({ url: 'https://example.org/hook', events: ['*'], ...change })

describe('the refusal of a body', () => {
  it.each<[string, object, unknown, string, string]>([
    [
      'is missing',
      EndpointBody,
      { events: ['*'] },
      '/url',
      'url is missing; it must be a text of at most 2048 characters.',
    ],
    [
      'is unknown',
      EndpointBody,
      endpoint({ color: 1 }),
      '/color',
      'color is not a member of the body; it takes url, events, description, filter, headers, secret, max_in_flight, rate_limit_per_s, ordering.',
    ],
    [
      'is unknown in a nested object',
      EndpointBody,
      endpoint({ filter: { juristiction: ['wa'] } }),
      '/filter/juristiction',
      'filter.juristiction is not a member of filter; it takes bill_ids, jurisdictions, subjects, topic, followed.',
    ],
    [
      'is an empty list',
      EndpointBody,
      endpoint({ filter: { jurisdictions: [] } }),
      '/filter/jurisdictions',
      'filter.jurisdictions is []; it must not be empty.',
    ],
    [
      'is an empty list in a patch',
      EndpointPatch,
      { filter: { bill_ids: [] } },
      '/filter/bill_ids',
      'filter.bill_ids is []; it must not be empty.',
    ],
    [
      'holds only spaces',
      EndpointBody,
      endpoint({ filter: { subjects: ['Taxes', ' '] } }),
      '/filter/subjects/1',
      'filter.subjects[1] is " "; it must not be empty.',
    ],
    [
      'is not a list',
      EndpointBody,
      endpoint({ filter: { jurisdictions: 'wa' } }),
      '/filter/jurisdictions',
      'filter.jurisdictions is "wa"; it must be a list of 1 to 100 items.',
    ],
    [
      'is not in a closed list',
      TokenRequest,
      { scopes: ['reed'] },
      '/scopes/0',
      'scopes[0] is "reed"; it must be one of read, find_your_rep, webhooks, webhook_secrets, alerts, sheets, scorecards, leads, tokens, account, admin.',
    ],
    [
      'repeats a value',
      TokenRequest,
      { scopes: ['read', 'read'] },
      '/scopes',
      'scopes is ["read","read"]; it must name each value once.',
    ],
    [
      'is a number in a string',
      EndpointBody,
      endpoint({ max_in_flight: '4' }),
      '/max_in_flight',
      'max_in_flight is "4"; it must be a whole number from 1 to 20.',
    ],
    [
      'is too large',
      RotationRequest,
      { overlap_seconds: Number.POSITIVE_INFINITY },
      '/overlap_seconds',
      'overlap_seconds is Infinity; it must be a whole number from 0 to 604800.',
    ],
    [
      'is null',
      FollowBody,
      { bill_id: null },
      '/bill_id',
      'bill_id is null; it must be a whole number from 1.',
    ],
    [
      'may be null but is out of range',
      EndpointBody,
      endpoint({ rate_limit_per_s: 0 }),
      '/rate_limit_per_s',
      'rate_limit_per_s is 0; it must be a whole number from 1 to 1000 or null.',
    ],
    [
      'is not a boolean',
      ResendBody,
      { new_idempotency_key: 'yes' },
      '/new_idempotency_key',
      'new_idempotency_key is "yes"; it must be true or false.',
    ],
    [
      'has a name that needs escapes',
      EndpointBody,
      endpoint({ headers: { 'a/b~c': 5 } }),
      '/headers/a~1b~0c',
      'headers.a/b~c is not one that can be used; it must be a text.',
    ],
    [
      'is the body itself',
      EndpointPatch,
      [1],
      '',
      'The body is [1]; it must be an object with at least one of url, events, description, filter, headers, max_in_flight, rate_limit_per_s, ordering.',
    ],
    [
      'is the empty body',
      FollowBody,
      undefined,
      '',
      'The body is empty; it must be an object with one of bill_id, ocd_id.',
    ],
    [
      'must be the only one',
      FollowBody,
      { bill_id: 1, ocd_id: 'x' },
      '',
      'The body is {"bill_id":1,"ocd_id":"x"}; it must be an object with one of bill_id, ocd_id.',
    ],
  ])('names a member that %s, with its value and the allowed values', (_, schema, body, pointer, detail) => {
    const refusal = refusalOf(schema, 'body', body)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_body', message: detail })
    expect(refusal?.extras.errors).toEqual([{ pointer, detail }])
  })

  it('shows no secret, and at most one line of a long value', () => {
    const secret = refusalOf(EndpointBody, 'body', endpoint({ secret: 'whsec_'.repeat(99) }))
    expect(secret?.message).toBe(
      'secret is not one that can be used; it must be a text of at most 100 characters.',
    )
    const long = refusalOf(EndpointBody, 'body', endpoint({ description: 'x'.repeat(501) }))
    expect(long?.message.length).toBeLessThan(200)
  })

  it('does not happen if the body is missing and no member is required', () => {
    for (const schema of [TokenRequest, RotationRequest, ResendBody]) {
      const validate = compile({ schema, method: 'POST', url: '/', httpPart: 'body' })
      for (const none of [undefined, null]) expect(validate(none)).toEqual({ value: {} })
    }
  })
})

describe('the refusal of a parameter', () => {
  it.each([
    [
      'include=foo',
      'include is "foo"; it must be one or more of sponsors, actions, votes, versions, documents, committees, details, deleted, separated by commas.',
    ],
    [
      'include=',
      'include is ""; it must be one or more of sponsors, actions, votes, versions, documents, committees, details, deleted, separated by commas.',
    ],
    ['chamber=Senate', 'chamber is "Senate"; it must be one of upper, lower, legislature.'],
    ['subject=+', 'subject is " "; it must not be empty.'],
    ['jurisdiction=', 'jurisdiction is ""; it must not be empty.'],
    ['limit=1e309', 'limit is "1e309"; it must be a whole number from 1.'],
  ])('names the allowed values for %s', (query, detail) => {
    const values = Object.fromEntries(new URLSearchParams(query))
    const refusal = refusalOf(BillQuery, 'querystring', values)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_parameter', message: detail })
    expect(refusal?.extras.errors).toEqual([{ parameter: Object.keys(values)[0], detail }])
  })

  it('names the known parameters if the parameter is unknown', () => {
    expect(refusalOf(SearchQuery, 'querystring', { type: 'bill' })).toMatchObject({
      code: 'unknown_parameter',
      message:
        'type is not a parameter of this path; it takes q, kind, jurisdiction, year, updated_since, include, cursor, limit.',
    })
  })
})
