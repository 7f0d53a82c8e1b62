import type { Static } from 'typebox'
import type {
  WidgetCreated,
  WidgetItem,
  WidgetPreview,
  WidgetType,
} from '../../../../schemas/http/widgets/widget.ts'
import { choice, fieldsWith } from '../../html/form-fields.ts'
import { html, type Markup } from '../../html/html.ts'
import { day, doneNotice, nextPage, notice, table } from '../../html/pieces.ts'
import { previewFrame } from '../../html/preview-frame.ts'
import { type Body, changes, deletion, postForm, type Viewer } from '../../html/shell.ts'
import { sheetsOf } from '../own-sheets.ts'
import { type Action, type Ask, only, type Page, type View } from '../view.ts'
import { newSettings, type Offered, settingsOf, TYPES, typeName, widgetFields } from './widget-form.ts'

type Issued = Static<typeof WidgetCreated>

const SECTION = '/console/widgets'
const API = '/v1/widgets'
const WEEK_S = 604_800
const DAY_S = 86_400

export const widgetsView: View = {
  path: SECTION,
  section: SECTION,
  async show(ask, { viewer, query }) {
    const page = await ask.get<Page<WidgetItem>>(API, { ...only(query, ['cursor']), limit: '50' })
    return {
      title: 'Widgets',
      content: html`${doneNotice(query, { deleted: 'The widget is deleted. People who signed up stay.' })}
${page.data.length === 0 && notice('A widget shows bills, a person or a form on your own site.')}
${
  page.data.length > 0 &&
  table(
    ['Widget', 'Shows', 'Sites', 'Token', 'Changed'],
    page.data.map((one) => [
      html`<a href="${SECTION}/${one.id}">${one.name}</a>`,
      typeName(one.type),
      one.origins.join(', '),
      one.revoked_at === null ? one.shown : 'revoked',
      day(one.updated_at),
    ]),
  )
}
${nextPage(SECTION, {}, page.next_cursor)}
${changes(viewer) && newWidget}`,
    }
  },
}

const newWidget = html`<h2>New widget</h2><ul>${TYPES.map(
  ({ type, name, shows }) => html`<li><a href="${SECTION}/new?type=${type}">${name}</a>: ${shows}</li>`,
)}</ul>`

async function offeredTo(ask: Ask, viewer: Viewer, type: string): Promise<Offered> {
  const [sheets, scorecards] = await Promise.all([
    sheetsOf(ask, viewer),
    type === 'scorecard'
      ? ask.get<Page<Offered['scorecards'][number]>>('/v1/scorecards', { limit: '200' })
      : null,
  ])
  return { sheets, scorecards: scorecards?.data ?? [] }
}

/** An address may name a type that does not exist. */
const typeOf = (text: string | undefined): WidgetType =>
  TYPES.find(({ type }) => type === text)?.type ?? 'bill-grid'

export const newWidgetView: View = {
  path: `${SECTION}/new`,
  section: SECTION,
  async show(ask, { viewer, query }) {
    const type = typeOf(query.type)
    const offered = await offeredTo(ask, viewer, type)
    return {
      title: `New widget: ${typeName(type)}`,
      content: postForm(
        viewer,
        SECTION,
        html`<input type="hidden" name="type" value="${type}">${fieldsWith('Make the widget', widgetFields(newSettings(type, query, offered), offered))}`,
      ),
    }
  },
}

export const newWidgetAction: Action = {
  path: SECTION,
  section: SECTION,
  async act(ask, { form }) {
    const type = typeOf(form.type)
    const issued = await ask.send<Issued>('POST', API, { type, ...settingsOf(type, form) })
    return issuedBody(ask, issued)
  },
}

