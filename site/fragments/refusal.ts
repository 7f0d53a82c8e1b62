import type { FastifyReply, FastifyRequest } from 'fastify'

/** Why a request of a visitor is not answered. */
export type Refusal = {
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>
}

/** What pages for visitors need of the API. */
export type VisitorParts = {
  /** Any error as something that people can read. It logs the failures of the service. */
  readonly refusalOf: (error: unknown, request: FastifyRequest) => Refusal
  /** Counts a request of the address of a visitor. Throws if there are too many in this minute. */
  readonly countVisitor: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}
