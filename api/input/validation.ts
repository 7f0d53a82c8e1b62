import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifySchemaCompiler } from 'fastify'
import type { ValueSchema } from './accepted-values.ts'

type Values = Record<string, unknown>

/**
 * Validates requests. JSON has types, so its values are not converted. A path and a query have only texts: numbers and
 * booleans in their plain form are converted, but not `1e3`, `0x10` or ` 1`.
 */
export function createValidation(): FastifySchemaCompiler<object> {
  return ({ schema, httpPart }) => {
    const validate = compiledOnDemand(() => compiledOnce(schema))
    return httpPart === 'body'
      ? ofBody(validate, schema as ValueSchema)
      : ofTexts(validate, schema as ValueSchema)
  }
}

// A fault names the value and the schema that it does not fit, because the refusal needs both.
const ajv = new Ajv2020({ strict: false, allErrors: false, verbose: true })
const compiledByText = new Map<string, ValidateFunction>()

/** Many routes have equal schemas. */
function compiledOnce(schema: object): ValidateFunction {
  const text = JSON.stringify(schema)
  const compiled = compiledByText.get(text) ?? ajv.compile(JSON.parse(text) as object)
  compiledByText.set(text, compiled)
  return compiled
}

/**
 * A validator that is compiled for its first request. Compiling those of all routes takes half of the time in which an
 * API starts.
 */
function compiledOnDemand(compile: () => ValidateFunction): ValidateFunction {
  let compiled: ValidateFunction | undefined
  const validate = (value: unknown) => {
    compiled ??= compile()
    const answer = compiled(value)
    validate.errors = compiled.errors
    return answer
  }
  validate.errors = undefined as ValidateFunction['errors']
  return validate as unknown as ValidateFunction
}

/** If a body has no required members, it may be missing. */
function ofBody(
  validate: ValidateFunction,
  { type, required = [], minProperties }: ValueSchema,
): ValidateFunction {
  if (type !== 'object' || required.length > 0 || minProperties !== undefined) return validate
  return checking(validate, (body) => (body === undefined || body === null ? { value: {} } : validate(body)))
}

function ofTexts(validate: ValidateFunction, { properties = {} }: ValueSchema): ValidateFunction {
  const typed = Object.entries(properties).flatMap(([name, { type }]) => {
    const read = readers[String(type)]
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

/** Makes a validator that returns the result of `check` with the faults of `validate`. */
function checking(validate: ValidateFunction, check: (value: unknown) => unknown): ValidateFunction {
  const checked = (value: unknown) => {
    const answer = check(value)
    checked.errors = validate.errors
    return answer
  }
  checked.errors = undefined as ValidateFunction['errors']
  return checked as unknown as ValidateFunction
}

/**
 * Other texts stay texts, and so does a number that would be rounded, because a refusal shows the sent value.
 */
function wholeNumber(text: string): unknown {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : text
}
/** In digits, with or without a decimal point. */
const decimal = (text: string): unknown => (/^-?\d{1,16}(?:\.\d{1,20})?$/.test(text) ? Number(text) : text)
const truthValue = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text)

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  integer: wholeNumber,
  number: decimal,
  boolean: truthValue,
}
