import { messageIdOf } from '../../runtime/mail/message-id.ts'

/** The mail with the link to sign in. */
export const signInMail = (link: string) => ({
  subject: 'Sign in to legislog',
  message_id: messageIdOf(`mail ${link}`, link),
  body: `Somebody asked to sign in to legislog with this mail address.

If it was you, open this page in the same browser, within 15 minutes, and press its button:
${link}

The link works once. If it was not you, do nothing: nobody can sign in without this link.
`,
})
