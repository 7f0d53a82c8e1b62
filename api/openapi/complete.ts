import type { ProblemCode } from '../../schemas/http/problem.ts'
import { described, descriptionOf } from './descriptions.ts'
import { exampleOf, fallbackValue, ownerOf, usualValue, withExamples } from './examples.ts'
import { codesOf, failureExamples, headersNamed, type RouteFacts, refusalsOf } from './failures.ts'
import { components } from './head.ts'
import { mapOperations, withNamedSchemas } from './named-schemas.ts'
import type { Answer, ApiDocument, Content, Operation, Parameter, PathItem, Schema } from './types.ts'

/** The name under which the facts of a route pass through the document generator. */
export const FACTS = 'x-facts'

type RawOperation = Operation & { readonly [FACTS]?: Omit<RouteFacts, 'method'> }
const CLOSED: Omit<RouteFacts, 'method'> = {
  open: false,
  scope: 'read',
  checksQuery: true,
  is_private: false,
  problems: [],
}

/**
 * Completes the document of the routes with their common parts: refusals, headers, names, examples, webhooks.
 */
export function completed(raw: ApiDocument, webhooks: Readonly<Record<string, PathItem>>): ApiDocument {
  const responses: Record<string, Answer> = {}
  const codes = new Set<ProblemCode>()
  const shared = mapOperations(raw.paths ?? {}, (operation, _path, method) =>
    withShared(operation, method, { responses, codes }),
  )
  const hooks = Object.keys(webhooks).length === 0 ? {} : { webhooks }
  const named = withNamedSchemas({ ...raw, ...hooks, paths: shared })
  const schemas = Object.fromEntries(
    Object.entries(named.components?.schemas ?? {}).map(([name, schema]) => [
      name,
      withExamples(schema, { owner: ownerOf(name), name: '' }),
    ]),
  )
  return {
    ...named,
    paths: mapOperations(named.paths ?? {}, (operation) => withAnswerExamples(operation, schemas)),
    components: { ...components, responses, examples: failureExamples(codes), schemas },
  }
}

/** Components that several operations refer to, collected from all of them. */
type Shared = { readonly responses: Record<string, Answer>; readonly codes: Set<ProblemCode> }

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The request is done once in 24 hours (an address lookup: in an hour): a repeat with this key gets the first answer',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['3f1c8f0e-order-7'] },
}

function withShared(raw: Operation, method: string, shared: Shared): Operation {
  const { [FACTS]: declared = CLOSED, ...bare } = raw as RawOperation
  const operation =
    method === 'post' && !declared.open
      ? { ...bare, parameters: [...(bare.parameters ?? []), IDEMPOTENCY_KEY] }
      : bare
  const facts: RouteFacts = { ...declared, method }
  const codes = codesOf(operation, facts)
  const refusals = refusalsOf(codes)
  for (const code of codes) shared.codes.add(code)
  for (const { name, answer } of refusals) shared.responses[name] = answer
  const failures = refusals.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }])
  const answers = Object.entries(operation.responses ?? {})
    .filter(([status]) => !/^[45]XX$/.test(status))
    .map(([status, answer]) => [status, withHeaders(answer, status, operation, facts)] as const)
  return {
    ...operation,
    description: descriptionOf(operation, facts),
    ...(operation.parameters === undefined ? {} : { parameters: operation.parameters.map(withExample) }),
    security: facts.open ? [] : [{ bearer: [facts.scope] }, { apikey: [facts.scope] }],
    responses: {
      ...Object.fromEntries(answers),
      ...notModified(facts),
      ...Object.fromEntries(failures),
      ...own(answers),
    },
  }
}

/** Statuses that a route describes itself stay unchanged. */
const own = (answers: readonly (readonly [string, Answer])[]): Record<string, Answer> =>
  Object.fromEntries(answers.filter(([status]) => status >= '300'))

const notModified = ({ method, is_private }: RouteFacts): Record<string, Answer> =>
  method === 'get' && !is_private
    ? {
        304: {
          description: 'The content matches If-None-Match',
          headers: headersNamed(['X-Request-Id', 'ETag']),
        },
      }
    : {}

function withHeaders(answer: Answer, status: string, operation: Operation, facts: RouteFacts): Answer {
  const names = ['X-Request-Id']
  if (!facts.open) names.push('RateLimit', 'RateLimit-Policy')
  if (status === '200' && facts.method === 'get' && !facts.is_private) names.push('ETag')
  if (status === '201') names.push('Location')
  if (facts.method === 'post') names.push('Idempotency-Replayed')
  const takes = (name: string) => (operation.parameters ?? []).some((each) => each.name === name)
  if (takes('updated_since')) names.push('X-Sync-Through', 'Link')
  if (takes('cursor')) names.push('X-Page-Cut')
  const ownHeaders = Object.entries(answer.headers ?? {}).filter(([name]) => !(name in components.headers))
  return { ...answer, headers: { ...Object.fromEntries(ownHeaders), ...headersNamed(names) } }
}

function withExample(given: Parameter): Parameter {
  const parameter = described(given)
  const schema = parameter.schema
  // A cursor belongs to one request, so no example fits those of the other parameters.
  if (parameter.name === 'cursor') return parameter
  if (schema === undefined || parameter.example !== undefined || parameter.examples !== undefined)
    return parameter
  const example =
    schema.enum?.[0] ??
    schema.examples?.[0] ??
    usualValue(schema, { owner: parameter.in, name: parameter.name }) ??
    fallbackValue(schema)
  return example === undefined ? parameter : { ...parameter, example }
}

/** Gives each body a whole example, composed from those of its parts. */
function withAnswerExamples(operation: Operation, schemas: Readonly<Record<string, Schema>>): Operation {
  const shown = (content: Content): Content =>
    Object.fromEntries(
      Object.entries(content).map(([media, mediaType]) => [
        media,
        isBare(mediaType) ? exemplified(mediaType, schemas) : mediaType,
      ]),
    )
  const responses = Object.entries(operation.responses ?? {}).map(([status, answer]) => [
    status,
    answer.content === undefined ? answer : { ...answer, content: shown(answer.content) },
  ])
  const body = operation.requestBody
  return {
    ...operation,
    responses: Object.fromEntries(responses),
    ...(body?.content === undefined ? {} : { requestBody: { ...body, content: shown(body.content) } }),
  }
}

const isBare = (media: Content[string]): boolean =>
  media.example === undefined && media.examples === undefined && media.schema?.type !== 'string'

const exemplified = (media: Content[string], schemas: Readonly<Record<string, Schema>>): Content[string] =>
  media.schema === undefined
    ? media
    : { ...media, example: exampleOf(media.schema, { owner: '', name: '' }, schemas) }
