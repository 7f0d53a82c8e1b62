import { html, type Markup } from '../../html/html.ts'
import { sees, type Viewer } from '../../html/shell.ts'

export const ACCOUNT_SECTION = '/console/account'

const PAGES = [
  { path: '/console/account', name: 'Overview', scope: 'read' },
  { path: '/console/account/users', name: 'Users', scope: 'account' },
  { path: '/console/account/tokens', name: 'Tokens', scope: 'tokens' },
  { path: '/console/account/audit-log', name: 'Audit log', scope: 'account' },
  { path: '/console/account/data', name: 'Export and delete', scope: 'account' },
] as const

/** Links to the pages of the section that the viewer may open. */
export const accountMenu = (viewer: Viewer, current: string): Markup =>
  html`<nav aria-label="Account"><p class="tabs">${PAGES.filter(({ scope }) => sees(viewer, scope)).map(
    ({ path, name }) => html`<a href="${path}"${path === current && html` aria-current="page"`}>${name}</a> `,
  )}</p></nav>`
