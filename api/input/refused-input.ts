import type { FastifySchemaValidationError } from 'fastify'
import { namesIn, pointerTo } from '../../schemas/http/json-pointer.ts'
import { NOT_BLANK } from '../../schemas/http/not-blank.ts'
import { type ProblemError, problem } from '../http/problem.ts'
import { acceptedValues, shownValue, type ValueSchema } from './accepted-values.ts'

/** A fault as the validators of `validation.ts` give it: with the value, and the schema that it does not fit. */
type Fault = FastifySchemaValidationError & { readonly data?: unknown; readonly parentSchema?: ValueSchema }

/**
 * The answer to a request that was refused. It names the part that was refused, its value and the values that are accepted.
 * If the request is private, it shows no value, and no name that the caller chose.
 */
export function refusedInput(
  validation: readonly FastifySchemaValidationError[],
  context: string | undefined,
  options: { readonly is_private: boolean } = { is_private: false },
): ProblemError {
  // If a value fits none of several shapes, the last fault names all of them.
  const fault: Fault = validation.at(-1)!
  if (context === 'params') return refusedId(fault)
  if (options.is_private) return refusedPrivately(fault, context === 'body')
  return context === 'body' ? refusedMember(fault) : refusedParameter(fault)
}

function refusedPrivately(fault: Fault, isBody: boolean): ProblemError {
  const hidden = withoutValue(fault)
  if (typeof fault.params.additionalProperty !== 'string')
    return isBody ? refusedMember(hidden) : refusedParameter(hidden)
  const names = namesOf(fault)
  const owner = names.length === 0 ? 'The body' : dotted(names)
  if (isBody) return invalidBody(names, `${owner} has an unknown member${taken(fault, 'no members')}.`)
  const detail = `A parameter is unknown${taken(fault, 'no parameters')}. Write & in a value as %26.`
  return problem(400, 'unknown_parameter', detail, { errors: [{ detail }] })
}

const withoutValue = (fault: Fault): Fault => ({
  ...fault,
  parentSchema: { ...fault.parentSchema, writeOnly: true },
})

function refusedId(fault: Fault): ProblemError {
  const name = namesOf(fault).join('.')
  const wanted = fault.parentSchema?.type === 'string' ? 'a whole number or an ocd_id' : undefined
  const isKey = fault.keyword === 'pattern'
  const taken = isKey || wanted === undefined ? acceptedValues(fault.parentSchema ?? {}) : wanted
  return problem(400, 'invalid_id', `${name} is ${shownValue(fault.data)}; it must be ${taken}.`)
}

function refusedParameter(fault: Fault): ProblemError {
  const unknown = fault.params.additionalProperty
  if (typeof unknown === 'string') {
    const detail = `${unknown === '' ? '""' : unknown} is not a parameter of this path${taken(fault, 'no parameters')}.`
    return problem(400, 'unknown_parameter', detail, { errors: [{ parameter: unknown, detail }] })
  }
  const parameter = namesOf(fault)[0] ?? String(fault.params.missingProperty ?? '')
  const detail = sentence(parameter, fault)
  return problem(400, 'invalid_parameter', detail, { errors: [{ parameter, detail }] })
}

function refusedMember(fault: Fault): ProblemError {
  const names = namesOf(fault)
  const unknown = fault.params.additionalProperty
  if (typeof unknown === 'string') {
    const owner = names.length === 0 ? 'the body' : dotted(names)
    return invalidBody(
      [...names, unknown],
      `${dotted([...names, unknown])} is not a member of ${owner}${taken(fault, 'no members')}.`,
    )
  }
  const missing = fault.params.missingProperty
  const named = typeof missing === 'string' ? [...names, missing] : names
  return invalidBody(named, sentence(named.length === 0 ? 'The body' : dotted(named), fault))
}

/**
 * Makes the error for an invalid member of the body, for rules that a schema cannot express. `names` is its
 * path.
 */
export function invalidBody(names: readonly (string | number)[], detail: string, status = 400): ProblemError {
  return problem(status, 'invalid_body', detail, { errors: [{ pointer: pointerTo(names), detail }] })
}

function sentence(name: string, { keyword, params, data, parentSchema = {} }: Fault): string {
  if (keyword === 'required') {
    const missing = parentSchema.properties?.[String(params.missingProperty)]
    return `${name} is missing${missing === undefined ? '' : `; it must be ${acceptedValues(missing)}`}.`
  }
  if (data === undefined || (data === null && name === 'The body'))
    return `${name} is empty; it must be ${acceptedValues(parentSchema)}.`
  const value = parentSchema.writeOnly === true ? 'not one that can be used' : shownValue(data)
  return `${name} is ${value}; it must ${wantedBy(keyword, parentSchema)}.`
}

function wantedBy(keyword: string, schema: ValueSchema): string {
  if (keyword === 'minLength' && schema.minLength === 1) return 'not be empty'
  if (keyword === 'pattern' && schema.pattern === NOT_BLANK) return 'not be empty'
  if (keyword === 'minItems' && schema.minItems === 1) return 'not be empty'
  if (keyword === 'uniqueItems') return 'name each value once'
  return `be ${acceptedValues(schema)}`
}

function taken({ parentSchema }: Fault, none: string): string {
  const names = Object.keys(parentSchema?.properties ?? {})
  return `; it takes ${names.length === 0 ? none : names.join(', ')}`
}

const namesOf = ({ instancePath }: Fault): string[] => namesIn(instancePath)

/** `filter.bill_ids[0]`, as programs write it. */
const dotted = (names: readonly string[]): string =>
  names.reduce(
    (path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : `${path}${path === '' ? '' : '.'}${name}`),
    '',
  )
