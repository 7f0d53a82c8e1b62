import { gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { LightMyRequestResponse } from 'fastify'
import type { Answer, ApiDocument, Operation } from '../../../api/openapi/types.ts'

/** Compares answers with the OpenAPI document, as a generated client would. */
export type Answers = {
  /** The difference between an answer and the document; undefined if there is none. */
  fault(operation: Operation, answer: LightMyRequestResponse): string | undefined
}

const textOf = ({ headers, rawPayload }: LightMyRequestResponse): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString('utf8')

export function createAnswers(document: ApiDocument): Answers {
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(document, 'api')
  const validators = new Map<object, ValidateFunction>()

  function validatorOf(schema: object): ValidateFunction {
    const checked = validators.get(schema)
    if (checked !== undefined) return checked
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')
    const made = ajv.compile(JSON.parse(text) as object)
    validators.set(schema, made)
    return made
  }

  const answerOf = (operation: Operation, status: number): Answer | undefined => {
    const declared =
      operation.responses?.[String(status)] ?? operation.responses?.[`${Math.floor(status / 100)}XX`]
    if (declared?.$ref === undefined) return declared
    return document.components?.responses?.[declared.$ref.split('/').at(-1)!]
  }

  return {
    fault(operation, answer) {
      const status = answer.statusCode
      if (status >= 500) return `${status} ${answer.body}`
      const declared = answerOf(operation, status)
      if (declared === undefined) return `${status} is not documented: ${answer.body.slice(0, 300)}`
      if (answer.headers['x-request-id'] === undefined) return 'there is no X-Request-Id'
      if (declared.content === undefined) return answer.body === '' ? undefined : `${status} has a body`
      const media = String(answer.headers['content-type']).split(';')[0]!
      const content = declared.content[media]
      if (content === undefined) return `${status} as ${media} is not documented`
      if (!/[/+]json$/.test(media) || content.schema === undefined) return undefined
      const body = JSON.parse(textOf(answer)) as { code?: string }
      const validate = validatorOf(content.schema)
      if (!validate(body))
        return `${ajv.errorsText(validate.errors).slice(0, 500)} in ${answer.body.slice(0, 500)}`
      if (status < 300) return undefined
      const codes = Object.keys(content.examples ?? {}).map((name) => name.replace(/_\d{3}$/, ''))
      return codes.includes(body.code ?? '') ? undefined : `${status} ${body.code} is not documented`
    },
  }
}
