import { LegislogError } from '../../schemas/errors.ts'
import type { StoryService } from './story-service.ts'

/** Signs in at the console with the token of the account. Gives the cookie. */
export async function signIn({ origin, token }: StoryService): Promise<string> {
  const answer = await fetch(`${origin}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new LegislogError('service_failed', `the sign-in answers ${answer.status}`)
  return cookie
}

/** The cookie, as a browser takes it. */
export function cookieFor({ origin }: StoryService, cookie: string) {
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url: `${origin}/console` }
}
