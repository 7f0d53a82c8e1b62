import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { acceptInvitation } from '../users/invitations.ts'
import { type Asker, accountsOf, askForLink, type Choice, openLink } from '../users/sign-in-links.ts'
import type { ConsoleSession, ConsoleSessions } from './sessions.ts'

export type SignedIn =
  | { readonly kind: 'signed-in'; readonly session: ConsoleSession }
  /** The link is not used yet: the person chooses an account first. */
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** The link was used, is too old, was withdrawn, or another browser asked for it. */
  | { readonly kind: 'invalid' }

/** Sign-in of users, by links of mails. */
export type MailSignIn = {
  /** Returns the secret of the browser, for its cookie. The answer is the same for every address. */
  ask(email: string, asker: Asker): Promise<string>
  open(link: { readonly token: string; readonly browser: string }, userId?: number): Promise<SignedIn>
  accept(token: string): Promise<SignedIn>
  /** The accounts of the address that is signed in; none for a token. */
  accountsOf(session: ConsoleSession): Promise<readonly Choice[]>
  /** A session in another account of the same address. Undefined if it is none. */
  change(session: ConsoleSession, userId: number): Promise<ConsoleSession | undefined>
}

export function createMailSignIn(parts: {
  readonly database: Database
  readonly sessions: ConsoleSessions
  readonly clock: Clock
  readonly console_origin: string
}): MailSignIn {
  const { database, sessions, clock, console_origin } = parts

  async function startAs(userId: number): Promise<SignedIn> {
    const session = await sessions.startAs(userId)
    return session === undefined ? { kind: 'invalid' } : { kind: 'signed-in', session }
  }

  async function ownAccounts({ account: { caller } }: ConsoleSession): Promise<readonly Choice[]> {
    return caller.kind === 'token' ? [] : accountsOf(database, { user_id: caller.id })
  }

  return {
    ask: (email, asker) => askForLink(database, email, { asker, console_origin, now: clock.now() }),

    async open(link, userId) {
      const opened = await openLink(database, link, { now: clock.now(), userId })
      return opened.kind === 'signed-in' ? startAs(opened.user.user_id) : opened
    },

    async accept(token) {
      const accepted = await acceptInvitation(database, token, clock.now())
      return accepted === undefined ? { kind: 'invalid' } : startAs(accepted.user_id)
    },

    accountsOf: ownAccounts,

    async change(session, userId) {
      const choices = await ownAccounts(session)
      return choices.some(({ user_id }) => user_id === userId) ? sessions.startAs(userId) : undefined
    },
  }
}
