import { hash } from 'node:crypto'
import { decode } from 'html-entities'
import { html, Markup, type Part, type Written } from './html.ts'
import { words, writtenList } from './pieces.ts'
import { CONSOLE_STYLE } from './style.ts'

/** Pages use their own style and send forms to the console, and nothing else from anywhere: no script at all. */
const CONSOLE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', CONSOLE_STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** The person who is signed in and sees a page. Each form sends `proof`. */
export type Viewer = {
  readonly account: string
  readonly scopes: readonly string[]
  readonly proof: string
  /** Undefined: a token signed in. */
  readonly user?: { readonly email: string; readonly role: string } | undefined
  /** The address of the page. Each form that changes something sends it, so that the page can be shown again. */
  readonly page?: string | undefined
  readonly refusal?: Refusal | undefined
}

/** A form that the API refused. Its page is shown again, with the reason and with what the person wrote. */
export type Refusal = {
  /** The address to which the form was sent. */
  readonly action: string
  /** What the fields of the form show. */
  readonly written: Written
  readonly title: string
  readonly detail: string
  /** The member of the request that the detail begins with. */
  readonly member?: string | undefined
}

export type Body = {
  readonly title: string
  readonly content: Part
  /** The address of a preview that the page shows in a frame. */
  readonly frame?: string | undefined
}

/** The policy of a page. A preview comes from the origin of public pages, and its frame runs nothing. */
export const policyOf = ({ frame }: Body): string =>
  frame === undefined ? CONSOLE_POLICY : `${CONSOLE_POLICY}; frame-src ${new URL(frame).origin}`

type Section = { readonly path: string; readonly name: string; readonly scope: string }

/** The sections that a token with their scope sees. */
const SECTIONS: readonly Section[] = [
  { path: '/console', name: 'Bills', scope: 'read' },
  { path: '/console/people', name: 'People', scope: 'read' },
  { path: '/console/scorecards', name: 'Scorecards', scope: 'read' },
  { path: '/console/lookup', name: 'Addresses', scope: 'find_your_rep' },
  { path: '/console/sheets', name: 'Sheets', scope: 'sheets' },
  { path: '/console/pages', name: 'Pages', scope: 'sheets' },
  { path: '/console/widgets', name: 'Widgets', scope: 'sheets' },
  { path: '/console/alerts', name: 'Alerts', scope: 'alerts' },
  { path: '/console/webhooks', name: 'Webhooks', scope: 'webhooks' },
  { path: '/console/usage', name: 'Usage', scope: 'read' },
  { path: '/console/account', name: 'Account', scope: 'read' },
  { path: '/console/operations', name: 'Operations', scope: 'admin' },
]

/** `admin` has every scope of the sections. */
export const sees = ({ scopes }: Viewer, scope: string): boolean =>
  scopes.includes(scope) || scopes.includes('admin')

/** A viewer sees no form that would be refused. */
export const changes = ({ user }: Viewer): boolean => user?.role !== 'viewer'

