import type { ChatPlay } from '../fakes/chat-server.ts'

/** A law, a quote of it, and a true sentence about it. */
export const LAW = 'A landlord shall return the deposit of a tenant within thirty (30) days.'
export const QUOTE = 'A landlord shall return the deposit of a tenant'
export const TRUTH = 'A landlord must return the deposit of a tenant within 30 days.'
/** What a model says of a bill whose first section is this law. */
export const answer = {
  sentences: [{ text: TRUTH, citations: [{ section: 's1', quote: QUOTE }] }],
  not_stated: ['penalty'],
}
export const honest: ChatPlay = { kind: 'says', content: answer, tokens: 100 }
