import { LegislogError } from '../../../schemas/errors.ts'
import type { ReadRecord } from '../../files/records.ts'
import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import { decodeText } from '../../text-extraction/lines/decode.ts'
import { isExtracted, splitExtracted } from '../../text-extraction/lines/extracted-head.ts'
import { rejectionOf } from '../records/rejections.ts'
import { isMetadata, type ListedBill, linkOfFile, readListedBill, stemOf } from './bill-folder.ts'
import { keyOfLink, linkName } from './link-name.ts'
import { mediaTypeOf } from './media-type.ts'
import { observeText } from './observe-text.ts'

/**
 * Reads the texts of one folder, whose `metadata.json` names their bills and addresses. If the folder has an
 * original, the text that another program extracted from it is skipped, because our extraction is better.
 */
export async function* readFolder(
  files: readonly ReadRecord[],
  input: FileInput,
): AsyncGenerator<SourceItem> {
  const metadata = files.find(({ name }) => isMetadata(name))
  const texts = files.filter((file) => file !== metadata && mediaTypeOf(file.name, file.bytes) !== undefined)
  for (const { name } of files) {
    if (name !== metadata?.name && !texts.some((text) => text.name === name)) {
      input.passed_over?.(name, 'no text of a bill')
    }
  }
  if (texts.length === 0) return
  const originals = new Set(texts.filter(({ name }) => !isExtracted(name)).map(({ name }) => stemOf(name)))
  let listed: ListedBill | undefined
  for (const text of texts) {
    try {
      listed ??= readListedBill(required(metadata))
      if (isExtracted(text.name) && originals.has(stemOf(text.name))) {
        input.passed_over?.(text.name, 'the original lies beside it')
        continue
      }
      yield* readText(text, listed, input)
    } catch (error) {
      yield rejectionOf(text, error, listed?.bill.jurisdiction ?? null)
    }
  }
}

function required(metadata: ReadRecord | undefined): ReadRecord {
  if (metadata !== undefined) return metadata
  throw new LegislogError(
    'record_invalid',
    'its name does not identify the bill, and there is no metadata.json beside it',
  )
}

async function* readText(text: ReadRecord, listed: ListedBill, input: FileInput): AsyncGenerator<SourceItem> {
  const mediaType = mediaTypeOf(text.name, text.bytes)!
  const head = isExtracted(text.name) ? splitExtracted(decodeText(text.bytes))?.head : undefined
  const link = linkOfFile(stemOf(text.name), listed.links, head ?? { media_type: mediaType })
  if (link === undefined) {
    throw new LegislogError('record_invalid', 'no link of its metadata.json is the one it was fetched from')
  }
  const published = { ...listed.bill, url: link.url }
  // By this name it can be read again without its folder.
  const record = linkName(published, mediaType)
  const document = {
    bill: { key: keyOfLink(published), jurisdiction: published.jurisdiction },
    url: link.url,
    media_type: mediaType,
    bytes: text.bytes,
    observed_at: text.fetched_at ?? input.started_at,
    record: text.name,
  }
  try {
    const item = await observeText(document)
    if (typeof item === 'string') input.passed_over?.(text.name, item)
    else yield item
  } catch (error) {
    yield rejectionOf({ name: record, bytes: text.bytes }, error, published.jurisdiction)
  }
}
