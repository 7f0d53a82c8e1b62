import type { FastifyReply } from 'fastify'
import { describe, expect, it } from 'vitest'
import { addPolicy, minutePolicy, quotaExceeded } from '../../../api/http/limits.ts'

/** The part of a reply that has headers. */
function replyOf(): { reply: FastifyReply; headers: Map<string, string> } {
  const headers = new Map<string, string>()
  const reply = {
    getHeader: (name: string) => headers.get(name),
    header: (name: string, value: string) => void headers.set(name, value),
  }
  return { reply: reply as unknown as FastifyReply, headers }
}

describe('the limits of an answer', () => {
  it('are named one after the other, each with what is left of it', () => {
    const { reply, headers } = replyOf()
    addPolicy(reply, minutePolicy('widget', 600, { remaining: 599, reset_s: 12 }))
    addPolicy(reply, minutePolicy('visitor', 60, { remaining: 0, reset_s: 12 }))
    expect(Object.fromEntries(headers)).toEqual({
      'ratelimit-policy': '"widget";q=600;w=60, "visitor";q=60;w=60',
      ratelimit: '"widget";r=599;t=12, "visitor";r=0;t=12',
    })
  })

  it('are named in the error of a caller who has used them up', () => {
    const error = quotaExceeded('rate_limited', 'Too many.', { policy: 'visitor', retry_after_s: 12 })
    expect([error.status, error.code, error.message]).toEqual([429, 'rate_limited', 'Too many.'])
    expect(error.extras).toEqual({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      headers: { 'retry-after': '12' },
      members: { 'violated-policies': ['visitor'] },
    })
  })
})
