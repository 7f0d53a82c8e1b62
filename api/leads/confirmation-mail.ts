import { messageIdOf } from '../../runtime/mail/message-id.ts'
import { oneLine } from '../../runtime/mail/one-line.ts'

export type MailText = { readonly subject: string; readonly body: string; readonly message_id: string }

type Asked = { readonly account: string; readonly consent_text: string }

/**
 * The mail that asks to confirm a sign-up. It has nothing that the visitor typed, so that nobody can send words of their own
 * to others. Its Message-ID comes from its token, so a mail that goes out twice is recognized.
 */
export function confirmationMail({ account, consent_text }: Asked, token: string, origin: string): MailText {
  const name = oneLine(account)
  return {
    subject: `Please confirm your sign-up with ${name}`,
    message_id: messageIdOf(`mail ${token}`, origin),
    body: `Somebody entered this mail address in a form of ${name} and agreed to this:

${consent_text.replaceAll(/^/gm, '> ')}

If it was you, confirm it here:
${origin}/leads/confirm/${token}

If it was not you, do nothing: the entry is deleted within days.
If you want no more mails like this from anybody who uses this service:
${origin}/leads/stop/${token}
`,
  }
}
