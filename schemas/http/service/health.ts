import { Type } from 'typebox'
import { Closed, Instant, OrNull, Text } from '../fields.ts'

export const Health = Closed({ status: Type.Literal('ok') })

const Check = Closed({ ok: Type.Boolean({ examples: [true] }), detail: Type.Optional(Text), since: Instant })
export const Readiness = Closed({
  status: Type.Enum(['ready', 'degraded', 'not_ready']),
  checked_at: Instant,
  checks: Closed({ postgres: Check, redis: Check, read_schema: Check, projections: Check, relay: Check }),
  read_schema: OrNull(Text),
  watermark: OrNull(Instant),
})
