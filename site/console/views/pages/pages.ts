import type { Static } from 'typebox'
import type { PagePreview } from '../../../../schemas/http/sheets/stakeholder-page.ts'
import { choice, fieldsWith } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { day, doneNotice, link, nextPage, notice, table, words } from '../../html/pieces.ts'
import { previewFrame } from '../../html/preview-frame.ts'
import { changes, deletion, postForm, type Viewer } from '../../html/shell.ts'
import { type Sheet, sheetsOf } from '../own-sheets.ts'
import { type Action, only, type Page, type View } from '../view.ts'
import { newSettings, type OwnPage, pageFields, settingsOf } from './page-form.ts'

const SECTION = '/console/pages'
const API = '/v1/stakeholder-pages'

export const pagesView: View = {
  path: SECTION,
  section: SECTION,
  async show(ask, { viewer, query }) {
    const [page, sheets] = await Promise.all([
      ask.get<Page<OwnPage>>(API, { ...only(query, ['cursor']), limit: '50' }),
      sheetsOf(ask, viewer),
    ])
    return {
      title: 'Pages',
      content: html`${doneNotice(query, { deleted: 'The page is deleted.' })}
${page.data.length === 0 && notice('A page shows the bills of a sheet to everybody who has its address, once you publish it.')}
${
  page.data.length > 0 &&
  table(
    ['Page', 'State', 'Address', 'Changed'],
    page.data.map((one) => [
      html`<a href="${SECTION}/${one.id}">${one.title}</a>`,
      words(one.status),
      one.status === 'published' ? link(one.url, one.url) : null,
      day(one.updated_at),
    ]),
  )
}
${nextPage(SECTION, {}, page.next_cursor)}
${changes(viewer) && html`<h2>New page</h2>${newPage(sheets)}`}`,
    }
  },
}

const newPage = (sheets: readonly Sheet[]): Markup =>
  sheets.length === 0
    ? html`<p>Make a <a href="/console/sheets">sheet</a> first: a page shows it.</p>`
    : html`<form action="${SECTION}/new">${fieldsWith(
        'Choose what it shows',
        choice({
          name: 'sheet',
          label: 'Sheet',
          options: sheets.map(({ id, name }) => ({ value: id, name })),
        }),
      )}</form>`

export const newPageView: View = {
  path: `${SECTION}/new`,
  section: SECTION,
  async show(ask, { viewer, query }) {
    const sheets = await sheetsOf(ask, viewer)
    const sheet = sheets.find(({ id }) => String(id) === query.sheet) ?? sheets[0]
    return {
      title: 'New page',
      content:
        sheet === undefined
          ? html`<p>Make a <a href="/console/sheets">sheet</a> first: a page shows it.</p>`
          : html`<p>Nobody sees the page before you publish it.</p>
${postForm(viewer, SECTION, fieldsWith('Make the page', pageFields(newSettings(sheet), sheets)))}`,
    }
  },
}

export const newPageAction: Action = {
  path: SECTION,
  section: SECTION,
  async act(ask, { form }) {
    const { id } = await ask.send<OwnPage>('POST', API, settingsOf(form))
    return `${SECTION}/${id}?done=made`
  },
}

export const pageView: View = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async show(ask, { viewer, params, query }) {
    const path = `${API}/${params.id}`
    const [page, sheets, preview] = await Promise.all([
      ask.get<OwnPage>(path),
      sheetsOf(ask, viewer),
      // The API takes a preview for a change: it makes an address.
      changes(viewer) ? ask.send<Static<typeof PagePreview>>('POST', `${path}/preview`) : undefined,
    ])
    return {
      title: page.title,
      frame: preview?.url,
      content: html`${doneNotice(query, DONE)}
<p>${page.status === 'published' ? html`Everybody can read it at ${link(page.url, page.url)}.` : 'It is a draft: nobody else sees it.'}
${page.former_slugs.length > 0 && html` Former names lead to it: ${page.former_slugs.join(', ')}.`}</p>
<div class="buttons">${buttons(viewer, page)}</div>
${changes(viewer) && html`<p><a href="/console/widgets/new?type=bill-grid&#38;sheet=${page.sheet_id}">Show these bills on your own site</a></p>`}
${preview !== undefined && previewFrame(`Preview of ${page.title}`, preview.url)}
${
  changes(viewer) &&
  html`<section><h2>Settings</h2>${postForm(viewer, `${SECTION}/${page.id}`, fieldsWith('Save', pageFields(page, sheets)))}</section>
${deletion(viewer, { action: `${SECTION}/${page.id}/delete`, what: 'page', lost: 'Its address ends. The sheet and its bills stay.' })}`
}`,
    }
  },
}

const DONE = {
  made: 'The page is made. Look at the preview, and publish it if you like it.',
  saved: 'The changes are saved.',
  published: 'The page is published.',
  hidden: 'The page is hidden. Previews of before have ended.',
}

const buttons = (viewer: Viewer, { id, status }: OwnPage): readonly Part[] => [
  status === 'published'
    ? postForm(viewer, `${SECTION}/${id}/unpublish`, html`<button class="plain">Hide the page</button>`)
    : postForm(viewer, `${SECTION}/${id}/publish`, html`<button>Publish</button>`),
]

export const changePageAction: Action = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async act(ask, { params, form }) {
    await ask.send('PATCH', `${API}/${params.id}`, settingsOf(form))
    return `${SECTION}/${params.id}?done=saved`
  },
}

export const publishPageAction: Action = {
  path: `${SECTION}/:id/publish`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('POST', `${API}/${params.id}/publish`)
    return `${SECTION}/${params.id}?done=published`
  },
}

export const unpublishPageAction: Action = {
  path: `${SECTION}/:id/unpublish`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('POST', `${API}/${params.id}/unpublish`)
    return `${SECTION}/${params.id}?done=hidden`
  },
}

export const deletePageAction: Action = {
  path: `${SECTION}/:id/delete`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('DELETE', `${API}/${params.id}`)
    return `${SECTION}?done=deleted`
  },
}
