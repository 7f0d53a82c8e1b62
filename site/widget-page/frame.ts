import { hash } from 'node:crypto'
import { escapeHtml } from '../../runtime/http/escape-html.ts'
import { message } from '../fragments/message.ts'
import { HEIGHT_SCRIPT } from './scripts.ts'
import { styleOf, type Theme } from './style.ts'

export type Frame = {
  readonly title: string
  readonly theme: Theme
  /** Sites that may show it in a frame; `any` for a page without data. */
  readonly origins: readonly string[] | 'any'
  readonly content: string
  /** A preview is shown in a frame that may run nothing, so it has no script that sets its height. */
  readonly is_preview?: boolean
  readonly kept: keyof typeof CACHES
}

/** A page that says something about a visitor is kept nowhere, and is not compressed: its length could reveal something. */
const CACHES = {
  by_all: 'public, max-age=60',
  by_visitor: 'private, no-cache',
  by_nobody: 'no-store',
} as const

export type Page = { readonly html: string; readonly headers: Readonly<Record<string, string>> }

const DEFAULT_THEME: Theme = { accent: '#0a58ca', background: '#ffffff', text: '#1b1f24' }

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** A page for a frame. It may use its own style and script and send its own forms, and nothing else from anywhere. */
export function framed({ title, theme, origins, content, kept, is_preview = false }: Frame): Page {
  const style = styleOf(theme)
  const ancestors = origins === 'any' ? '*' : origins.join(' ') || "'none'"
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(is_preview ? [] : [`script-src ${sourceOf(HEIGHT_SCRIPT)}`]),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
  const named = origins === 'any' ? '' : escapeHtml(origins.join(' '))
  return {
    html: `<!doctype html>
<html lang="en" data-origins="${named}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${content}</main>${is_preview ? '' : `<script>${HEIGHT_SCRIPT}</script>`}</body></html>`,
    headers: {
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': CACHES[kept],
      // The form of the page must say where it comes from.
      'referrer-policy': 'same-origin',
    },
  }
}

/** A page that only says why there is nothing to see. Any site may show it. */
export const framedMessage = (text: string): Page =>
  framed({
    title: 'Not available',
    theme: DEFAULT_THEME,
    origins: 'any',
    content: message(text),
    kept: 'by_nobody',
  })
