import type { Static } from 'typebox'
import type { AuditItem } from '../../../../schemas/http/service/audit.ts'
import { html, type Part } from '../../html/html.ts'
import { nextPage, notice, table, words } from '../../html/pieces.ts'
import { only, type Page, type View } from '../view.ts'
import { ACCOUNT_SECTION, accountMenu } from './account-menu.ts'

const PATH = '/console/account/audit-log'

export const auditLogView: View = {
  path: PATH,
  section: ACCOUNT_SECTION,
  async show(ask, { viewer, query }) {
    const page = await ask.get<Page<Static<typeof AuditItem>>>('/v1/audit-log', {
      ...only(query, ['cursor', 'action']),
      limit: '100',
    })
    return {
      title: 'Audit log',
      content: html`${accountMenu(viewer, PATH)}<p>This list shows who did what in the account, the newest first.</p>
${page.data.length === 0 && notice('Nothing was done yet.')}
${page.data.length > 0 && table(['When (UTC)', 'Who', 'What', 'Where', 'More'], page.data.map(cells))}
${nextPage(PATH, only(query, ['action']), page.next_cursor)}`,
    }
  },
}

const cells = ({ updated_at, actor, action, path, detail }: Static<typeof AuditItem>): readonly Part[] => [
  html`<time datetime="${updated_at}">${updated_at.slice(0, 19).replace('T', ' ')}</time>`,
  actor.shown,
  html`<a href="${PATH}?action=${encodeURIComponent(action)}">${phraseOf(action)}</a>`,
  html`<span class="path">${path}</span>`,
  detail === null
    ? null
    : Object.entries(detail)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join(', '),
]

/** `createBillSheet` → `Create bill sheet`. */
const phraseOf = (action: string): string =>
  words(action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
