import type { FastifyReply } from 'fastify'

/** Adds a request header on which the answer depends. */
export function addVary(reply: FastifyReply, field: string): void {
  const given = reply.getHeader('vary')
  if (given === undefined) reply.header('vary', field)
  else if (!String(given).includes(field)) reply.header('vary', `${given}, ${field}`)
}
