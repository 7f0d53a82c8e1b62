import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codesOf, type RouteFacts, refusalsOf, statusesOf } from '../../../api/openapi/failures.ts'
import { projectFolder } from '../../../runtime/settings/settings.ts'
import { type ProblemCode, problemCodes } from '../../../schemas/http/problem.ts'

const facts: RouteFacts = {
  method: 'get',
  open: false,
  scope: 'read',
  checksQuery: true,
  is_private: false,
  problems: [],
}
const parameter = (name: string, place = 'query') => ({ name, in: place })

it('every error code has the statuses that docs/errors.md lists for it', async () => {
  const page = await readFile(join(projectFolder, 'docs', 'errors.md'), 'utf8')
  const [answers = ''] = page.split('## Commands and services')
  const documented = [...answers.matchAll(/^\| `(\w+)` \| ([\d, ]+) \|/gm)].map(([, code, listed]) => [
    code,
    listed!.split(',').map(Number),
  ])
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(Object.keys(problemCodes).map((code) => [code, statusesOf(code as ProblemCode)])),
  )
})

it('a collection may refuse its cursor or return resync_required', () => {
  const codes = codesOf({ parameters: [parameter('updated_since'), parameter('cursor')] }, facts)
  expect(codes).toEqual(expect.arrayContaining(['cursor_invalid', 'cursor_mismatch', 'resync_required']))
  expect(codes).not.toContain('not_found')
})

it('a route with an id may return invalid_id, not_found or moved', () => {
  const codes = codesOf({ parameters: [parameter('id', 'path')] }, facts)
  expect(codes).toEqual(expect.arrayContaining(['invalid_id', 'not_found', 'moved']))
  expect(codes).not.toContain('resync_required')
})

it('a route with a body may refuse the body, or return the codes that it declares', () => {
  const codes = codesOf(
    { requestBody: { content: {} } },
    { ...facts, method: 'post', scope: 'webhooks', problems: ['plan_required'] },
  )
  expect(codes).toEqual(
    expect.arrayContaining(['invalid_body', 'body_too_large', 'unsupported_media_type', 'plan_required']),
  )
})

it('an open route returns no error about tokens or rate limits', () => {
  const codes = codesOf({}, { ...facts, open: true, checksQuery: false })
  // Host is checked on every path.
  expect(codes).toEqual(['invalid_parameter', 'repeated_parameter', 'not_ready', 'timeout', 'internal'])
})

it('the refusals of a route are grouped by status, with an example of every code', () => {
  const [first, second] = refusalsOf(['unknown_parameter', 'invalid_id', 'not_found'])
  expect(first).toMatchObject({ status: '400', name: '400_unknown_parameter_invalid_id' })
  expect(Object.keys(first!.answer.content!['application/problem+json']!.examples!)).toEqual([
    'unknown_parameter',
    'invalid_id',
  ])
  expect(second).toMatchObject({ status: '404', name: '404_not_found' })
})
