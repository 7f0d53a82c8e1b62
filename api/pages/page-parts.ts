import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleAccess } from '../console/console-access.ts'
import type { prepareText } from '../http/prepared-answer.ts'
import type { PublishedScorecards } from '../read-model/scorecards/published-scorecards.ts'
import type { PublishedPages } from './published-pages.ts'

/** What pages for people are given when they are registered. */
export type PageParts = {
  readonly console: ConsoleAccess
  readonly stakeholderPages: PublishedPages
  readonly scorecards: PublishedScorecards
  readonly prepareText: typeof prepareText
  /** Counts a request of the address of a visitor. Throws 429 if there are too many in this minute. */
  readonly countVisitor: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Counts a form that sends a mail or reveals something, of which an address may send fewer. */
  readonly countForm: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** An error for people to read. */
  readonly refusalOf: (
    error: unknown,
    request: FastifyRequest,
  ) => {
    readonly status: number
    readonly title: string
    readonly detail: string
    readonly headers: Readonly<Record<string, string>>
  }
}
