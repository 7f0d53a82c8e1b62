import { readFiles } from '../../files/file-input.ts'
import type { InputRecord, ReadRecord } from '../../files/records.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { rejectedUnreadable, rejectionOf } from '../records/rejections.ts'
import { billFolderOf, isMetadata } from './bill-folder.ts'
import { federalText } from './federal-text.ts'
import { billTextFeed } from './feed.ts'
import { readFolder } from './folder-texts.ts'
import { keyOfLink, linkOfName } from './link-name.ts'
import { mediaTypeOf } from './media-type.ts'
import { observeText, type TextDocument } from './observe-text.ts'

/**
 * Texts of bills. Those of Congress are named by GovInfo; those of states are in their bill's folder or were
 * fetched.
 */
export const billText: Source = {
  name: 'bill-text',
  mapper_version: 3,
  read,
  feed: billTextFeed,
}

/** Keeps the files of one bill's folder in memory, because its `metadata.json` may come last. */
async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  let folder = ''
  let files: ReadRecord[] = []
  for await (const record of readFiles(input)) {
    if (record.kind === 'unreadable') {
      yield rejectedUnreadable(record, jurisdictionOf(record))
      continue
    }
    if (billFolderOf(record.name) !== folder) {
      yield* readFolder(files, input)
      folder = billFolderOf(record.name)
      files = []
    }
    try {
      const text = isMetadata(record.name) ? undefined : textOfRecord(record, input)
      if (text === undefined) files.push(record)
      else yield* observe(text, input)
    } catch (error) {
      yield rejectionOf(record, error, jurisdictionOf(record))
    }
  }
  yield* readFolder(files, input)
}

/** Undefined if the record itself does not name its bill. */
function textOfRecord(record: ReadRecord, input: FileInput): TextDocument | undefined {
  const mediaType = mediaTypeOf(record.name, record.bytes)
  if (mediaType === undefined) return undefined
  const observedAt = record.fetched_at ?? input.started_at
  const link = linkOfName(record.name)
  if (link === undefined) return federalText(record, mediaType, observedAt)
  const bill = { key: keyOfLink(link), jurisdiction: link.jurisdiction }
  return {
    bill,
    url: link.url,
    media_type: mediaType,
    bytes: record.bytes,
    observed_at: observedAt,
    record: record.name,
  }
}

async function* observe(text: TextDocument, input: FileInput): AsyncGenerator<SourceItem> {
  const item = await observeText(text)
  if (typeof item === 'string') input.passed_over?.(text.record, item)
  else yield item
}

function jurisdictionOf({ name }: InputRecord): string | null {
  const link = linkOfName(name)
  if (link !== undefined) return link.jurisdiction
  return /BILLS-|PLAW-/iu.test(name) ? CONGRESS.division_id : null
}
