import type { ActionClass } from '../../../../schemas/vocabulary/vocabulary.ts'
import type { LegiscanStatus } from '../fields/legiscan-status.ts'

/**
 * LegiScan derives a bill's progress from its history. This gives each event the class of the action behind
 * it. 0 means nothing.
 */
export const classOfProgress: Readonly<Record<Exclude<LegiscanStatus, 0>, ActionClass>> = {
  1: 'introduction',
  2: 'passage',
  3: 'enrolled',
  4: 'became-law',
  5: 'executive-veto',
  6: 'failure',
  7: 'veto-override-passage',
  8: 'became-law',
  9: 'referral-committee',
  10: 'committee-passage-favorable',
  11: 'committee-passage-unfavorable',
  12: 'filing',
}

/** Classes that mean the same for a bill's progress as the class of an event. */
export const meansTheSame: Readonly<Partial<Record<ActionClass, readonly ActionClass[]>>> = {
  introduction: ['filing', 'reading-1', 'referral-committee'],
  enrolled: ['concurrence', 'executive-receipt', 'executive-signature', 'became-law', 'passage'],
  'became-law': ['executive-signature', 'passage'],
  'referral-committee': ['referral'],
  'committee-passage-favorable': ['committee-passage', 'reported-out-of-committee'],
  'committee-passage-unfavorable': ['committee-passage', 'reported-out-of-committee'],
  failure: ['committee-failure', 'withdrawal', 'deferral'],
  'executive-veto': ['executive-veto-line-item'],
  filing: ['introduction'],
}
