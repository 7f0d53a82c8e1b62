import { html } from '../html/html.ts'
import { notice } from '../html/pieces.ts'
import type { Body } from '../html/shell.ts'

/** The page on which a person signs in. The token is sent in a form, so it stands in no address. */
export const signInBody = (failure?: string): Body => ({
  title: 'Sign in',
  content: html`${failure !== undefined && notice(failure, 'bad')}
<form method="post" action="/console/sign-in"><div class="fields">
<div><label for="token">API token</label><input id="token" name="token" type="password" required maxlength="200" autocomplete="current-password"></div>
<p class="act"><button>Sign in</button></p></div></form>
<p class="soft">The console can do what the token may do and no more. The session ends after twelve hours without use, and when the token is revoked.</p>`,
})

export const refusalBody = (title: string, detail: string): Body => ({
  title,
  content: html`${notice(detail, 'bad')}<p><a href="/console">Back to bills</a></p>`,
})
