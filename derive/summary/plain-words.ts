import { decode } from 'html-entities'

/** Oregon prints words to be deleted as `[<i>…</i>]` in its digests. */
const DELETED = /\[\s*<i>[\s\S]*?<\/i>\s*\]/giu
const BLOCK = /<\/?(?:p|br|div|li|ul|ol|h\d|table|tr)\b[^>]*>/giu
const TAG = /<\/?[a-z][^<>]*>/giu

/** The words of a digest without its markup, and without words that it shows as deleted. */
export function plainWords(html: string): string {
  const words = html.replace(DELETED, '').replace(BLOCK, ' ').replace(TAG, '')
  return decode(words)
    .replace(/\s+/gu, ' ')
    .replace(/ ([,.;:])/gu, '$1')
    .trim()
}
