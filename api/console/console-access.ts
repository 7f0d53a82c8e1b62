import { asHolder } from '../access/inside-caller.ts'
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
  readonly formProofOf: typeof formProofOf
  readonly isFormProof: typeof isFormProof
  /** Calls inside of `call` have the rights of the token of the session and no more, and count as its calls. */
  as<T>(session: ConsoleSession, call: () => Promise<T>): Promise<T>
}

export function createConsoleAccess(parts: Parameters<typeof createConsoleSessions>[0]): ConsoleAccess {
  return {
    sessions: createConsoleSessions(parts),
    formProofOf,
    isFormProof,
    as: ({ token_sha256 }, call) => asHolder(token_sha256, call),
  }
}
