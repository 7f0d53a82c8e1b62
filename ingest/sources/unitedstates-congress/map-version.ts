import type { BillParts } from '../../source-interface/observation.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, fieldsOf, nullableText, textOf } from '../records/fields.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  xml: 'text/xml',
  html: 'text/html',
  pdf: 'application/pdf',
}

/**
 * Maps `text-versions/ih/data.json`: the code, the day and the addresses of the text. Addresses of pages
 * about it are left out.
 */
export function mapVersion(version: Fields): BillParts['versions'][number] {
  const urls = fieldsOf(version, 'urls')
  return {
    note: textOf(version, 'version_code'),
    date: nullableText(version, 'issued_on'),
    classification: '',
    links: Object.entries(mediaTypes)
      .filter(([name]) => typeof urls[name] === 'string')
      .map(([name, media_type]) => ({ url: webAddress(textOf(urls, name)), media_type })),
    text: null,
  }
}
