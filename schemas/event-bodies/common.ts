import { type TProperties, Type } from 'typebox'

/**
 * The pieces that every event schema is built of. Readers accept unknown properties, since an older reader must accept
 * a newer writer.
 */

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** The closed word lists are documentation here, not validation: a new word must not break an old reader. */
export const Word = (words: readonly string[], description: string) =>
  Type.String({ description: `${description} One of: ${words.join(', ')}.` })

export const DivisionId = Type.String({ description: 'ocd-division/country:us/state:wa' })
export const DateOnly = Type.String({ description: 'YYYY-MM-DD, local to the jurisdiction' })
export const DateOrTime = Type.String({
  description: 'YYYY-MM-DD, or RFC 3339 with its offset, as printed: local to the jurisdiction',
})

export const Source = Type.Object({ url: Type.String(), note: Type.String() })
export const Link = Type.Object({ url: Type.String(), media_type: Type.String() })

/**
 * The fields of the bill that the dispatcher needs. Every bill.* and vote.* event has them. Never compared, not in
 * ce_id.
 */
export const BillContext = Type.Object({
  id: Nullable(Type.Integer()),
  ocd_id: Nullable(Type.String()),
  identifier: Nullable(Type.String()),
  jurisdiction: DivisionId,
  session: Type.String(),
  subjects: Nullable(Type.Array(Type.String(), { description: 'null where the bill has not been seen yet' })),
})

/** The body of every event: its entity's own ids, then one whole part. */
export const EventBody = <P extends TProperties>(part: P) =>
  Type.Object({ id: Type.Integer({ minimum: 1 }), ocd_id: Type.String(), ...part })

export const BillEventBody = <P extends TProperties>(part: P) => EventBody({ bill: BillContext, ...part })
