import { type Logger, pino } from 'pino'

export type Log = Logger

/** One logger a process; parts take a child. Secrets never reach it: what carries them is redacted by name. */
export function createLog(name: string, level: string): Log {
  return pino(
    {
      name,
      level,
      redact: [
        'authorization',
        'headers.authorization',
        'req.headers.authorization',
        'secret',
        'token',
        '*.secret',
      ],
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination(2),
  )
}
