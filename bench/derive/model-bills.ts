import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { VersionText } from '../../derive/text/version-text.ts'
import { extractText } from '../../ingest/text-extraction/extract-text.ts'
import { versionText } from '../../test/support/derive/version-texts.ts'

/** A text that a bill of a state was copied from, or such a bill. */
export type ModelBill = {
  readonly name: string
  /** Empty if the data has none. */
  readonly title: string
  readonly text: VersionText
  /** What its authors wrote above the bill; null if there is nothing, or if nothing divides it from the bill. */
  readonly summary: string | null
}

/** `Summary`, its words, a line that says `Model Legislation`, then the bill. */
const PARTS = /^\s*Summary[^\n]*\n(.*?)\n[^\n\S]*Model Legislation[^\n\S]*\n(.*)$/su

/** Reads the texts of `model-legislation`, and extracts them as ingest extracts plain text. */
export async function readModelBills(folder: string): Promise<ModelBill[]> {
  const { bills } = await readJson<{
    readonly bills: readonly { readonly billId: string; readonly billText: string }[]
  }>(join(folder, 'alec-exposed', 'crime_bills3.json.gz'))
  const labeled = await readJson<Readonly<Record<string, { readonly text?: string }>>>(
    join(folder, 'dssg-lid', 'labeled_bills.json.gz'),
  )
  return [
    ...(await Promise.all(bills.map(({ billId, billText }) => modelBill(billId, billText)))),
    ...(await Promise.all(
      Object.entries(labeled).map(async ([number, { text = '' }]) => ({
        name: `labeled bill ${number}`,
        title: '',
        summary: null,
        text: await plainText(text),
      })),
    )),
  ]
}

async function modelBill(name: string, whole: string): Promise<ModelBill> {
  const [, summary = null, body = whole] = PARTS.exec(whole) ?? []
  return { name, title: name.replace(/ Exposed$/u, ''), text: await plainText(body), summary }
}

async function plainText(text: string): Promise<VersionText> {
  const read = await extractText(Buffer.from(text), 'text/plain')
  return versionText(read.kind === 'lines' ? read.lines : [])
}

const readJson = async <T>(path: string): Promise<T> =>
  JSON.parse(gunzipSync(await readFile(path)).toString('utf8')) as T
