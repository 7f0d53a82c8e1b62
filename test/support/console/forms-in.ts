import { Parser } from 'htmlparser2'

export type PageForm = {
  readonly action: string
  readonly hidden: Readonly<Record<string, string>>
  /** The fields as a browser sends them, without hidden ones. */
  readonly fields: Readonly<Record<string, string>>
  /** What a person can write instead: another text, another choice, the other state of a box. */
  readonly rewritten: Readonly<Record<string, string>>
  /** The reason of a refusal that the form shows. */
  readonly reason: string
}

/** Texts of a kind that a browser sends for the type of a field. */
const TEXTS: Readonly<Record<string, string>> = {
  number: '19',
  color: '#123456',
  date: '2031-02-03',
  'datetime-local': '2031-02-03T04:05',
  email: 'written@forms.example',
  url: 'https://written.example/here',
}
const WRITTEN = 'Written by hand, "with" <marks>'

type OpenForm = {
  action: string
  hidden: Record<string, string>
  fields: Record<string, string>
  rewritten: Record<string, string>
  reason: string
}

/** The forms of a page that send something, as a person sees them. */
export function formsIn(page: string): readonly PageForm[] {
  const forms: OpenForm[] = []
  let form: OpenForm | undefined
  let area: string | undefined
  let select: string | undefined
  let isReason = false
  const parser = new Parser({
    onopentag(tag, { name = '', ...attributes }) {
      if (tag === 'form' && attributes.method === 'post') {
        form = { action: attributes.action ?? '', hidden: {}, fields: {}, rewritten: {}, reason: '' }
        forms.push(form)
      }
      if (form === undefined) return
      if (attributes.role === 'alert') isReason = true
      if (tag === 'textarea') {
        area = name
        form.fields[name] = ''
        form.rewritten[name] = `${WRITTEN}\nin two lines`
      }
      if (tag === 'select') select = name
      if (tag === 'option' && select !== undefined) {
        const { value = '', selected } = attributes
        if (selected !== undefined || form.fields[select] === undefined) form.fields[select] = value
        form.rewritten[select] = value
      }
      if (tag === 'input') addInput(form, name, attributes)
    },
    ontext(text) {
      if (form === undefined) return
      if (area !== undefined) form.fields[area] += text
      if (isReason) form.reason += text
    },
    onclosetag(tag) {
      // A browser leaves out the line break at the beginning of an area.
      if (tag === 'textarea' && form !== undefined && area !== undefined)
        form.fields[area] = form.fields[area]!.replace(/^\n/, '')
      if (tag === 'textarea') area = undefined
      if (tag === 'select') select = undefined
      if (tag === 'p') isReason = false
      if (tag === 'form') form = undefined
    },
  })
  parser.end(page)
  return forms
}

function addInput(form: OpenForm, name: string, attributes: Readonly<Record<string, string>>): void {
  const { type = 'text', value = '', checked } = attributes
  if (type === 'hidden') {
    form.hidden[name] = value
    return
  }
  if (type !== 'checkbox') {
    form.fields[name] = value
    form.rewritten[name] = TEXTS[type] ?? WRITTEN
    return
  }
  if (checked === undefined) form.rewritten[name] = value
  else form.fields[name] = value
}
