import { messageIdOf } from '../../runtime/mail/message-id.ts'
import { oneLine } from '../../runtime/mail/one-line.ts'
import type { Role } from '../../schemas/http/service/roles.ts'

type Asked = { readonly account: string; readonly role: Role; readonly expires_at: Date }
type Links = { readonly accept: string; readonly stop: string }

/**
 * The mail that invites somebody. The only text that the inviting account chose is its name. Its Message-ID comes from its
 * link, so a mail that goes out twice is recognized.
 */
export function invitationMail({ account, role, expires_at }: Asked, { accept, stop }: Links) {
  const name = oneLine(account)
  return {
    subject: `${name} invites you to legislog`,
    message_id: messageIdOf(`mail ${accept}`, accept),
    body: `${name} invites you to its account, as ${role}.

To accept, open this page and press its button, until ${expires_at.toISOString().slice(0, 10)}:
${accept}

The link works once. If you do not want it, do nothing.
If you want no more mails like this from anybody who uses this service:
${stop}
`,
  }
}