/** The only page that shows a token. */
async function issuedBody(
  ask: Ask,
  { id, name, token, snippet, former_token_ends_at }: Issued,
): Promise<Body> {
  // Without it, the page still has the token.
  const preview = await previewOf(ask, id)
  return {
    title: name,
    frame: preview?.url,
    content: html`${notice('Copy the snippet now: its token is not shown again.')}
<h2>Put this into your page</h2><pre class="secret" tabindex="0" aria-label="Snippet">${snippet}</pre>
<p class="soft">The token is <code>${token}</code>.${former_token_ends_at !== null && html` The former token works until ${former_token_ends_at}.`}</p>
<p><a href="${SECTION}/${id}">Go on to the widget</a></p>
${preview !== undefined && previewFrame(`Preview of ${name}`, preview.url)}`,
  }
}

const previewOf = (ask: Ask, id: number): Promise<Static<typeof WidgetPreview> | undefined> =>
  ask.trySend('POST', `${API}/${id}/preview`)

export const widgetView: View = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async show(ask, { viewer, params, query }) {
    const widget = await ask.get<WidgetItem>(`${API}/${params.id}`)
    const [offered, preview] = await Promise.all([
      offeredTo(ask, viewer, widget.type),
      widget.revoked_at === null && changes(viewer) ? previewOf(ask, widget.id) : undefined,
    ])
    return {
      title: widget.name,
      frame: preview?.url,
      content: html`${doneNotice(query, { saved: 'The changes are saved. Visitors see them within seconds.', revoked: 'The widget is revoked: no site shows it.' })}
<p>${typeName(widget.type)}. ${widget.revoked_at === null ? html`Its token is <code>${widget.shown}</code>.` : 'It is revoked. A new token brings it back.'}</p>
${preview !== undefined && previewFrame(`Preview of ${widget.name}`, preview.url)}
${
  changes(viewer) &&
  html`<section><h2>Settings</h2>${postForm(viewer, `${SECTION}/${widget.id}`, html`<input type="hidden" name="type" value="${widget.type}">${fieldsWith('Save', widgetFields(widget, offered))}`)}</section>
${tokenForms(viewer, widget)}`
}`,
    }
  },
}

const tokenForms = (viewer: Viewer, { id, revoked_at }: WidgetItem): Markup => html`<section><h2>Token</h2>
${postForm(
  viewer,
  `${SECTION}/${id}/rotate`,
  fieldsWith(
    'Make a new token and snippet',
    choice({
      name: 'overlap',
      label: 'The token of now works',
      value: WEEK_S,
      options: [
        { value: WEEK_S, name: 'one week more' },
        { value: DAY_S, name: 'one day more' },
        { value: 0, name: 'no longer' },
      ],
    }),
  ),
)}
<div class="buttons">${
  revoked_at === null &&
  postForm(viewer, `${SECTION}/${id}/revoke`, html`<button class="plain">Revoke: end all tokens</button>`)
}</div></section>
${deletion(viewer, { action: `${SECTION}/${id}/delete`, what: 'widget', lost: 'No site shows it any more. People who signed up stay.' })}`

export const changeWidgetAction: Action = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async act(ask, { params, form }) {
    await ask.send('PATCH', `${API}/${params.id}`, settingsOf(typeOf(form.type), form))
    return `${SECTION}/${params.id}?done=saved`
  },
}

export const rotateWidgetAction: Action = {
  path: `${SECTION}/:id/rotate`,
  section: SECTION,
  async act(ask, { params, form }) {
    const overlap_seconds = Number(form.overlap)
    return issuedBody(ask, await ask.send<Issued>('POST', `${API}/${params.id}/rotate`, { overlap_seconds }))
  },
}

export const revokeWidgetAction: Action = {
  path: `${SECTION}/:id/revoke`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('POST', `${API}/${params.id}/revoke`)
    return `${SECTION}/${params.id}?done=revoked`
  },
}

export const deleteWidgetAction: Action = {
  path: `${SECTION}/:id/delete`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('DELETE', `${API}/${params.id}`)
    return `${SECTION}?done=deleted`
  },
}
