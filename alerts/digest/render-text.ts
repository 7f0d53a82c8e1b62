import type { DigestPage } from './digest-page.ts'
import { headingOf, standingOf, titleOf, wordsOf } from './words.ts'

/** The plain text of a digest. */
export function renderText({ heading, day, bills, more, footer }: DigestPage): string {
  const blocks = bills.map((bill) => {
    const lines = bill.lines.map((line) => {
      const { label, text, date } = wordsOf(line)
      const words = text === '' ? label : `${label}: ${text}`
      return `  - ${date === null ? words : `${words}, ${date}`}`
    })
    const link = bill.facts?.link == null ? [] : [`  ${bill.facts.link}`]
    return [
      headingOf(bill),
      `  ${titleOf(bill)}`.trimEnd(),
      `  ${standingOf(bill)}`.trimEnd(),
      ...lines,
      ...link,
    ]
      .filter((line) => line !== '')
      .join('\n')
  })
  const rest = more === undefined ? [] : [more]
  return `${[`${heading}\n${day}`, ...blocks, ...rest, `-- \n${footerText(footer)}`].join('\n\n')}\n`
}

const footerText = (footer: DigestPage['footer']): string =>
  [footer.reason, ...footer.links.map(({ text, url }) => `${text}: ${url}`)].join('\n')
