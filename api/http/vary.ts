import type { FastifyReply } from 'fastify'

/** Names one more request header that an answer depends on. */
export function addVary(reply: FastifyReply, field: string): void {
  const given = reply.getHeader('vary')
  if (given === undefined) reply.header('vary', field)
  else if (!String(given).includes(field)) reply.header('vary', `${given}, ${field}`)
}
