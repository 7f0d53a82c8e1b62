import type { SmtpFault } from '../fakes/smtp-proxy.ts'

/**
 * What becomes of a mail. later: it is sent at the next attempt. twice: it is sent then too, and the server had it already.
 * given up: it is never sent. suppressed: its address gets no more mail either.
 */
export type SmtpOutcome = 'sent' | 'later' | 'twice' | 'given up' | 'suppressed'

export type SmtpCase = {
  readonly step: string
  readonly does: string
  readonly outcome: SmtpOutcome
  /** undefined: a test of its own, since no command is broken. */
  readonly fault?: SmtpFault
}

const WORDS = {
  close: 'closes the connection',
  stall: 'does not answer',
  cut: 'closes the connection in the middle',
} as const

const OUTCOMES: Readonly<Record<SmtpOutcome, string>> = {
  sent: 'sent',
  later: 'tried again',
  twice: 'tried again: the person gets it twice',
  'given up': 'given up',
  suppressed: 'given up, and the address is suppressed',
}

const GONE = '550 5.1.1 no such user'

/** Everything that a mail server may do: the tests and docs/alerts.md are made from this table. */
export const smtpCases: readonly SmtpCase[] = [
  { step: 'connection', does: 'does not listen', outcome: 'later' },
  ...at('greeting', [
    ['close', 'later'],
    ['stall', 'later'],
    ['421 busy', 'later'],
    ['554 no service', 'later'],
  ]),
  ...at('EHLO', [
    ['close', 'later'],
    ['stall', 'later'],
    ['421 busy', 'later'],
  ]),
  { step: 'TLS', does: 'has a certificate that nobody signed', outcome: 'later' },
  { step: 'TLS', does: 'speaks no TLS, and `SMTP_URL` is `smtps://`', outcome: 'later' },
  { step: 'login', does: 'answers `535 5.7.8 wrong password`', outcome: 'later' },
  ...at('MAIL', [
    ['close', 'later'],
    ['stall', 'later'],
    ['421 busy', 'later'],
    ['451 4.3.0 try later', 'later'],
    ['530 5.7.0 log in first', 'later'],
    ['550 5.7.1 sender refused', 'later'],
  ]),
  ...at('RCPT', [
    ['close', 'later'],
    ['stall', 'later'],
    ['421 busy', 'later'],
    ['451 4.7.1 greylisted', 'later'],
    ['452 4.2.2 mailbox full', 'later'],
    ['550 5.7.1 blocked by policy', 'given up'],
    ['552 5.2.2 mailbox full', 'given up'],
    [GONE, 'suppressed'],
    ['550 unknown', 'suppressed'],
  ]),
  ...at('DATA', [
    ['close', 'later'],
    ['stall', 'later'],
    ['421 busy', 'later'],
    ['451 4.3.0 try later', 'later'],
    ['554 5.7.1 refused', 'given up'],
  ]),
  ...at('text', [
    ['cut', 'later'],
    ['close', 'later'],
    ['stall', 'later'],
    ['421 busy', 'later'],
    ['451 4.7.1 try later', 'later'],
    ['552 5.3.4 too large', 'given up'],
    ['554 5.7.1 refused as spam', 'given up'],
    [GONE, 'given up'],
  ]),
  ...(['close', 'stall'] as const).map(
    (does): SmtpCase => ({
      step: 'text',
      does: `takes the mail, then ${WORDS[does]}`,
      outcome: 'twice',
      fault: { step: 'text', does, is_taken: true },
    }),
  ),
]

function at(
  step: SmtpFault['step'],
  rows: readonly (readonly [SmtpFault['does'], SmtpOutcome])[],
): SmtpCase[] {
  return rows.map(([does, outcome]) => ({ step, does: wordsOf(does), outcome, fault: { step, does } }))
}

function wordsOf(does: SmtpFault['does']): string {
  return does in WORDS ? WORDS[does as keyof typeof WORDS] : `answers \`${does}\``
}

/** The table as docs/alerts.md shows it: a row for each step and outcome. */
export function smtpTable(): string {
  const alike = Map.groupBy(smtpCases, ({ step, outcome }) => `| ${step} | ${OUTCOMES[outcome]} |`)
  const rows = [...alike.values()].map(
    (same) =>
      `| ${same[0]!.step} | ${same.map(({ does }) => does).join('; ')} | ${OUTCOMES[same[0]!.outcome]} |`,
  )
  return ['| at | the server | the mail is |', '|---|---|---|', ...rows].join('\n')
}
