import { hash } from 'node:crypto'
import { escapeHtml } from '../../runtime/http/escape-html.ts'

const STYLE = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:36rem;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;color:#fff;background:#0a58ca;border:0;border-radius:4px;cursor:pointer}
:focus-visible{outline:3px solid #0a58ca;outline-offset:2px}`

/** The page may use its own style and send its own form, and nothing else. No site may frame it. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const

export type Shown = { readonly title: string; readonly text: string; readonly button?: string }

/** A page with one sentence and, if something is to be done, one button. */
export const mailLinkPage = ({ title, text, button }: Shown): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p role="status">${escapeHtml(text)}</p>
${button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`}</main></body></html>`
