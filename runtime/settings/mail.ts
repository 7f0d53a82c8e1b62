import type { Definition } from './definition.ts'

/** Mails to people who sign up, and how long their contacts are kept. */
export const mailSettings = {
  smtp_url: {
    env: 'SMTP_URL',
    kind: 'secret',
    default: '',
    does: 'Mail server, such as smtps://user:password@mail.example.org; empty: mails are written to LEGISLOG_HOME/mail',
  },
  mail_from: {
    env: 'MAIL_FROM',
    kind: 'text',
    default: 'legislog <no-reply@localhost>',
    does: 'Sender of mails',
  },
  console_origin: {
    env: 'CONSOLE_ORIGIN',
    kind: 'url',
    default: '',
    does: 'Origin of the console in mails, such as https://app.example.org; empty: the address at which the API listens',
  },
  audit_keep_days: {
    env: 'AUDIT_KEEP_DAYS',
    kind: 'integer',
    between: [30, 36_500],
    default: '400',
    does: 'Days after which an entry of the audit log of an account is deleted',
  },
  leads_a_day: {
    env: 'LEADS_A_DAY',
    kind: 'integer',
    between: [1, 1_000_000],
    default: '500',
    does: 'Most sign-ups through one widget in a day (UTC)',
  },
  lead_confirm_days: {
    env: 'LEAD_CONFIRM_DAYS',
    kind: 'integer',
    between: [1, 60],
    default: '7',
    does: 'Days after which a sign-up that was not confirmed is deleted',
  },
  lead_keep_days: {
    env: 'LEAD_KEEP_DAYS',
    kind: 'integer',
    between: [1, 36_500],
    default: '730',
    does: 'Days after which the contact of a lead is deleted',
  },
} as const satisfies Record<string, Definition>
