import type { FastifyReply } from 'fastify'

/** Names one more request header that an answer depends on. */
export function addVary(reply: FastifyReply, field: string): void {
  const given = String(reply.getHeader('vary') ?? '')
  const fields = given.split(',').map((word) => word.trim())
  if (fields.some((one) => one.toLowerCase() === field.toLowerCase())) return
  reply.header('vary', [...fields, field].filter((one) => one !== '').join(', '))
}
