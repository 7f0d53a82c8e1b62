import { checkBox, fieldset, idOf, linesOf, textArea, textField } from '../../html/form-fields.ts'
import { html, type Markup } from '../../html/html.ts'
import type { Endpoint, EventKind } from './answers.ts'

type Form = Readonly<Record<string, string>>
type Settings = Pick<Endpoint, 'url' | 'description' | 'events' | 'filter'>

const PREFIX = 'event_'
const EVERY = '*'

/** A new endpoint. A link on a bill names the bill. */
export const newEndpoint = ({ bill }: Form): Settings => ({
  url: '',
  description: '',
  events: [],
  filter: bill === undefined ? {} : { bill_ids: [Number(bill)] },
})

export const endpointFields = (
  { url, description, events, filter }: Settings,
  kinds: readonly EventKind[],
): Markup => html`
${textField({ name: 'url', label: 'Address', value: url, hint: 'A public https address of yours', is_wide: true }, html` type="url" required maxlength="2048"`)}
${textField({ name: 'description', label: 'About', value: description }, html` maxlength="500"`)}
${fieldset(
  'Events',
  [
    checkBox({
      name: `${PREFIX}${EVERY}`,
      label: 'Every event',
      value: events.includes(EVERY) ? 'yes' : null,
      hint: 'Also those that come later',
    }),
    ...kinds.map(({ event, description }) =>
      checkBox({
        name: `${PREFIX}${event}`,
        label: event,
        value: events.includes(event) ? 'yes' : null,
        hint: description,
      }),
    ),
  ],
  'Check at least one.',
)}
${fieldset(
  'Bills',
  [
    textArea({
      name: 'jurisdictions',
      label: 'Places',
      value: filter.jurisdictions?.join('\n'),
      rows: 2,
      hint: 'One a line: postal code or name',
    }),
    textArea({
      name: 'subjects',
      label: 'Subjects',
      value: filter.subjects?.join('\n'),
      rows: 2,
      hint: 'One a line',
    }),
    textArea({
      name: 'bill_ids',
      label: 'Bills',
      value: filter.bill_ids?.join('\n'),
      rows: 2,
      hint: 'One a line: the address of its page here, or the number at its end',
    }),
    textField({ name: 'topic', label: 'Words', value: filter.topic }, html` maxlength="200"`),
    checkBox({
      name: 'followed',
      label: 'Only bills that the account follows',
      value: filter.followed === true ? 'yes' : null,
    }),
  ],
  'Without a condition, events of every bill are sent. Several conditions must all hold.',
)}`

/** What the form says, as the API takes it. */
export function endpointOf(form: Form) {
  const lists = { jurisdictions: linesOf(form.jurisdictions), subjects: linesOf(form.subjects) }
  const bills = linesOf(form.bill_ids).map(idOf)
  return {
    url: form.url ?? '',
    description: form.description ?? '',
    events: Object.keys(form)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length)),
    filter: {
      bill_ids: bills.length === 0 ? undefined : bills,
      jurisdictions: lists.jurisdictions.length === 0 ? undefined : lists.jurisdictions,
      subjects: lists.subjects.length === 0 ? undefined : lists.subjects,
      topic: form.topic,
      followed: form.followed === 'yes' ? true : undefined,
    },
  }
}
