import type { Command } from 'commander'
import { findAccount } from '../../api/accounts/accounts.ts'
import { type Note, noteBy, OPERATOR } from '../../api/audit/audit-entry.ts'
import { provideAccount } from '../../api/audit/operator-changes.ts'
import { mailboxOf } from '../../api/mail/recipient.ts'
import { INVITATION_DAYS, invite } from '../../api/users/invitations.ts'
import { changeRole, listUsers, removeUser } from '../../api/users/users.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { consoleOrigin, publicOrigin } from '../../runtime/settings/api-origin.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type Role, roles } from '../../schemas/http/service/roles.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction, table } from '../output/answer.ts'

type Of = { account: string }

/** People who use an account in the console. Commands are of operators, who may give every role. */
export function registerUsers(program: Command): void {
  const users = program.command('users').description('people who use an account, and their roles')
  registerInvite(users)

  setAction<Of>(
    users.command('list').requiredOption('--account <name>').description('the users of an account'),
    ({ options }) =>
      withDatabase('users', async (database) => {
        const { id } = await findAccount(database, options.account)
        const found = await listUsers(database, id)
        const rows = found.map(({ id, email, role, signed_in_at }) => [
          ...[String(id), email, role, signed_in_at ?? '-'],
        ])
        return { text: table([['ID', 'ADDRESS', 'ROLE', 'LAST SIGN-IN'], ...rows]), json: { users: found } }
      }),
  )

  setAction<Of>(
    users
      .command('set-role')
      .argument('<address>')
      .argument('<role>', roles.join(', '))
      .requiredOption('--account <name>')
      .description('give a user another role; its sessions end'),
    ({ args, options }) =>
      withDatabase('users', async (database) => {
        const target = await targetOf(database, options.account, args[0]!)
        const user = await changeRole(
          database,
          target,
          roleOption(args[1]!),
          note(target.account_id, 'changeUser'),
        )
        return { text: `${user.email}: ${user.role}`, json: user }
      }),
  )

  setAction<Of>(
    users
      .command('remove')
      .argument('<address>')
      .requiredOption('--account <name>')
      .description('take a user out of the account; its sessions end'),
    ({ args, options }) =>
      withDatabase('users', async (database) => {
        const target = await targetOf(database, options.account, args[0]!)
        const user = await removeUser(database, target, note(target.account_id, 'removeUser'))
        return { text: `removed ${user.email}`, json: { id: user.id } }
      }),
  )
}

function registerInvite(users: Command): void {
  setAction<Of & { role: string }>(
    users
      .command('invite')
      .argument('<address>', 'mail address of the person')
      .requiredOption('--account <name>', 'name of the account; it is created if it does not exist')
      .option('--role <role>', roles.join(', '), 'owner')
      .description('invite a person by mail, and print the link once'),
    ({ args, options }) =>
      withDatabase('users', async (database, settings) => {
        const role = roleOption(options.role)
        const account = await provideAccount(database, options.account, undefined)
        const email = mailboxOf(args[0]!)
        const { link } = await invite(
          database,
          { account, email, role, invited_by: OPERATOR.shown, by_user: undefined, is_operator: true },
          {
            console_origin: consoleOrigin(settings),
            public_origin: publicOrigin(settings),
            now: new Date(),
            note: note(account.id, 'createInvitation'),
          },
        )
        return {
          text: `${link}\nThe link works once, for ${INVITATION_DAYS} days. A mail with it is on its way, unless the address wants no mails.`,
          json: { account: account.name, email, role, link },
        }
      }),
  )
}

async function targetOf(database: Database, accountName: string, address: string) {
  const account = await findAccount(database, accountName)
  const wanted = address.trim().toLowerCase()
  const user = (await listUsers(database, account.id)).find(({ email }) => email.toLowerCase() === wanted)
  if (user === undefined)
    throw new LegislogError('not_found', `${JSON.stringify(address)} is no user of ${accountName}`)
  return { account_id: account.id, id: user.id, is_operator: true }
}

const note = (account_id: number, action: 'changeUser' | 'createInvitation' | 'removeUser'): Note =>
  noteBy({ account_id, actor: OPERATOR, action })

function roleOption(word: string): Role {
  const role = roles.find((one) => one === word)
  if (role !== undefined) return role
  throw new LegislogError(
    'usage',
    `the role is ${JSON.stringify(word)}; it must be one of ${roles.join(', ')}`,
  )
}
