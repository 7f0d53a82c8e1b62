import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifySchemaCompiler } from 'fastify'
import type { ValueSchema } from './accepted-values.ts'

type Values = Record<string, unknown>

/**
 * How requests are checked. What comes as JSON has types of its own and is taken as it is; a path and a query have only
 * texts, of which whole numbers and truth values are made where they are written as such, and in no other way: not
 * `1e3`, `0x10` or ` 1`.
 */
export function createValidation(): FastifySchemaCompiler<object> {
  // A fault names the value and the schema that it does not fit: that is what a refusal is made of.
  const ajv = new Ajv2020({ strict: false, allErrors: false, verbose: true })
  return ({ schema, httpPart }) => {
    const validate = ajv.compile(schema)
    return httpPart === 'body'
      ? ofBody(validate, schema as ValueSchema)
      : ofTexts(validate, schema as ValueSchema)
  }
}

/** A body that need not hold anything need not be there either. */
function ofBody(
  validate: ValidateFunction,
  { type, required = [], minProperties }: ValueSchema,
): ValidateFunction {
  if (type !== 'object' || required.length > 0 || minProperties !== undefined) return validate
  return checking(validate, (body) => (body === undefined || body === null ? { value: {} } : validate(body)))
}

function ofTexts(validate: ValidateFunction, { properties = {} }: ValueSchema): ValidateFunction {
  const typed = Object.entries(properties).flatMap(([name, { type }]) => {
    const read = type === 'integer' ? wholeNumber : type === 'boolean' ? truthValue : undefined
    return read === undefined ? [] : [[name, read] as const]
  })
  return checking(validate, (input) => {
    const values = input as Values
    for (const [name, read] of typed) {
      const text = values[name]
      if (typeof text === 'string') values[name] = read(text)
    }
    return validate(values)
  })
}

/** A validator that answers what `check` answers, with the faults that `validate` found. */
function checking(validate: ValidateFunction, check: (value: unknown) => unknown): ValidateFunction {
  const checked = (value: unknown) => {
    const answer = check(value)
    checked.errors = validate.errors
    return answer
  }
  checked.errors = undefined as ValidateFunction['errors']
  return checked as unknown as ValidateFunction
}

/** Other texts stay texts, and so does a number that would be rounded: a refusal shows what was sent. */
function wholeNumber(text: string): unknown {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : text
}
const truthValue = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text)
