import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Parts, partsOf } from './parts.ts'

export type LabeledAddress = { readonly text: string; readonly wanted: Parts }

/** Reads hand-labeled addresses: the text, and the parts that people read in it. */
export function readLabeledAddresses(path: string): readonly LabeledAddress[] {
  const xml = gunzipSync(readFileSync(path)).toString('utf8')
  return [...xml.matchAll(/<AddressString>(.*?)<\/AddressString>/gsu)].map(([, inner]) => {
    const labels = new Map<string, string[]>()
    for (const [, label, word] of inner!.matchAll(/<(\w+)>(.*?)<\/\1>/gu)) {
      labels.set(label!, [...(labels.get(label!) ?? []), unescapeXml(word!)])
    }
    const joined = (label: string) => labels.get(label)?.join(' ')
    return {
      text: unescapeXml(inner!.replace(/<[^>]*>/gu, '')),
      wanted: partsOf({
        number: joined('AddressNumber'),
        street: joined('StreetName'),
        city: joined('PlaceName'),
        state: joined('StateName'),
        zip: joined('ZipCode'),
      }),
    }
  })
}

/** The authors of the parser saw the odd rows. The report is about the even rows. */
export const evenRows = <T>(rows: readonly T[]): readonly T[] => rows.filter((_row, index) => index % 2 === 0)
export const oddRows = <T>(rows: readonly T[]): readonly T[] => rows.filter((_row, index) => index % 2 === 1)

const unescapeXml = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