/** A whole page. `path` is the one of its section. */
export function shell({ title, content }: Body, viewer: Viewer | undefined, path: string): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · legislog</title>${styleElement}</head>
<body><a class="skip" href="#content">Skip to content</a>
<header><div><strong>legislog</strong>${viewer === undefined ? html`<span></span>` : head(viewer, path)}</div></header>
<main id="content"><h1>${title}</h1>
${content}</main></body></html>
`
  return page.text
}

const styleElement = new Markup(`<style>${CONSOLE_STYLE}</style>`)

const head = (viewer: Viewer, current: string): Markup => html`<nav aria-label="Sections">
${SECTIONS.filter(({ scope }) => sees(viewer, scope)).map(
  ({ path, name }) => html`<a href="${path}"${path === current && html` aria-current="page"`}>${name}</a>
`,
)}</nav><span class="who">${viewer.account}${viewer.user !== undefined && html`, ${viewer.user.email}`}</span>
${sessionForm(viewer, '/console/sign-out', html`<button class="plain">Sign out</button>`)}
${sessionForm(viewer, '/console/sign-out?everywhere=true', html`<button class="plain">Sign out everywhere</button>`)}`

/** A form that changes something of the account. A viewer, who may not, sees none. */
export const postForm = (viewer: Viewer, action: string, fields: Part): Markup =>
  changes(viewer) ? sessionForm(viewer, action, html`${pageField(viewer)}${fields}`) : html``

/** One form for the buttons of all rows of a table. Each button names it as `form`, and has its row as the value of `row`. */
export const rowsForm = (viewer: Viewer, id: string, action: string): Part =>
  changes(viewer) && sessionForm(viewer, action, pageField(viewer), html` id="${id}"`)

const pageField = ({ page }: Viewer): Part =>
  page !== undefined && html`<input type="hidden" name="form_page" value="${page}">`

/** Deletes something after a second click, which says what is lost. */
export const deletion = (
  viewer: Viewer,
  { action, what, lost }: { readonly action: string; readonly what: string; readonly lost: string },
): Part =>
  afterSecondClick(viewer, {
    action,
    summary: html`<summary>Delete the ${what}</summary>`,
    effect: `${lost} Nothing can be restored.`,
    button: html`<button class="danger">Delete the ${what} for good</button>`,
  })

/** Ends one row of a table after a second click. `does` is a verb, such as `Remove`, and `effect` says what it changes. */
export function rowDeletion(
  viewer: Viewer,
  row: { readonly action: string; readonly does: string; readonly name: string; readonly effect: string },
): Part {
  const { action, does, name, effect } = row
  const yes = `Yes, ${does.toLowerCase()}`
  return afterSecondClick(viewer, {
    action,
    summary: html`<summary aria-label="${does} ${name}">${does}</summary>`,
    effect,
    button: html`<button class="danger" aria-label="${yes} ${name}">${yes}</button>`,
  })
}

const afterSecondClick = (
  viewer: Viewer,
  form: {
    readonly action: string
    readonly summary: Markup
    readonly effect: string
    readonly button: Markup
  },
): Part =>
  changes(viewer) &&
  html`<details class="deletion">${form.summary}<p>${form.effect}</p>
${postForm(viewer, form.action, form.button)}</details>`

/** A form about the sign-in, which everybody may send. */
export const sessionForm = (viewer: Viewer, action: string, fields: Part, attributes?: Part): Markup =>
  withRefusal(
    viewer,
    action,
    (reason) =>
      html`<form method="post" action="${action}"${attributes}>${reason}<input type="hidden" name="proof" value="${viewer.proof}">${fields}</form>`,
  )

/** A form that only asks: its fields are in the address of the page that it opens. */
export const searchForm = (viewer: Viewer, action: string, fields: Part): Markup =>
  withRefusal(
    viewer,
    action,
    (reason) => html`<form action="${action}" role="search">${reason}${fields}</form>`,
  )

function withRefusal({ refusal }: Viewer, action: string, formWith: (reason: Part) => Markup): Markup {
  if (refusal === undefined || refusal.action !== action) return formWith(null)
  const fields = formWith(null).textWith(refusal.written)
  return new Markup(formWith(refusalNotice(inWordsOf(fields, refusal))).textWith(refusal.written))
}

/** The API names a member, such as `origins[0]`. A person knows its field by the label. */
function inWordsOf(fields: string, refusal: Refusal): Refusal {
  const { member, detail } = refusal
  const name = member
    ?.replaceAll(/\[\d+\]/g, '')
    .split('.')
    .at(-1)
  if (member === undefined || name === undefined || !/^[a-z_]+$/u.test(name)) return refusal
  const label = new RegExp(`<label for="${name}">([^<]+)<`).exec(fields)?.[1]
  const reason = detail.slice(member.length)
  return {
    ...refusal,
    detail: `“${label === undefined ? words(name) : decode(label)}”${reason === EMPTY_LIST ? ' is empty: at least one is needed.' : reason}`,
  }
}

/** What the API says of a list without members. */
const EMPTY_LIST = ' is []; it must not be empty.'

/** A page says why, and lists what was written, also if its form is no longer there. */
export function withReason(body: Body, refusal: Refusal, written: Written): Body {
  const content = html`${body.content}`.text
  const isShown = content.includes(REASON_ID)
  const missing = !isShown && html`${refusalNotice(refusal)}${writtenList(written)}`
  return { ...body, content: html`${missing}${new Markup(content)}` }
}

const REASON_ID = 'id="refusal"'

/** The page opens where the reason is, so that a person and a screen reader find it. */
const refusalNotice = ({ title, detail }: Refusal): Markup =>
  html`<p class="message bad" ${new Markup(REASON_ID)} role="alert" tabindex="-1" autofocus><strong>${title}.</strong> ${detail}</p>`
