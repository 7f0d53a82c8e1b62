import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '../../runtime/durations.ts'

/** A preview of a page works for this time. */
export const PREVIEW_MS = DAY_MS

/**
 * The token of a preview of a page or a widget: its id, the end of its time in seconds, and the signature of both with the key
 * of its row.
 */
export function previewToken(
  of: { readonly id: number; readonly preview_key: Buffer },
  expires: Date,
): string {
  const signed = `${of.id}.${Math.floor(expires.getTime() / SECOND_MS)}`
  return `${signed}.${signatureOf(signed, of.preview_key)}`
}

export type PreviewToken = {
  readonly id: number
  readonly expires_at: Date
  isSignedBy(key: Buffer): boolean
}

/** undefined: it is no token, or its time is over. */
export function readPreviewToken(token: string, now: Date): PreviewToken | undefined {
  const [, id, seconds, signature] = /^(\d{1,15})\.(\d{1,12})\.([\w-]{43})$/u.exec(token) ?? []
  if (id === undefined || seconds === undefined || signature === undefined) return undefined
  const expires = new Date(Number(seconds) * SECOND_MS)
  if (expires <= now) return undefined
  return {
    id: Number(id),
    expires_at: expires,
    isSignedBy: (key) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(`${id}.${seconds}`, key))),
  }
}

const signatureOf = (text: string, key: Buffer): string =>
  createHmac('sha256', key).update(`preview ${text}`).digest('base64url')
