import type { Definition } from './definition.ts'

/** Digests of alert subscriptions. */
export const alertSettings = {
  alert_mails_a_minute: {
    env: 'ALERT_MAILS_A_MINUTE',
    kind: 'integer',
    between: [1, 100_000],
    default: '120',
    does: 'Most digests that one process of legislog alerts mails to one provider (the domain of an address) in a minute',
  },
  alert_keep_days: {
    env: 'ALERT_KEEP_DAYS',
    kind: 'integer',
    between: [40, 36_500],
    default: '400',
    does: 'Days after which what a digest reported is deleted; older events of the log are reported to nobody',
  },
} as const satisfies Record<string, Definition>
