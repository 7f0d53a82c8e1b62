import type { Static } from 'typebox'
import type { ActionItem, SponsorItem } from '../../../schemas/http/bills/bill.ts'
import type { BillAnswer } from '../../../schemas/http/bills/bill-answer.ts'
import { choice, fieldsWith } from '../html/form-fields.ts'
import { html, type Markup, type Part } from '../html/html.ts'
import { chamberName, day, link, placeName, tag, words } from '../html/pieces.ts'
import { changes, postForm, sees, type Viewer } from '../html/shell.ts'
import { loadKin } from './bill-kin.ts'
import { loadVersions } from './bill-versions.ts'
import { loadVotes } from './bill-votes.ts'
import { type Sheet, sheetsOf } from './own-sheets.ts'
import type { Action, Page, View } from './view.ts'

type Bill = Static<typeof BillAnswer>

export const billView: View = {
  path: '/console/bills/:id',
  section: '/console',
  async show(ask, { viewer, params }) {
    const path = `/v1/bills/${params.id}`
    const [bill, actions, votes, versions, kin, sheets] = await Promise.all([
      ask.get<Bill>(path, { include: 'sponsors' }),
      ask.get<Page<Static<typeof ActionItem>>>(`${path}/actions`, { limit: '200' }),
      loadVotes(ask, path),
      loadVersions(ask, path),
      loadKin(ask, path),
      sheetsOf(ask, viewer),
    ])
    return {
      title: `${bill.identifier}: ${bill.title}`,
      content: html`<p>${tag(bill.status === null ? 'Unknown status' : words(bill.status))} ${day(bill.status_date)}
<span class="soft">${placeName(bill.jurisdiction)}, ${bill.session}</span></p>
${summary(bill)}
${keep(viewer, bill, sheets)}
${sees(viewer, 'webhooks') && html`<p><a href="/console/webhooks?bill=${bill.id}">Have your program called when this bill changes</a></p>`}
${sees(viewer, 'sheets') && html`<p><a href="/console/widgets/new?${new URLSearchParams({ type: 'bill', bill: String(bill.id), name: bill.identifier }).toString()}">Show this bill on your own site</a></p>`}
<div class="sides"><div>
<section><h2>Timeline</h2>${timeline(bill, actions)}</section>
${votes}${versions}${kin}
</div><div><section><h2>Sponsors</h2>${sponsors(bill.sponsors ?? [])}</section>
${bill.subjects.length > 0 && html`<section><h2>Subjects</h2><ul>${bill.subjects.map((subject) => html`<li><a href="/console?${new URLSearchParams({ subject }).toString()}">${subject}</a></li>`)}</ul></section>`}
<section><h2>Sources</h2><ul>${bill.sources.map(({ url, note }) => html`<li>${link(url, note === '' ? url : note)}</li>`)}</ul></section>
</div></div>`,
    }
  },
}

const METHODS = {
  official: 'Summary by the source',
  extractive: 'Sentences of the bill',
  model: 'Summary by a model; each sentence was compared with the bill',
} as const

/** A summary that is only the title again says nothing here. */
function summary({ ai_summary, ai_summary_meta }: Bill): Part {
  const method = ai_summary_meta?.method
  if (ai_summary === null || method === undefined || method === 'title') return null
  return html`<section><h2>Summary</h2><p>${ai_summary}</p><p class="soft">${METHODS[method]}</p></section>`
}

const timeline = (
  { jurisdiction }: Bill,
  { data, next_cursor }: Page<Static<typeof ActionItem>>,
): Markup => html`
<ol class="timeline">${data.map(
  ({
    date,
    description,
    chamber,
  }) => html`<li>${day(date)}${description}${chamber !== null && html` <span class="soft">${chamberName(jurisdiction, chamber)}</span>`}</li>
`,
)}</ol>${data.length === 0 && html`<p>The source lists no action.</p>`}${next_cursor !== null && html`<p class="soft">These are the first ${data.length} actions.</p>`}`

const sponsors = (list: readonly Static<typeof SponsorItem>[]): Markup =>
  list.length === 0
    ? html`<p>The source lists no sponsor.</p>`
    : html`<ul>${list.map(
        ({ name, person, classification, primary }) =>
          html`<li>${person === null || person.id === null ? name : html`<a href="/console/people/${person.id}">${person.name}</a>`}
<span class="soft">${primary ? 'primary' : classification}</span></li>`,
      )}</ul>`

function keep(viewer: Viewer, bill: Bill, sheets: readonly Sheet[]): Part {
  if (sheets.length > 0) return addToSheet(viewer, bill, sheets)
  if (!sees(viewer, 'sheets') || !changes(viewer)) return null
  return html`<p>To keep this bill, <a href="/console/sheets">make a sheet</a> first. It is a list of bills with your notes.</p>`
}

const addToSheet = (viewer: Viewer, bill: Bill, sheets: readonly Sheet[]): Markup =>
  postForm(
    viewer,
    `/console/bills/${bill.id}/add`,
    fieldsWith(
      'Add',
      choice({
        name: 'sheet',
        label: 'Add to a sheet',
        options: sheets.map(({ id, name }) => ({ value: id, name })),
      }),
    ),
  )

export const addToSheetAction: Action = {
  path: '/console/bills/:id/add',
  async act(ask, { params, form }) {
    const sheet = Number(form.sheet)
    await ask.send('POST', `/v1/bill_sheets/${sheet}/items`, { items: [{ bill_id: Number(params.id) }] })
    return `/console/sheets/${sheet}`
  },
}
