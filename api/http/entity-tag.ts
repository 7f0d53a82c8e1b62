import { hash } from 'node:crypto'

/** Makes the weak tag of a body. */
export const etagOf = (body: Buffer): string => `W/"${hash('sha1', body, 'base64url')}"`

/** Checks by If-None-Match whether the caller already has the body of this tag. */
export function isCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return (
    header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))
  )
}
