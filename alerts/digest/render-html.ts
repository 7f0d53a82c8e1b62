import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { DigestBill } from './digest-content.ts'
import type { DigestPage } from './digest-page.ts'
import { headingOf, standingOf, titleOf, wordsOf } from './words.ts'

/** Programs that show mails drop style sheets in part, so the light look is inline and the dark one is not. */
const DARK = `@media (prefers-color-scheme:dark){
body,.all{background:#15181c!important;color:#e8eaed!important}
.bill{border-color:#3a4149!important}a{color:#8ab4f8!important}
.quiet{color:#a9b1ba!important}.label{background:#2b3138!important;color:#e8eaed!important}
}`

const styles = {
  body: 'margin:0;padding:0;background:#ffffff;color:#1f2328;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;-webkit-text-size-adjust:100%',
  all: 'max-width:600px;margin:0 auto;padding:20px 16px;overflow-wrap:anywhere;word-break:normal',
  h1: 'margin:0;font-size:22px;line-height:1.3',
  day: 'margin:4px 0 20px;color:#57606a',
  bill: 'margin:0 0 16px;padding:0 0 16px;border-bottom:1px solid #d0d7de',
  h2: 'margin:0 0 2px;font-size:17px;line-height:1.35',
  title: 'margin:0 0 6px;color:#57606a',
  list: 'margin:0;padding:0;list-style:none',
  line: 'margin:6px 0 0',
  label:
    'display:inline-block;margin:0 4px 0 0;padding:0 6px;border-radius:4px;background:#eaeef2;color:#1f2328;font-size:13px;font-weight:600',
  quiet: 'color:#57606a;font-size:14px',
  date: 'color:#57606a;font-size:14px;white-space:nowrap',
  link: 'color:#0550ae',
} as const

/** The HTML of a digest for a mail: no script, no picture, nothing from outside. */
export function renderHtml(page: DigestPage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(page.heading)}</title><style>${DARK}</style></head>
<body style="${styles.body}"><div class="all" style="${styles.all}">${renderArticle(page)}
<p class="quiet" style="${styles.quiet}">${escapeHtml(page.footer.reason)}</p>
<p class="quiet" style="${styles.quiet}">${page.footer.links
    .map(({ text, url }) => linkTo(url, text))
    .join(' · ')}</p>
</div></body></html>
`
}

/** The same without the frame of a mail, for an entry of a feed. */
export function renderArticle({ heading, day, bills, more }: DigestPage): string {
  const rest = more === undefined ? '' : `<p>${escapeHtml(more)}</p>`
  return `<h1 style="${styles.h1}">${escapeHtml(heading)}</h1>
<p class="quiet" style="${styles.day}">${escapeHtml(day)}</p>
${bills.map(billHtml).join('\n')}${rest}`
}

function billHtml(bill: DigestBill): string {
  const quiet = [titleOf(bill), standingOf(bill)].filter((text) => text !== '')
  const heading = escapeHtml(headingOf(bill))
  const link = bill.facts?.link
  const linked = link == null || !isWebLink(link) ? heading : linkTo(link, headingOf(bill))
  return `<div class="bill" style="${styles.bill}"><h2 style="${styles.h2}">${linked}</h2>
${quiet.map((text) => `<p class="quiet" style="${styles.title}">${escapeHtml(text)}</p>`).join('')}
<ul style="${styles.list}">${bill.lines
    .map((line) => {
      const { label, text, date } = wordsOf(line)
      const when =
        date === null ? '' : ` <span class="quiet" style="${styles.date}">${escapeHtml(date)}</span>`
      return `<li style="${styles.line}"><span class="label" style="${styles.label}">${escapeHtml(label)}</span>${escapeHtml(text)}${when}</li>`
    })
    .join('')}</ul></div>`
}

const linkTo = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(text)}</a>`

const isWebLink = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
