import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const SECRETS = ['authorization', 'secret', 'token', 'password', 'address']

/**
 * One logger a process; parts take a child. Secrets never reach it: fields that carry them are redacted by name, and so
 * are the addresses that people look up. Requests are logged by their route, never by their URL.
 */
export function createLog(name: string, level: string, to: DestinationStream = pino.destination(2)): Log {
  return pino(
    {
      name,
      level,
      redact: [
        ...SECRETS,
        ...SECRETS.map((secret) => `*.${secret}`),
        'headers["idempotency-key"]',
        '*.headers.authorization',
        '*.headers["idempotency-key"]',
      ],
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to,
  )
}
