/** The part of OpenAPI 3.1 that this folder reads and writes. */

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}
export type Media = { readonly schema?: Schema; readonly example?: unknown; readonly examples?: object }
export type Content = Readonly<Record<string, Media>>
export type Answer = {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Content
}
export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: object
}
export type Operation = {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content; readonly required?: boolean }
  readonly responses?: Readonly<Record<string, Answer>>
  readonly security?: readonly object[]
}
export type PathItem = Readonly<Record<string, Operation>>
export type ApiDocument = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly description?: string; readonly version: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths?: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Answer>>
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  } & Readonly<Record<string, object>>
}
