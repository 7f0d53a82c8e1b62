import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Log } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import { createLookupWorld, emitOfficial, type LookupWorld } from '../api/lookup-world.ts'
import { foundIn, notFound } from '../fakes/known-places.ts'

export const SITE = 'https://www.alpha.example'
export const MATCHING = '1 Capitol Way, Olympia, WA'

/** An API with bills, officials and widgets of an account. Only the address `MATCHING` is known. */
export type WidgetWorld = LookupWorld & {
  readonly token: string
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, token?: string): Answer
  /** A new widget of the account, with a form or a type of its own if it is given. */
  make(more?: object, token?: string): Promise<MadeWidget>
  /** A sign-up by a visitor who took the time to read the form. */
  signUp(widget: MadeWidget, email: string, more?: object): Answer
  /** The tokens in the links of mails that wait to be sent to an address, the last one last. */
  linksTo(email: string): Promise<string[]>
  /** Signs up and presses the button of the link. */
  confirmed(widget: MadeWidget, email: string, more?: object): Promise<void>
  /** A request of a visitor, without a token. */
  visit(url: string, options?: InjectOptions): Answer
}
type Answer = Promise<LightMyRequestResponse>
export type MadeWidget = {
  readonly id: number
  readonly token: string
  readonly url: string
  readonly embed: string
}

export async function createWidgetWorld(
  options: { settings?: Partial<Settings>; log?: Log } = {},
): Promise<WidgetWorld> {
  const world = await createLookupWorld(
    (input) =>
      'address' in input && input.address === MATCHING
        ? foundIn('wa', ['sldl:22', 'sldu:22'])
        : notFound('not_found'),
    options,
  )
  const { story, projected, api } = world
  emitOfficial(story, 'Ada Senator', [{ in: 'wa', division: 'wa/sldu:22', chamber: 'upper', type: 'upper' }])
  await projected.apply(story.take())
  const scopes: Scope[] = ['read', 'find_your_rep', 'sheets', 'leads']
  const token = await api.issue({ account: 'alpha', tier: 'free', scopes })

  const call: WidgetWorld['call'] = (method, url, payload, as = token) =>
    api.get(url, {
      method,
      headers: { authorization: `Bearer ${as}` },
      ...(payload === undefined ? {} : { payload }),
    })
  const visit: WidgetWorld['visit'] = (url, given = {}) => api.app.inject({ method: 'GET', url, ...given })

  const signUp: WidgetWorld['signUp'] = async (widget, email, more = {}) => {
    const { form } = (await visit(`${widget.url}/leads`)).json()
    world.clock.advance(3_000)
    const payload = { email, consent: true, form, ...more }
    return visit(`${widget.url}/leads`, { method: 'POST', payload })
  }

  async function linksTo(email: string): Promise<string[]> {
    const { rows } = await world.test.database.query<{ body: string }>(
      'SELECT body FROM account.mail WHERE recipient = $1 ORDER BY id',
      [email],
    )
    return rows.map(({ body }) => /\/leads\/confirm\/(\w+)/.exec(body)![1]!)
  }

  return {
    ...world,
    token,
    call,
    visit,
    signUp,
    linksTo,
    async confirmed(widget, email, more) {
      const answer = await signUp(widget, email, more)
      if (answer.statusCode !== 202) throw new Error(answer.body)
      const link = (await linksTo(email)).at(-1)
      const done = await visit('/v1/leads/confirm', { method: 'POST', payload: { token: link } })
      if (done.statusCode !== 200) throw new Error(done.body)
    },
    async make(more = {}, as = token) {
      const request = {
        type: 'bill-grid',
        name: 'Our bills',
        origins: [SITE],
        ...('type' in more ? {} : { shows: { search: { jurisdiction: 'wa' } } }),
        ...more,
      }
      const answer = await call('POST', '/v1/widgets', request, as)
      if (answer.statusCode !== 201) throw new Error(answer.body)
      const { id, token: secret, type } = answer.json()
      return { id, token: secret, url: `/v1/widgets/${type}/${secret}`, embed: `/embed/${type}/${secret}` }
    },
  }
}

/** A form to sign up. */
export const LEADS = {
  heading: 'Stay informed',
  consent_text: 'You may send me news about these bills.',
  questions: ['Which bill?', 'Why?'],
} as const
