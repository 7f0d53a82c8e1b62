import { asCaller } from '../access/inside-caller.ts'
import { createMailSignIn, type MailSignIn } from './mail-sign-in.ts'
import {
  type ConsoleSession,
  type ConsoleSessions,
  createConsoleSessions,
  formProofOf,
  isFormProof,
} from './sessions.ts'

/** What the console needs: sessions, and calls of the API as the person who is signed in. */
export type ConsoleAccess = {
  readonly sessions: ConsoleSessions
  readonly mails: MailSignIn
  readonly formProofOf: typeof formProofOf
  readonly isFormProof: typeof isFormProof
  /** Calls inside of `call` have the rights of the session and no more, and count as calls of its account. */
  as<T>(session: ConsoleSession, call: () => Promise<T>): Promise<T>
}

export function createConsoleAccess(
  parts: Parameters<typeof createConsoleSessions>[0] & { readonly console_origin: string },
): ConsoleAccess {
  const sessions = createConsoleSessions(parts)
  return {
    sessions,
    mails: createMailSignIn({ ...parts, sessions }),
    formProofOf,
    isFormProof,
    as: ({ account }, call) => asCaller(account, call),
  }
}
