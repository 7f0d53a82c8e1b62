import { html, type Markup, type Written } from '../html/html.ts'
import { notice, words, writtenList } from '../html/pieces.ts'
import { type Body, sessionForm, type Viewer } from '../html/shell.ts'

/** An account in which the person who signs in is a user. */
export type Choice = { readonly user_id: number; readonly account: string; readonly role: string }

/** The page on which a person signs in. The token is sent in a form, so it stands in no address. */
export const signInBody = (failure?: string): Body => ({
  title: 'Sign in',
  content: html`${failure !== undefined && notice(failure, 'bad')}
<form method="post" action="/console/sign-in/mail"><div class="fields">
<div><label for="email">Mail address</label><input id="email" name="email" type="email" required maxlength="254" autocomplete="email"></div>
<p class="act"><button>Send me a link</button></p></div></form>
<h2>With a token</h2>
<form method="post" action="/console/sign-in"><div class="fields">
<div><label for="token">API token</label><input id="token" name="token" type="password" required maxlength="200" autocomplete="current-password"></div>
<p class="act"><button>Sign in</button></p></div></form>
<p class="soft">The person who runs the service invites you, or gives you a token. On a machine where <code>npm start</code> runs, <code>cat .stack/demo-token</code> prints one.</p>
<p class="soft">The console can do what you or the token may do and no more. The session ends after twelve hours without use.</p>`,
})

/** The same for every address. */
export const askedBody: Body = {
  title: 'Look into your mail',
  content: html`${notice('If this address is a user of an account, a mail with a link is on its way.')}
<p>Open the link in this browser within 15 minutes. It works once.</p>
<p><a href="/console/sign-in">Back</a></p>`,
}

/** Opening a link does nothing, because programs open links of mails too. */
const buttonBody = (title: string, text: string, button: string): Body => ({
  title,
  content: html`<p>${text}</p><form method="post"><button>${button}</button></form>`,
})
export const linkBody = buttonBody('Sign in', 'Press the button to sign in.', 'Sign in')
export const invitationBody = buttonBody(
  'Accept the invitation',
  'Press the button to become a user of the account that invited you, and to sign in.',
  'Accept',
)

/** One answer for every reason. */
export const invalidLinkBody: Body = {
  title: 'This link does not work',
  content: html`${notice('It was used before, it is too old, it was withdrawn, or another browser asked for it.', 'bad')}
<p>Ask for a new one: <a href="/console/sign-in">sign in</a>.</p>`,
}

const buttons = (choices: readonly Choice[]): Markup =>
  html`${choices.map(
    ({ user_id, account, role }) =>
      html`<p><button name="user" value="${user_id}">${account}</button> ${words(role)}</p>`,
  )}`

/** The link is used by the choice. */
export const choiceBody = (choices: readonly Choice[]): Body => ({
  title: 'Choose an account',
  content: html`<form method="post">${buttons(choices)}</form>`,
})

export const changeBody = (viewer: Viewer, choices: readonly Choice[]): Body => ({
  title: 'Your accounts',
  content:
    choices.length === 0
      ? notice('A token belongs to one account. Sign in with your mail address to use another.')
      : sessionForm(viewer, '/console/sign-in/accounts', buttons(choices)),
})

export const refusalBody = (title: string, detail: string, written: Written = {}): Body => ({
  title,
  content: html`${notice(detail, 'bad')}${writtenList(written)}<p><a href="/console">Back to bills</a></p>`,
})

/** Nobody should have to write a text again. */
export const endedBody = (written: Written): Body => ({
  title: 'Your session has ended',
  content: html`${notice('Nothing was saved. Copy what you wrote, and sign in again.', 'bad')}${writtenList(written)}
<p><a href="/console/sign-in">Sign in</a></p>`,
})
